//! Resources of Horde3D that lead to others.

use std::{collections::BTreeMap, fs};

use bytes::Bytes;
use conformance::fixtures::{self, pictures};
use formwork_formats::{
    Library, Loaded, Lookup, build_graph as build,
    graph::{Graph, State},
    rules,
};
use formwork_schema::{Error, Kind, Limits, Result};

/// Resources in memory.
#[derive(Default)]
struct Shelf(BTreeMap<String, Vec<u8>>);

impl Shelf {
    fn with(mut self, name: &str, content: impl Into<Vec<u8>>) -> Self {
        self.0.insert(name.into(), content.into());
        self
    }

    fn graph(&self, kind: &str, name: &str) -> Graph {
        build(&[(kind, name)], self, &Limits::default())
    }
}

impl Library for Shelf {
    fn find(&self, name: &str) -> Lookup {
        if self.0.contains_key(name) {
            return Lookup::Found;
        }
        let mut names = self.0.keys();
        let other = names.find(|other| other.eq_ignore_ascii_case(name));
        other.map_or(Lookup::Missing, |other| Lookup::OtherCase(other.clone()))
    }

    fn read(&self, name: &str) -> Result<Bytes> {
        let bytes = self.0.get(name).cloned().map(Bytes::from);
        bytes.ok_or_else(|| Error::new(Kind::System, "gone"))
    }

    fn texture(&self, bytes: &Bytes, limits: &Limits) -> Result<Loaded> {
        formwork_pixels::load(bytes, limits)
    }
}

/// Codes, and the paths of what has them.
fn told(graph: &Graph) -> Vec<(&str, &str)> {
    let problems = graph.problems.iter();
    problems
        .map(|problem| {
            (
                problem.diagnostic.rule.name(),
                problem.diagnostic.location.path.as_str(),
            )
        })
        .collect()
}

fn states(graph: &Graph) -> Vec<(&str, &str)> {
    let resources = graph.resources.iter();
    resources
        .map(|resource| (resource.name.as_str(), resource.state.name()))
        .collect()
}

/// A geometry of ours with three vertices and joints: its indices, vertices and joints.
fn geometry() -> (Vec<u8>, i64, i64, i64) {
    let path = fixtures::folder().join("horde3d/geometry");
    let mut found = fs::read_dir(path)
        .expect("fixtures")
        .flatten()
        .filter_map(|entry| {
            let bytes = fs::read(entry.path()).ok()?;
            let geometry: formwork_formats::horde3d::Geometry =
                formwork_schema::read::from_slice(&bytes).ok()?;
            let (indices, joints) = (geometry.indices.len() as i64, geometry.joints.len() as i64);
            (indices > 0 && joints > 1).then_some((
                bytes,
                indices,
                i64::from(geometry.vertex_count),
                joints,
            ))
        });
    found.next().expect("a geometry with joints")
}

