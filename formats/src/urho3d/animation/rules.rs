//! What can be wrong with animations of the Urho3D family.

use formwork_schema::rules;

rules! {
    /// The clip lasts no time.
    NO_LENGTH = "U0201-no-length", Warning, [URHO3D_FAMILY Ignores];
        why "Engines do not advance a clip of length 0: it stays at its first keyframes.";
        source "Graphics/AnimationState.cpp: AnimationState::AddTime";
        example "length = 0, with keyframes at 0 and 1";
        remedy "set the length to the time of the last keyframe";
    /// Two tracks have one name, and only one of them counts.
    DUPLICATE_TRACK = "U0202-duplicate-track", Warning, [URHO3D_FAMILY Ignores];
        why "Tracks are kept by the hash of their name. The later one overwrites the channels and keyframes of the earlier.";
        source "Graphics/Animation.cpp: Animation::CreateTrack";
        example "tracks[0].name = tracks[1].name";
        remedy "rename or remove one of both";
    /// A track animates nothing.
    NO_CHANNELS = "U0203-no-channels", Warning, [URHO3D_FAMILY Ignores];
        why "Its keyframes have times only. The engine keeps them, and changes nothing of the bone.";
        source "Graphics/AnimationState.cpp: AnimationState::ApplyTrack";
        example "tracks[0].channels = 0";
        remedy "remove the track";
    /// A track has bits that no engine knows.
    UNKNOWN_CHANNELS = "U0204-unknown-channels", Warning, [URHO3D_FAMILY Ignores];
        why "Engines test the bits of position, rotation and scale, and ignore the others. Readers that do not may expect \
             more bytes in each keyframe.";
        source "Graphics/Animation.cpp: Animation::BeginLoad";
        example "tracks[0].channels = 0x87";
        remedy "clear the bits";
    /// A track has no keyframes.
    NO_KEYFRAMES = "U0205-no-keyframes", Warning, [URHO3D_FAMILY Ignores];
        why "The engine returns at once where there are none.";
        source "Graphics/AnimationState.cpp: AnimationState::ApplyTrack";
        example "tracks[0].keyframes, empty";
        remedy "remove the track";
    /// A rotation is not of length one.
    ROTATION_NOT_UNIT = "U0206-rotation-not-unit", Warning, [URHO3D_FAMILY Misreads];
        why "Engines make a matrix of it as if its length were 1, which scales and shears the bone at this keyframe.";
        source "Graphics/Animation.cpp: Animation::BeginLoad, Math/Quaternion.cpp: Quaternion::RotationMatrix";
        example "keyframes[0].rotation = 2 0 0 0";
        remedy "normalize the rotation";
    /// A value is NaN or infinite.
    NOT_FINITE = "U0207-not-finite", Error, [URHO3D_FAMILY Misreads];
        why "Nobody checks numbers. A NaN reaches the transform of the bone and of all that hangs on it, which vanish.";
        source "Graphics/Animation.cpp: Animation::BeginLoad, Graphics/AnimationState.cpp: AnimationState::ApplyTrack";
        example "keyframes[0].position = nan 0 0";
        remedy "export the clip anew";
    /// A keyframe comes after the end of the clip.
    KEYFRAME_BEYOND_LENGTH = "U0208-keyframe-beyond-length", Warning, [URHO3D_FAMILY Ignores];
        why "The time of a clip is kept between 0 and its length, so keyframes after the end are at most approached.";
        source "Graphics/AnimationState.cpp: AnimationState::SetTime";
        example "length = 1, keyframes[1].time = 2";
        remedy "set the length to the time of the last keyframe";
    /// A keyframe comes before the start of the clip.
    KEYFRAME_BEFORE_START = "U0209-keyframe-before-start", Warning, [URHO3D_FAMILY Ignores];
        why "The time of a clip is kept between 0 and its length, so keyframes before 0 are never reached.";
        source "Graphics/AnimationState.cpp: AnimationState::SetTime";
        example "keyframes[0].time = -0.033";
        remedy "move the keyframes to start at 0";
    /// The keyframes of a track are not in order of time.
    UNSORTED_TIMES = "U0210-unsorted-times", Error, [URHO3D_FAMILY Misreads];
        why "Nobody sorts them when a clip is loaded. Engines go from keyframe to keyframe while times rise, so some are \
             left out, and the pose jumps.";
        source "Graphics/Animation.cpp: Animation::BeginLoad, AnimationTrack::GetKeyFrameIndex";
        example "keyframes at 0, 1, 0.5";
        remedy "sort the keyframes";
    /// The length of the clip is negative.
    NEGATIVE_LENGTH = "U0211-negative-length", Error, [
        URHO3D_1_7 Crashes, URHO3D Crashes, U3D Crashes, DRY Crashes, ATOMIC Crashes, RBFX Misreads
    ];
        why "A looped clip is wound back by its length until the time is within it, which never ends. rbfx stays at the \
             first keyframes.";
        source "Graphics/AnimationState.cpp: AnimationState::AddTime, AnimationState::SetTime";
        example "length = -1";
        remedy "set the length to the time of the last keyframe";
    /// Two keyframes of a track are at the same time.
    REPEATED_TIME = "U0212-repeated-time", Note, [];
        why "The pose jumps from the earlier to the later. Where that is not meant, one of both is left over.";
        source "Graphics/AnimationState.cpp: AnimationState::ApplyTrack";
        example "keyframes at 0, 1, 1, 2";
        remedy "remove one of both, unless the jump is meant";
    /// The first keyframe of a track comes after the start of the clip.
    LATE_START = "U0213-late-start", Warning, [
        URHO3D_1_7 Misreads, URHO3D Misreads, U3D Misreads, DRY Misreads, ATOMIC Misreads
    ];
        why "Until then engines continue the motion between the first two keyframes backwards. rbfx holds the first, as \
             glTF does.";
        source "Graphics/AnimationState.cpp: AnimationState::ApplyTrack";
        example "keyframes at 0.5 and 1";
        remedy "repeat the first keyframe at time 0: `formwork check --fix`";
    /// A track has no name, and drives nothing.
    NO_TRACK_NAME = "U0214-no-track-name", Warning, [URHO3D_FAMILY Ignores];
        why "Bones and nodes are found by the name of the track. Only a clip of one track may leave it out, when it drives \
             the node that it is played on.";
        source "Graphics/AnimationState.cpp: AnimationState::SetStartBone";
        example "tracks[0].name, empty";
        remedy "name the bone or node";
    /// A variant track is interpolated in a way that rbfx does not know.
    UNKNOWN_INTERPOLATION = "U0215-unknown-interpolation", Error, [RBFX Misreads];
        why "The number is cast without a check. The value of the earlier keyframe is held, and tangents are not read.";
        source "Graphics/AnimationTrack.cpp: VariantAnimationTrack::Sample";
        example "variant_tracks[0].interpolation = 4";
        remedy "use 0 to 3: none, linear, tension spline, tangent spline";
    /// The type of a variant track is one that rbfx has no bytes for.
    UNKNOWN_TYPE = "U0216-unknown-type", Error, [RBFX Misreads];
        why "A type that is not known takes no bytes. Keyframes have times only; where the file has values, all that \
             follows is misread.";
        source "Core/Variant.cpp, IO/Deserializer.cpp: Deserializer::ReadVariant";
        example "variant_tracks[0].kind = 200";
        remedy "use a type that values can be stored with";
    /// A track drives a bone that no model has.
    NO_SUCH_BONE = "U0217-no-such-bone", Note, [URHO3D_FAMILY Ignores];
        why "Bones and nodes are found by the name of the track. Told only where models are checked with the clip, since a \
             track may drive a node of a scene.";
        source "Graphics/AnimationState.cpp: AnimationState::SetStartBone";
        example "a track `Tail`, and a model without it";
        remedy "rename the track or the bone, or remove the track";
    /// The names of two tracks differ in letter case only.
    TRACK_BUT_FOR_CASE = "U0218-track-but-for-case", Error, [CASELESS_HASHES Ignores];
        why "Urho3D 1.7 and before, and Atomic, keep tracks by a hash of the name in small letters, so the later one overwrites the \
             earlier. The other engines tell them apart.";
        source "Math/StringHash.cpp of Urho3D 1.7 and of Atomic: StringHash::Calculate; Graphics/Animation.cpp: Animation::CreateTrack";
        example "tracks[0].name = \"hand\", tracks[1].name = \"Hand\"";
        remedy "rename one of both";
    /// A scale is zero.
    ZERO_SCALE = "U0219-zero-scale", Warning, [URHO3D_FAMILY Misreads];
        why "All that hangs on the bone is flat. Its matrix has no inverse, so normals and what is attached are undefined.";
        source "Graphics/AnimationState.cpp: AnimationState::ApplyTrack";
        example "tracks[0].keyframes[0].scale = 0 1 1";
        remedy "use a small scale";
    /// The last keyframe of a track repeats the one before it.
    DOUBLED_END = "U0220-doubled-end", Note, [];
        why "The track moves up to the last but one keyframe and then stands still. In a loop that is a halt of one frame. Exporters \
             write it that count one frame too many.";
        source "";
        example "positions 0, 1, 2, 2 at 0, 1, 2, 3";
        remedy "remove the last keyframe and shorten the clip, unless the halt is meant";
    /// A track drives a bone whose name differs in letter case.
    BONE_IN_OTHER_CASE = "U0221-bone-in-other-case", Warning, [CASE_SENSITIVE_HASHES Ignores];
        why "Bones and nodes are found by a hash of the name of the track, which depends on letter case but in Urho3D 1.7 and before \
             and in Atomic. Told only where models are checked with the clip, since a track may drive a node of a scene.";
        source "Math/StringHash.cpp: StringHash::Calculate; Graphics/AnimationState.cpp: AnimationState::SetStartBone";
        example "a track `hand`, and a model with the bone `Hand`";
        remedy "rename the track or the bone";
}
