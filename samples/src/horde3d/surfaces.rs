//! Materials, and how the engine draws with them: a pipeline, a particle effect and a compute buffer.

use formwork_formats::horde3d::{
    ComputeBuffer, Material, ParticleEffect, Pipeline,
    compute::{Bindings, Data},
    material::{Shader, ShaderFlag, Uniform},
    particle::{Channel, ChannelOverLife},
    pipeline::{
        ClearTarget, Command, CommandQueue, DoForwardLightLoop, DrawGeometry, Order, Stage,
        SwitchTarget,
    },
};

/// A material of the engine's own model shader: a colour, and a colour and sharpness of what shines.
pub(super) fn material([r, g, b]: [f32; 3], shine: [f32; 4]) -> Material {
    Material {
        shader: Some(Shader {
            source: "shaders/model.shader".into(),
            ..Shader::default()
        }),
        shader_flags: vec![ShaderFlag {
            name: "_F01_Skinning".into(),
            ..ShaderFlag::default()
        }],
        uniforms: vec![
            uniform("matDiffuseCol", [r, g, b, 1.0]),
            uniform("matSpecParams", shine),
        ],
        ..Material::default()
    }
}

fn uniform(name: &str, [a, b, c, d]: [f32; 4]) -> Uniform {
    Uniform {
        name: name.into(),
        a,
        b,
        c,
        d,
        ..Uniform::default()
    }
}

/// Draws what is solid, light by light, and what is translucent over it.
pub(super) fn pipeline() -> Pipeline {
    let clear = ClearTarget {
        depth_buf: true,
        col_buf0: true,
        col_b: 0.1,
        col_a: 1.0,
        ..ClearTarget::default()
    };
    let draw = |context: &str, class: &str, order| {
        Command::DrawGeometry(DrawGeometry {
            context: context.into(),
            class: class.into(),
            order,
            ..DrawGeometry::default()
        })
    };
    let lights = DoForwardLightLoop {
        class: "~Translucent".into(),
        order: Order::FrontToBack,
        ..DoForwardLightLoop::default()
    };
    let solid = vec![
        Command::SwitchTarget(SwitchTarget::default()),
        Command::ClearTarget(clear),
        draw("AMBIENT", "~Translucent", Order::FrontToBack),
        Command::DoForwardLightLoop(lights),
    ];
    let translucent = vec![draw("TRANSLUCENT", "Translucent", Order::BackToFront)];
    let stage = |id: &str, commands| Stage {
        id: id.into(),
        commands,
        ..Stage::default()
    };
    Pipeline {
        command_queue: Some(CommandQueue {
            stages: vec![stage("Solid", solid), stage("Translucent", translucent)],
            ..CommandQueue::default()
        }),
        ..Pipeline::default()
    }
}

/// Dust that a foot stirs up: it spreads, slows down and fades.
pub(super) fn dust() -> ParticleEffect {
    let channel = |channel, start_min, start_max, end_rate| ChannelOverLife {
        channel,
        start_min,
        start_max,
        end_rate,
        ..ChannelOverLife::default()
    };
    ParticleEffect {
        life_min: 0.5,
        life_max: 1.0,
        channels: vec![
            channel(Channel::MoveVel, 0.1, 0.3, 0.25),
            channel(Channel::RotVel, -45.0, 45.0, 1.0),
            channel(Channel::Size, 0.02, 0.05, 4.0),
            channel(Channel::ColR, 0.6, 0.7, 1.0),
            channel(Channel::ColG, 0.5, 0.6, 1.0),
            channel(Channel::ColB, 0.4, 0.5, 1.0),
            channel(Channel::ColA, 0.5, 0.75, 0.0),
        ],
        ..ParticleEffect::default()
    }
}

/// A triangle of points, each with its place and its speed.
pub(super) fn points() -> ComputeBuffer {
    const POINTS: [[f32; 6]; 3] = [
        [-1.0, 0.0, 0.0, 0.0, 0.5, 0.0],
        [1.0, 0.0, 0.0, 0.0, 0.5, 0.0],
        [0.0, 0.0, 1.0, 0.0, 0.25, 0.0],
    ];
    let binding = |name: &str, offset, attrib_number| Bindings {
        name: name.into(),
        offset,
        size: 3,
        attrib_number,
        ..Bindings::default()
    };
    let numbers = POINTS.iter().flatten().map(|number| format!("{number};"));
    ComputeBuffer {
        data_size: 72,
        drawable: true,
        bindings: vec![binding("position", 0, 1), binding("speed", 12, 2)],
        data: Some(Data {
            text: numbers.collect::<Vec<_>>().join(" "),
            ..Data::default()
        }),
        ..ComputeBuffer::default()
    }
}
