#!/usr/bin/env bash
# Baileys draws no waveform for a voice note whose length it is told.
#
# Expected: `seconds` and `waveform` are two independent optional fields of a
# voice note (AnyMediaMessageContent). With audio-decode beside it, Baileys
# computes the waveform when none is given. Giving the length should save the
# work for the length, and nothing else.
#
# What happens: Baileys keeps a plain copy of the sound only where it has to
# compute the length itself. With `seconds` given there is no copy, the waveform
# is read from no file at all, and the failure goes to the debug log. The next
# line of the log says that the waveform was processed.
#
# Who is hurt: whoever recorded the note and therefore knows its length. The note
# is sent without a waveform, so there is only a flat line to show. Two lines of
# the debug log speak of it, and they contradict each other.
#
# Nothing is sent: the upload is a function of this script.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps \
  @whiskeysockets/baileys@7.0.0-rc14 audio-decode@2.2.3 || exit 2

TMPDIR=$place node --input-type=module - <<'JS'
import { readFileSync } from 'node:fs';
import { prepareWAMessageMedia } from '@whiskeysockets/baileys';

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;

/** Two seconds of a tone that grows louder, as a WAV of one channel. */
const rate = 16_000;
const samples = rate * 2;
const sound = Buffer.alloc(44 + samples * 2);
sound.write('RIFF', 0);
sound.writeUInt32LE(36 + samples * 2, 4);
sound.write('WAVEfmt ', 8);
sound.writeUInt32LE(16, 16);
sound.writeUInt16LE(1, 20);
sound.writeUInt16LE(1, 22);
sound.writeUInt32LE(rate, 24);
sound.writeUInt32LE(rate * 2, 28);
sound.writeUInt16LE(2, 32);
sound.writeUInt16LE(16, 34);
sound.write('data', 36);
sound.writeUInt32LE(samples * 2, 40);
for (let at = 0; at < samples; at += 1) sound.writeInt16LE(Math.round(20_000 * (at / samples) * Math.sin(at / 5)), 44 + at * 2);

const noteWith = async (more) => {
  const log = [];
  const note = (level) => (...words) => log.push(`${level}: ${words.filter((word) => typeof word === 'string').join(' ')}`);
  const logger = { level: 'debug', child: () => logger };
  for (const level of ['trace', 'debug', 'info', 'warn', 'error']) logger[level] = note(level);
  const { audioMessage } = await prepareWAMessageMedia(
    { audio: sound, ptt: true, mimetype: 'audio/wav', ...more },
    { upload: async () => ({ mediaUrl: 'https://media.example/note', directPath: '/note' }), logger },
  );
  return { seconds: audioMessage.seconds, points: audioMessage.waveform?.length ?? 0, log: log.filter((line) => line.includes('waveform')) };
};

const computed = await noteWith({});
const told = await noteWith({ seconds: 2 });
console.log(`@whiskeysockets/baileys ${versionOf('@whiskeysockets/baileys')}, audio-decode ${versionOf('audio-decode')}`);
console.log('length not given:', computed);
console.log('length given:    ', told);

const stands =
  computed.points === 64 && told.points === 0 && computed.seconds === told.seconds && told.log.every((line) => line.startsWith('debug:'));
console.log(stands ? 'As described.' : 'This has changed.');
process.exit(stands ? 0 : 1);
JS