/// Resources with names that are wrong in every way.
fn names() -> Shelf {
    Shelf::default()
        .with(
            "a.scene.xml",
            r#"<Group name="a">
<Reference sceneGraph="b.scene.xml" />
<Reference sceneGraph="b.scene.xml" />
<Reference sceneGraph="none.scene.xml" />
<Camera pipeline="Deep\p.pipeline.xml" />
</Group>"#,
        )
        .with("b.scene.xml", r#"<Terrain heightmap="$Tex2D" material="../m.material.xml" />"#)
        .with(
            "deep/p.pipeline.xml",
            r#"<Pipeline><CommandQueue><Stage link="m.material.xml"><SwitchTarget target="no" /></Stage></CommandQueue></Pipeline>"#,
        )
}

#[test]
fn what_is_named_is_followed_and_what_is_wrong_is_told() {
    let shelf = names();
    let graph = shelf.graph("horde3d.scene", "a.scene.xml");
    assert_eq!(
        states(&graph),
        [
            ("a.scene.xml", "found"),
            ("b.scene.xml", "found"),
            ("none.scene.xml", "missing"),
            ("Deep\\p.pipeline.xml", "refused"),
            ("$Tex2D", "built in"),
            ("../m.material.xml", "missing"),
        ]
    );
    assert_eq!(
        told(&graph),
        [
            ("missing", "Group/Reference[3]/@sceneGraph"),
            ("backslash", "Group/Camera/@pipeline"),
            ("wrong-case", "Group/Camera/@pipeline"),
            ("outside", "Terrain/@material"),
            ("refused", "Pipeline/CommandQueue/Stage/SwitchTarget"),
        ]
    );
    assert!(
        matches!(&graph.resources[3].state, State::Refused(error) if error.message().contains("`no`"))
    );
}

/// Materials that link to one another.
fn rings() -> Shelf {
    let material =
        |link: &str| format!(r#"<Material link="{link}"><Shader source="s.shader" /></Material>"#);
    Shelf::default()
        .with("a.material.xml", material("b.material.xml"))
        .with("b.material.xml", material("c.material.xml"))
        .with("c.material.xml", material("b.material.xml"))
        .with("self.material.xml", material("self.material.xml"))
}

#[test]
fn rings_are_told_once_and_end() {
    let shelf = rings();
    let graph = shelf.graph("horde3d.material", "a.material.xml");
    let rings = told(&graph)
        .into_iter()
        .filter(|(code, _)| *code == "cycle");
    assert_eq!(rings.count(), 1);
    let graph = shelf.graph("horde3d.material", "self.material.xml");
    assert_eq!(told(&graph)[0], ("refused", "Material/@link"));
    assert!(graph.refusal().is_some() && graph.resources[0].uses[0].cycle);
    let shelf = Shelf::default().with("a.glsl", "#include \"a.glsl\"\n");
    let graph = shelf.graph("horde3d.code", "a.glsl");
    let ring = graph
        .problems
        .iter()
        .find(|ring| ring.diagnostic.rule.name() == "cycle");
    assert!(ring.is_some_and(|ring| ring.diagnostic.message.contains("names itself")));
}

#[test]
fn a_name_that_is_wrong_in_many_places_is_told_once() {
    let meshes = r#"<Mesh material="m.material.xml" batchStart="0" batchCount="0" vertRStart="0" vertREnd="0" />"#;
    let scene = format!(r#"<Model geometry="g.geo">{}</Model>"#, meshes.repeat(5));
    let graph = Shelf::default()
        .with("a.scene.xml", scene)
        .graph("horde3d.scene", "a.scene.xml");
    let missing = graph
        .problems
        .iter()
        .filter(|problem| problem.diagnostic.rule.name() == "missing");
    let counts: Vec<u64> = missing.map(|problem| problem.diagnostic.count).collect();
    assert_eq!(counts, [1, 5]);
}

/// A scene whose meshes and joints do not fit their geometry.
fn meshes() -> Shelf {
    let (bytes, indices, vertices, joints) = geometry();
    let mesh = |start: i64, count: i64, first: i64, last: i64| {
        format!(
            r#"<Mesh material="" batchStart="{start}" batchCount="{count}" vertRStart="{first}" vertREnd="{last}" />"#
        )
    };
    let scene = [
        r#"<Model geometry="g.geo">"#.to_owned(),
        mesh(0, indices, 0, vertices - 1),
        mesh(1, indices, 0, vertices - 1),
        mesh(0, indices, 0, vertices),
        mesh(0, indices, 0, -1),
        mesh(-5, 3, 0, vertices - 1),
        r#"<Attachment><Joint jointIndex="77" /></Attachment><Foreign><Joint jointIndex="1" /></Foreign>"#.to_owned(),
        format!(
            r#"<Joint jointIndex="{joints}" /><Joint jointIndex="0" /><Joint jointIndex="0" />"#
        ),
        "</Model>".to_owned(),
    ];
    Shelf::default()
        .with("g.geo", bytes)
        .with("a.scene.xml", scene.concat())
}

#[test]
fn meshes_and_joints_have_to_fit_the_geometry() {
    let shelf = meshes();
    let graph = shelf.graph("horde3d.scene", "a.scene.xml");
    assert_eq!(
        told(&graph),
        [
            ("joints-without-node", "Model"),
            ("batch-beyond-indices", "Model/Mesh[2]"),
            ("vertices-beyond-geometry", "Model/Mesh[3]"),
            ("vertex-range", "Model/Mesh[4]"),
            ("indices-outside-range", "Model/Mesh[4]"),
            ("batch-range", "Model/Mesh[5]"),
            ("joint-beyond-geometry", "Model/Joint[1]"),
            ("joint-twice", "Model/Joint[3]"),
        ]
    );
}

/// Textures and height maps of which some cannot be used.
fn textures() -> Shelf {
    let picture = |name: &str| {
        let all = pictures::all();
        let found = all.into_iter().find(|file| file.name == name);
        found.expect(name).bytes
    };
    let sampler = |map: &str| format!(r#"<Sampler name="s" map="{map}" />"#);
    let maps = ["text.png", "rle.bmp", "wood.jpg", "two.dds", "fine.png"].map(sampler);
    let material = format!(
        r#"<Material><Shader source="s.shader" />{}</Material>"#,
        maps.concat()
    );
    let terrain = |map: &str| format!(r#"<Terrain heightmap="{map}" />"#);
    let scene = [
        "<Group>".to_owned(),
        r#"<Emitter material="m.material.xml" particleEffect="p.particle.xml" maxCount="1" respawnCount="1" />"#
            .to_owned(),
        terrain("fine.png"),
        terrain("square.pgm"),
        terrain("packed.dds"),
        "</Group>".to_owned(),
    ];
    let dds = |name: &str| fs::read(fixtures::folder().join("texture/dds").join(name)).expect(name);
    let square = [b"P5 32 32 255\n".as_slice(), &[128; 32 * 32]].concat();
    Shelf::default()
        .with("a.scene.xml", scene.concat())
        .with("m.material.xml", material)
        .with("s.shader", "[[FX]]\n")
        .with(
            "p.particle.xml",
            "<ParticleEffect lifeMin=\"1\" lifeMax=\"1\" />",
        )
        .with("text.png", "this is not a picture")
        .with("rle.bmp", picture("rle.bmp"))
        .with("wood.jpg", picture("bgr.tga"))
        .with("fine.png", picture("rgba.png"))
        .with("two.dds", dds("124-cube-two-faces.dds"))
        .with("packed.dds", dds("124-dxt1.dds"))
        .with("square.pgm", square)
}

#[test]
fn textures_are_opened_and_height_maps_have_to_be_squares() {
    let shelf = textures();
    let graph = shelf.graph("horde3d.scene", "a.scene.xml");
    let state = |name: &str| {
        let all = states(&graph);
        all.into_iter().find(|(one, _)| *one == name).expect(name).1
    };
    for name in ["text.png", "rle.bmp", "two.dds"] {
        assert_eq!(state(name), "refused", "{name}");
    }
    for name in ["wood.jpg", "fine.png", "square.pgm", "packed.dds"] {
        assert_eq!(state(name), "found", "{name}");
    }
    let maps: Vec<_> = told(&graph)
        .into_iter()
        .filter(|(code, _)| code.starts_with("height-map"))
        .collect();
    assert_eq!(
        maps,
        [
            ("height-map-size", "Group/Terrain[1]"),
            ("height-map-size", "Group/Terrain[3]"),
            ("height-map-format", "Group/Terrain[3]"),
        ]
    );
}

#[test]
fn every_rule_between_files_is_broken_by_some_and_not_by_others() {
    let included = Shelf::default().with("a.glsl", "#include \"none.glsl\"\n");
    let many: String = (0..=1 << 16)
        .map(|number| format!(r#"<Reference sceneGraph="{number}.scene.xml" />"#))
        .collect();
    let many = Shelf::default().with("a.scene.xml", format!("<Group>{many}</Group>"));
    let scene = |shelf: Shelf| shelf.graph("horde3d.scene", "a.scene.xml");
    let graphs = [
        scene(names()),
        scene(meshes()),
        scene(textures()),
        scene(many),
        rings().graph("horde3d.material", "a.material.xml"),
        included.graph("horde3d.code", "a.glsl"),
    ];
    let mine = rules::all()
        .into_iter()
        .filter(|rule| rule.code.starts_with("H10"));
    for rule in mine {
        let breaks = |graph: &&Graph| told(graph).iter().any(|(name, _)| *name == rule.name());
        let broken = graphs.iter().filter(breaks).count();
        assert!(
            (1..graphs.len()).contains(&broken),
            "{}: {broken}",
            rule.code
        );
    }
}
