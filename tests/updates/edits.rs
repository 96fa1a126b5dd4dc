//! One edit at a time, with the bytes that are expected.

use std::fmt::Debug;

use formwork_formats::horde3d::{
    ComputeBuffer, Material, ParticleEffect, Pipeline, Scene,
    material::{Shader, Uniform},
    particle::{Channel, ChannelOverLife},
    pipeline::{Command, SwitchTarget},
    scene::{Joint, Node, Placement},
};
use formwork_markup::Markup;
use formwork_schema::{Kind, Limits, Result, document::Document};
use serde::{Serialize, de::DeserializeOwned};

use super::{read, update};

/// The bytes of a document after an edit of its tree.
fn edited<T>(bytes: &[u8], edit: impl FnOnce(&mut T)) -> Result<Vec<u8>>
where
    T: Document + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let markup = Markup::parse(bytes, &Limits::default())?;
    let mut tree: T = read(&markup)?;
    edit(&mut tree);
    let bytes = update(&markup, &tree)?;
    let again: T = read(&Markup::parse(&bytes, &Limits::default())?)?;
    assert_eq!(again, tree, "another tree came back");
    Ok(bytes)
}

/// Asks that an edit changes a document to exactly this.
#[track_caller]
fn becomes<T>(before: &str, edit: impl FnOnce(&mut T), after: &str)
where
    T: Document + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let bytes = edited(before.as_bytes(), edit).expect("an edit that a document can say");
    assert_eq!(String::from_utf8_lossy(&bytes), after);
}

const MATERIAL: &str = "<?xml version='1.0'?>
<!-- ours -->
<Material  class='Stone' >
    <Shader source=\"a.shader\"/>
    <!-- numbers -->
    <Uniform name=\"u\" a=\"1.50\"  b='+2' />
    <Uniform a=\"3e-006\" name=\"v\" />

    <Odd><Thing/></Odd>
</Material>
<!-- end -->
";

#[test]
fn a_value_changes_between_its_quotes() {
    becomes::<Material>(
        MATERIAL,
        |tree| tree.uniforms[0].b = 2.5,
        &MATERIAL.replace("'+2'", "'2.5'"),
    );
    becomes::<Material>(
        MATERIAL,
        |tree| tree.class = "It's <new> & \"odd\"".into(),
        &MATERIAL.replace("'Stone'", "'It&apos;s &lt;new> &amp; \"odd\"'"),
    );
}

#[test]
fn a_value_that_means_the_same_keeps_its_form() {
    becomes::<Material>(MATERIAL, |tree| tree.uniforms[0].a = 1.5, MATERIAL);
}

#[test]
fn a_missing_attribute_comes_behind_the_last() {
    becomes::<Material>(
        MATERIAL,
        |tree| tree.uniforms[1].d = -1.0,
        &MATERIAL.replace("name=\"v\"", "name=\"v\" d=\"-1\""),
    );
    becomes::<Material>(
        MATERIAL,
        |tree| tree.link = "b.material.xml".into(),
        &MATERIAL.replace("'Stone'", "'Stone' link=\"b.material.xml\""),
    );
}

#[test]
fn a_default_takes_its_attribute_away() {
    becomes::<Material>(
        MATERIAL,
        |tree| tree.uniforms[0].b = 0.0,
        &MATERIAL.replace("  b='+2'", ""),
    );
    becomes::<Material>(
        MATERIAL,
        |tree| tree.class.clear(),
        &MATERIAL.replace("  class='Stone'", ""),
    );
}

#[test]
fn elements_come_behind_their_like_and_go_with_their_line() {
    let uniform = |name: &str| Uniform {
        name: name.into(),
        ..Uniform::default()
    };
    becomes::<Material>(
        MATERIAL,
        |tree| tree.uniforms.push(uniform("w")),
        &MATERIAL.replace(
            "name=\"v\" />\n",
            "name=\"v\" />\n    <Uniform name=\"w\" />\n",
        ),
    );
    becomes::<Material>(
        MATERIAL,
        |tree| tree.uniforms.insert(1, uniform("between")),
        &MATERIAL.replace(
            "b='+2' />\n",
            "b='+2' />\n    <Uniform name=\"between\" />\n",
        ),
    );
    becomes::<Material>(
        MATERIAL,
        |tree| drop(tree.uniforms.remove(0)),
        &MATERIAL.replace("\n    <Uniform name=\"u\" a=\"1.50\"  b='+2' />", ""),
    );
    becomes::<Material>(
        MATERIAL,
        |tree| tree.unknown.elements.clear(),
        &MATERIAL.replace("\n    <Odd><Thing/></Odd>", ""),
    );
}

