#!/usr/bin/env bash
# music-metadata adds what was before the recording to the length of a voice note.
#
# Expected: the pages of an Ogg file say where they end, in samples. RFC 7845
# (4.5) lets an Opus stream begin at a place other than zero, so that a call or a
# broadcast can be recorded from its middle, or a recording be cut, without
# writing every page anew. The length of the sound is what its packets hold: the
# place of the first page counts against that of the last one.
#
# What happens: the length is the place of the last page alone. Three seconds
# that were joined after ten are thirteen seconds long. A decoder gives the three
# seconds that are there. The file is sound: RFC 7845 names no limit to the place.
#
# Who is hurt: whoever shows the length of a voice note, or refuses one for its
# length, before it is played.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts \
  music-metadata@11.16.1 ogg-opus-decoder@1.7.3 || exit 2

cat > look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { parseBuffer } from 'music-metadata'
import { OggOpusDecoder } from 'ogg-opus-decoder'

const versionOf = name => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version
const RATE = 48_000
const SECONDS = 3

/** The checksum of an Ogg page (RFC 3533): polynomial 0x04c11db7, not reflected. */
const checksum = bytes => {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit++) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  }
  return sum >>> 0
}

/** A page of packets that are shorter than 255 bytes. */
const page = (packets, place, number, flags) => {
  const head = Buffer.alloc(27 + packets.length)
  head.write('OggS')
  head[5] = flags
  head.writeBigInt64LE(BigInt(place), 6)
  head.writeUInt32LE(1, 14)
  head.writeUInt32LE(number, 18)
  head[26] = packets.length
  packets.forEach((packet, at) => {
    head[27 + at] = packet.length
  })
  const whole = Buffer.concat([head, ...packets])
  whole.writeUInt32LE(checksum(whole), 22)
  return whole
}

/** Some seconds of silence, one a page, fifty packets of 20 ms each, in a stream that was joined at a place. */
const recording = joinedAt => {
  const opusHead = Buffer.alloc(19)
  opusHead.write('OpusHead')
  opusHead[8] = 1
  opusHead[9] = 1
  opusHead.writeUInt32LE(RATE, 12)
  const opusTags = Buffer.alloc(16)
  opusTags.write('OpusTags')
  const silence = Buffer.from([0xf8, 0xff, 0xfe])
  const sound = Array.from({ length: SECONDS }, (_, at) =>
    page(Array(50).fill(silence), joinedAt + (at + 1) * RATE, at + 2, at === SECONDS - 1 ? 4 : 0),
  )
  return Buffer.concat([page([opusHead], 0, 0, 2), page([opusTags], 0, 1, 0), ...sound])
}

const read = async file => (await parseBuffer(file, { mimeType: 'audio/ogg' }, { duration: true })).format.duration
const decoded = async file => {
  const decoder = new OggOpusDecoder()
  await decoder.ready
  const { samplesDecoded, sampleRate } = await decoder.decodeFile(new Uint8Array(file))
  decoder.free()
  return samplesDecoded / sampleRate
}

console.log(`music-metadata ${versionOf('music-metadata')}, ogg-opus-decoder ${versionOf('ogg-opus-decoder')}`)
const seen = []
for (const joinedAt of [0, 10 * RATE]) {
  const file = recording(joinedAt)
  const found = { joined: joinedAt / RATE, said: await read(file), decoded: await decoded(file) }
  seen.push(found)
  console.log(`joined after ${found.joined} s: said to be ${found.said} s long, decodes to ${found.decoded} s`)
}
const [whole, late] = seen
const stands = whole.said === SECONDS && late.said === SECONDS + late.joined && seen.every(one => one.decoded === SECONDS)
console.log(stands ? 'As described.' : 'This has changed.')
process.exit(stands ? 0 : 1)
JS
node look.mjs
