//! `.particle.xml`: how particles of an emitter live.

pub mod rules;

use formwork_markup::Markup;
use formwork_schema::{Diagnostic, Result, Schema, document::Unknown, words};
use serde::{Deserialize, Serialize};

use crate::{
    document::{DocumentFormat, compiled_here},
    inspect::{Inspection, Table},
};

/// How long particles live, and how they change in that time.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "ParticleEffect", unambiguous)]
#[schema(
    format = "horde3d.particle",
    extension = "particle.xml",
    extension = "effect.xml",
    title = "Particle effect of Horde3D"
)]
#[schema(obsolete(
    "ParticleConfig",
    "the root of particle effects until 2009-02-22, and still in the manual's sample; the engine \
     takes `ParticleEffect` only"
))]
#[serde(default, deny_unknown_fields)]
pub struct ParticleEffect {
    /// Shortest life, in seconds.
    #[schema(expected, unit = "seconds")]
    pub life_min: f32,
    /// Longest life, in seconds.
    #[schema(expected, unit = "seconds")]
    pub life_max: f32,
    /// What changes over a life. Of a channel that is there twice the last one counts.
    #[schema(children)]
    pub channels: Vec<ChannelOverLife>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// One property of particles, and how it changes: at age `t`, from 0 to 1, it is the start value times
/// `1 + (endRate - 1) * t`.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "ChannelOverLife")]
#[serde(default, deny_unknown_fields)]
pub struct ChannelOverLife {
    /// Which property.
    #[schema(expected)]
    pub channel: Channel,
    /// Least start value.
    pub start_min: f32,
    /// Greatest start value. The manual says that it is `startMin` when missing; it is 0.
    pub start_max: f32,
    /// What the start value is multiplied with at the end of a life.
    #[schema(default = 1.0)]
    pub end_rate: f32,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

words! {
    /// A property of particles. Elements with other words are ignored.
    pub enum Channel {
        /// Speed, in world units per second.
        MoveVel = "moveVel",
        /// Speed of turning, in degrees per second.
        RotVel = "rotVel",
        /// How much of the emitter's own speed a particle takes along, from 0 to 1.
        Drag = "drag",
        /// Half of the width, in world units.
        Size = "size",
        /// Red, from 0 to 1.
        ColR = "colR",
        /// Green, from 0 to 1.
        ColG = "colG",
        /// Blue, from 0 to 1.
        ColB = "colB",
        /// Opacity, from 0 to 1.
        ColA = "colA",
    }
}

impl DocumentFormat for ParticleEffect {
    compiled_here!();

    const ENGINES: &'static str = "Horde3D";
    const NOTES: &'static str =
        "XML; `ParticleConfig` of before 2009-02-22 is refused, as the engine does";

    fn review(
        _: impl FnOnce() -> Result<Self>,
        markup: &Markup,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<()> {
        let mut seen: Vec<String> = Vec::new();
        let channels = markup.root().children();
        for node in channels.filter(|node| node.name() == "ChannelOverLife") {
            let channel = node.get("channel").to_ascii_lowercase();
            if channel.is_empty() {
                continue;
            }
            if seen.contains(&channel) {
                let message = format!(
                    "`{}` is there more than once; the last one counts",
                    node.get("channel")
                );
                diagnostics.push(node.diagnostic(&rules::REPEATED_CHANNEL, message));
            } else if Channel::from(channel.as_str()) != Channel::Other(channel.clone()) {
                // There are few channels, so few are remembered.
                seen.push(channel);
            }
            if node.attribute("startMin").is_some() && node.attribute("startMax").is_none() {
                let message = "without `startMax` start values lie between `startMin` and 0; the manual \
                               promises `startMin`";
                diagnostics.push(node.diagnostic(&rules::START_MAX_ZERO, message));
            }
        }
        Ok(())
    }

    fn look(&self, inspection: &mut Inspection) {
        let life = Some((self.life_min, self.life_max));
        inspection.measure("life", "Life", life, "seconds");
        let rows = self.channels.iter().map(|channel| {
            vec![
                channel.channel.name().into(),
                channel.start_min.into(),
                channel.start_max.into(),
                channel.end_rate.into(),
            ]
        });
        inspection.tables.push(Table {
            key: "channels",
            columns: &["channel", "start_min", "start_max", "end_rate"],
            rows: rows.collect(),
        });
    }
}
