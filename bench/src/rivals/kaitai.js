// Reads a clip with what Kaitai's compiler makes of its description: node kaitai.js FOLDER FILE ROUNDS
// Prints the seconds of the middle round, the bytes of memory at the most, how many keyframes it read, and the sum of their times.
const [folder, file, rounds] = process.argv.slice(-3);
const { createRequire } = require('module');
const load = createRequire(require('path').join(folder, 'index.js'));
const KaitaiStream = load('kaitai-struct/KaitaiStream');
const compiler = load('kaitai-struct-compiler');
const floats = (...names) => ({ seq: names.map((id) => ({ id, type: 'f4' })) });
const text = (id) => ({ id, type: 'strz', encoding: 'UTF-8' });
const part = (id, type, bit) => ({ id, type, if: `(_parent.mask & ${bit}) != 0` });
const description = {
  meta: { id: 'clip', endian: 'le' },
  seq: [
    { id: 'magic', contents: 'UANI' }, text('name'), { id: 'length', type: 'f4' }, { id: 'track_count', type: 'u4' },
    { id: 'tracks', type: 'track', repeat: 'expr', 'repeat-expr': 'track_count' },
  ],
  types: {
    track: {
      seq: [
        text('name'), { id: 'mask', type: 'u1' }, { id: 'keyframe_count', type: 'u4' },
        { id: 'keyframes', type: 'keyframe', repeat: 'expr', 'repeat-expr': 'keyframe_count' },
      ],
    },
    keyframe: { seq: [{ id: 'time', type: 'f4' }, part('position', 'vec3', 1), part('rotation', 'quat', 2), part('scale', 'vec3', 4)] },
    vec3: floats('x', 'y', 'z'),
    quat: floats('w', 'x', 'y', 'z'),
  },
};
compiler.compile('javascript', description, null, false).then((made) => {
  const exports = {};
  new Function('require', 'exports', made['Clip.js'])(() => KaitaiStream, exports);
  const bytes = new Uint8Array(load('fs').readFileSync(file));
  const before = process.resourceUsage().maxRSS;
  const seconds = [];
  let most = 0;
  let keyframes = 0;
  let times = 0;
  for (let round = 0; round < Number(rounds); round += 1) {
    const start = process.hrtime.bigint();
    const clip = new exports.Clip(new KaitaiStream(bytes.buffer));
    seconds.push(Number(process.hrtime.bigint() - start) / 1e9);
    if (clip.tracks.length !== clip.trackCount) throw new Error('not read');
    // Before the garbage of several rounds is there.
    if (round === 0) {
      most = process.resourceUsage().maxRSS - before;
      for (const track of clip.tracks) {
        keyframes += track.keyframes.length;
        for (const keyframe of track.keyframes) times += keyframe.time;
      }
    }
  }
  seconds.sort((a, b) => a - b);
  console.log(seconds[seconds.length >> 1], most * 1024, keyframes, times);
});
