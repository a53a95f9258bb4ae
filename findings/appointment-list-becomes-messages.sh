#!/usr/bin/env bash
# whatsapp-chat-parser makes messages and a person of a list inside a message.
#
# Expected: one export is written in one form. Where it begins with the form of
# an iPhone, "[01/12/2026, 09:30:12] Clara: …", a line without brackets belongs to
# the message above it. The parser itself joins other lines to it.
#
# What happens: each line is tried against both forms. A clinic that sends its
# free times, one to a line, as "12/12/2026 14:00 - livre", is given a message
# without an author for each of them; with a name and a colon behind the time the
# line becomes a message of somebody who never wrote.
#
# Who is hurt: whoever takes an export into a ticket. The history has a person
# too many, words at a time at which nothing was sent, and a message cut short.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts \
  whatsapp-chat-parser@4.0.2 || exit 2

node --input-type=module - <<'JS'
import { readFileSync } from 'node:fs';
import { parseString } from 'whatsapp-chat-parser';

const { version } = JSON.parse(readFileSync('node_modules/whatsapp-chat-parser/package.json', 'utf8'));
const chat = [
  '[01/12/2026, 09:30:12] Clara: Horários da semana:',
  '12/12/2026 14:00 - livre',
  '13/12/2026 15:00 - Dr. Paulo: retorno',
  '[01/12/2026, 09:32:40] Marta: Quero o primeiro',
].join('\n');
const messages = parseString(chat);

console.log(`whatsapp-chat-parser ${version}: two messages were written, ${messages.length} were read`);
for (const { date, author, message } of messages) console.log(`  ${date.toISOString().slice(0, 10)} ${author}: ${message}`);
const invented = messages.some(({ author }) => author === 'Dr. Paulo');
process.exit(messages.length === 4 && invented ? 0 : 1);
JS