#[test]
fn an_element_can_come_in_front() {
    becomes::<Material>(
        MATERIAL,
        |tree| {
            tree.uniforms.insert(
                0,
                Uniform {
                    name: "first".into(),
                    ..Uniform::default()
                },
            );
        },
        &MATERIAL.replace(
            "    <Uniform name=\"u\"",
            "    <Uniform name=\"first\" />\n    <Uniform name=\"u\"",
        ),
    );
}

#[test]
fn the_first_of_its_kind_comes_last() {
    becomes::<Material>(
        "<Material>\r\n  <!-- no shader yet -->\r\n</Material>\r\n",
        |tree| {
            tree.shader = Some(Shader {
                source: "s".into(),
                ..Shader::default()
            });
        },
        "<Material>\r\n  <!-- no shader yet -->\r\n\t<Shader source=\"s\" />\r\n</Material>\r\n",
    );
}

#[test]
fn an_empty_element_opens() {
    let joint = |name: &str| {
        Node::Joint(Joint {
            placement: Placement {
                name: name.into(),
                ..Placement::default()
            },
            joint_index: 2,
            ..Joint::default()
        })
    };
    let hand = joint("hand");
    becomes::<Scene>(
        "<Model geometry='g'>\n\t<Joint name='arm' jointIndex='1'/>\n</Model>",
        |tree| {
            let Node::Model(model) = tree else {
                panic!("a model")
            };
            let Node::Joint(arm) = &mut model.children[0] else {
                panic!("a joint")
            };
            arm.placement.tx = 1.0;
            arm.children.push(hand);
        },
        "<Model geometry='g'>\n\t<Joint name='arm' jointIndex='1' tx=\"1\">\n\t\t\
         <Joint name=\"hand\" jointIndex=\"2\" />\n\t</Joint>\n</Model>",
    );
}

#[test]
fn the_attribute_that_counts_is_changed() {
    becomes::<Scene>(
        "<Model name='a' name='b' geometry='first' geometry='last' />",
        |tree| {
            let Node::Model(model) = tree else {
                panic!("a model")
            };
            model.geometry = "new".into();
            model.placement.name = "n".into();
        },
        "<Model name='n' name='b' geometry='first' geometry='new' />",
    );
    // Were only one of them taken away, the other one would count.
    becomes::<Material>(
        "<Material class='a' class='b'></Material>",
        |tree| tree.class.clear(),
        "<Material></Material>",
    );
}

#[test]
fn what_was_attached_is_kept_to_the_byte() {
    let text = "<Group>\n\t<Attachment a = '1'>\n x &unknown; </Attachment>\n\t<Sound/>\n</Group>";
    becomes::<Scene>(
        text,
        |tree| {
            let Node::Group(group) = tree else {
                panic!("a group")
            };
            group.placement.name = "g".into();
        },
        &text.replace("<Group>", "<Group name=\"g\">"),
    );
    becomes::<Scene>(
        text,
        |tree| {
            let Node::Group(group) = tree else {
                panic!("a group")
            };
            group.attachment = None;
        },
        "<Group>\n\t<Sound/>\n</Group>",
    );
}

#[test]
fn commands_change_and_move_in_their_stage() {
    let text = "<Pipeline>\r\n <Setup>\r\n  <RenderTarget id='a' format='rgba8' scale='.50' />\r\n </Setup>\r\n \
                <CommandQueue>\r\n  <Stage>\r\n   <UnbindBuffers />\r\n   <Fork x='1' />\r\n  </Stage>\r\n \
                </CommandQueue>\r\n</Pipeline>\r\n";
    let stage = |tree: &mut Pipeline| {
        let queue = tree.command_queue.as_mut().expect("a queue");
        std::mem::take(&mut queue.stages[0].commands)
    };
    becomes::<Pipeline>(
        text,
        |tree| {
            let mut commands = stage(tree);
            commands.push(Command::SwitchTarget(SwitchTarget {
                target: "a".into(),
                ..SwitchTarget::default()
            }));
            tree.command_queue.as_mut().expect("a queue").stages[0].commands = commands;
        },
        &text.replace(
            "<Fork x='1' />\r\n",
            "<Fork x='1' />\r\n   <SwitchTarget target=\"a\" />\r\n",
        ),
    );
    becomes::<Pipeline>(
        text,
        |tree| drop(stage(tree)),
        &text.replace("\r\n   <UnbindBuffers />\r\n   <Fork x='1' />", ""),
    );
}

