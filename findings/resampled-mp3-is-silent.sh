#!/usr/bin/env bash
# lamejs makes silence of a recording that it converts to a lower rate.
#
# Expected: encodeBuffer takes any number of samples, and what is given in pieces
# of one size sounds as in pieces of another. For few kilobits a second the
# encoder chooses a lower sample rate by itself, as LAME does: 48 kHz at 32 kbit/s
# becomes an MP3 of 22.05 kHz.
#
# What happens: as soon as one call holds more samples than a frame of the lower
# rate takes, the whole file is silence, of the right length and without an
# error. 48 kHz at 32 kbit/s is heard in pieces of 1,152 samples, the size of the
# package's example, and silent in pieces of 2,304 or in one. 24 kHz at 24 kbit/s,
# a usual choice for speech, is silent in pieces of 1,152 as well. Where the rate
# stays as it is, every size is heard.
#
# Who is hurt: a voice note that is made small. The customer receives as many
# seconds of nothing as somebody spoke, and the length on screen looks right.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts \
  @breezystack/lamejs@1.2.7 mpg123-decoder@1.0.3 || exit 2

cat > look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { Mp3Encoder } from '@breezystack/lamejs'
import { MPEGDecoder } from 'mpg123-decoder'

const versionOf = name => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version
const SECONDS = 2

/** Two seconds of a tone as MP3, handed over in pieces of so many samples. */
function encoded(rate, kbps, piece) {
  const tone = Int16Array.from({ length: rate * SECONDS }, (_, at) => 8_000 * Math.sin((2 * Math.PI * 440 * at) / rate))
  const encoder = new Mp3Encoder(1, rate, kbps)
  const parts = []
  for (let from = 0; from < tone.length; from += piece) parts.push(encoder.encodeBuffer(tone.subarray(from, from + piece)))
  return Buffer.concat([...parts, encoder.flush()].map(part => Buffer.from(part)))
}

/** How loud the middle of an MP3 is: the tone above has 0.17. */
async function heard(file) {
  const decoder = new MPEGDecoder()
  await decoder.ready
  const { channelData, sampleRate } = decoder.decode(new Uint8Array(file))
  const sound = channelData[0].slice(sampleRate / 2, (3 * sampleRate) / 2)
  decoder.free()
  const loudness = Math.sqrt(sound.reduce((sum, value) => sum + value * value, 0) / sound.length)
  return { rate: sampleRate, seconds: channelData[0].length / sampleRate, loudness: Number(loudness.toFixed(3)) }
}

/** Samples a second, kilobits a second, samples in a piece, and whether the tone is there. */
const TRIES = [
  [48_000, 64, 1_152, true],
  [48_000, 64, 96_000, true],
  [48_000, 32, 1_152, true],
  [48_000, 32, 2_304, false],
  [48_000, 32, 96_000, false],
  [24_000, 24, 576, true],
  [24_000, 24, 1_152, false],
]

console.log(`@breezystack/lamejs ${versionOf('@breezystack/lamejs')}, mpg123-decoder ${versionOf('mpg123-decoder')}`)
let stands = true
for (const [rate, kbps, piece, expected] of TRIES) {
  const found = await heard(encoded(rate, kbps, piece))
  console.log(`${rate} Hz, ${kbps} kbit/s, pieces of ${piece}: ${found.seconds.toFixed(2)} s at ${found.rate} Hz, loudness ${found.loudness}`)
  stands &&= found.seconds > SECONDS && (expected ? found.loudness > 0.15 : found.loudness === 0)
}
console.log(stands ? 'As described.' : 'This has changed.')
process.exit(stands ? 0 : 1)
JS
node look.mjs
