//! What can be wrong with particle effects of Horde3D.

use formwork_schema::rules;

rules! {
    /// Two channels change the same value.
    REPEATED_CHANNEL = "H0601-repeated-channel", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine reads channels in order and keeps the last.";
        source "egParticle.cpp: ParticleEffectResource::load";
        example "<ChannelOverLife channel=\"size\" …/><ChannelOverLife channel=\"size\" …/>";
        remedy "keep one of them";
    /// A channel has `startMin` and no `startMax`.
    START_MAX_ZERO = "H0602-start-max-zero", Warning, [HORDE3D_FAMILY Misreads];
        why "The manual says that `startMax` is then `startMin`. The engine takes 0, so values are random between \
             both.";
        source "egParticle.cpp: ParticleChannelData, ParticleEffectResource::load";
        example "<ChannelOverLife channel=\"size\" startMin=\"2\"/>";
        remedy "set `startMax`";
}