#[test]
fn particles_gain_a_channel_and_change_a_word() {
    let text = "<ParticleEffect lifeMin=\"1\" lifeMax=\"02.0\"><ChannelOverLife channel=\"SIZE\"/></ParticleEffect>";
    becomes::<ParticleEffect>(
        text,
        |tree| tree.channels[0].channel = Channel::Drag,
        &text.replace("SIZE", "drag"),
    );
    becomes::<ParticleEffect>(
        text,
        |tree| {
            tree.channels.push(ChannelOverLife {
                channel: Channel::ColA,
                start_max: 1.0,
                ..ChannelOverLife::default()
            });
        },
        &text.replace(
            "\"SIZE\"/>",
            "\"SIZE\"/>\n<ChannelOverLife channel=\"colA\" startMax=\"1\" />",
        ),
    );
}

#[test]
fn text_changes_where_it_stands() {
    let text = "<ComputeBuffer dataSize=\"8\">\n\t<Data>\n\t\t1;\n\t</Data>\n</ComputeBuffer>";
    let data = |tree: &mut ComputeBuffer, text: &str| {
        tree.data.as_mut().expect("data").text = text.into();
    };
    becomes::<ComputeBuffer>(
        text,
        |tree| data(tree, "1;2;"),
        "<ComputeBuffer dataSize=\"8\">\n\t<Data>1;2;</Data>\n</ComputeBuffer>",
    );
    becomes::<ComputeBuffer>(
        "<ComputeBuffer><Data><!-- 1 --><Note/><![CDATA[1;]]></Data></ComputeBuffer>",
        |tree| data(tree, "2;"),
        "<ComputeBuffer><Data><!-- 1 --><Note/>2;</Data></ComputeBuffer>",
    );
    becomes::<ComputeBuffer>(
        "<ComputeBuffer><Data/></ComputeBuffer>",
        |tree| data(tree, "\n1;"),
        "<ComputeBuffer><Data>\n1;</Data></ComputeBuffer>",
    );
    // White space would be text, so there is none.
    becomes::<ComputeBuffer>(
        "<ComputeBuffer><Data/></ComputeBuffer>",
        |tree| {
            let data = tree.data.as_mut().expect("data");
            data.text = "1;".into();
            data.unknown.elements.push("<Note/>".into());
        },
        "<ComputeBuffer><Data><Note/>1;</Data></ComputeBuffer>",
    );
}

#[test]
fn characters_stay_in_their_encoding() {
    let latin = b"<Material class=\"Gl\xe4nzend\"><!-- \xe9 --><Uniform name=\"a\"/></Material>";
    let rename =
        |name: &'static str| move |tree: &mut Material| tree.uniforms[0].name = name.into();
    let bytes = edited(latin, rename("h\u{f6}he \u{3b1}")).expect("an edit");
    let expected =
        b"<Material class=\"Gl\xe4nzend\"><!-- \xe9 --><Uniform name=\"h\xf6he &#945;\"/></Material>";
    assert_eq!(bytes, expected);
    let marked = "\u{feff}<Material><Uniform name=\"a\"/></Material>\0rest";
    becomes::<Material>(
        marked,
        rename("\u{3b1}"),
        &marked.replace("\"a\"", "\"\u{3b1}\""),
    );
}

#[test]
fn what_no_document_means_is_refused() {
    let broken =
        |xml: &'static str| move |tree: &mut Material| tree.unknown.elements = vec![xml.to_owned()];
    for xml in ["<a>", "</Material>", "text", "<a/><b/>", "<Uniform/>", ""] {
        let error = edited(MATERIAL.as_bytes(), broken(xml)).expect_err(xml);
        assert_eq!(error.kind(), Kind::Invalid, "{xml}: {error}");
    }
    let attribute = |name: &'static str| {
        move |tree: &mut Material| tree.unknown.attributes = vec![(name.into(), "x".into())]
    };
    for name in ["class", "a b", "a=\"1\" b", "", "\"", "a>"] {
        let error = edited(MATERIAL.as_bytes(), attribute(name)).expect_err(name);
        assert_eq!(error.kind(), Kind::Invalid, "{name}: {error}");
    }
    let error = edited(MATERIAL.as_bytes(), |tree: &mut Material| {
        tree.class = "a\0b".into();
    });
    assert_eq!(
        error.expect_err("NUL ends a document").kind(),
        Kind::Invalid
    );
}
