#!/usr/bin/env bash
# whatsapp-chat-parser reads 2026/12/01 as the twelfth of January.
#
# Expected: a phone whose dates begin with the year writes its exports so, and no
# such form has the day second. The month follows the year, whatever day it is.
#
# What happens: the year is put aside first and then the day is guessed between the
# two that are left, as for dates that end in the year. A chat of one day, or of
# days that do not tell, is taken for "day first". The same chat, one message
# longer, is read right as soon as one day is the thirteenth or later.
#
# Who is hurt: whoever files an export of a short conversation. The first of
# December lies in January, eleven months before it was written, without an error;
# the option for it (daysFirst: false) has to be known for each file.
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
const monthOf = (chat) => parseString(chat)[0].date.getMonth() + 1;
const first = '2026/12/01 09:30 - Clara: Bom dia';
const alone = monthOf(first);
const longer = monthOf(`${first}\n2026/12/13 09:31 - Marta: Oi`);
const bracketed = monthOf('[2026-12-01, 09:30:12] Clara: Bom dia');

console.log(`whatsapp-chat-parser ${version}`);
console.log(`"${first}": month ${alone}; the same with a message of the 13th behind it: month ${longer}`);
console.log(`"[2026-12-01, 09:30:12] Clara: Bom dia": month ${bracketed}`);
process.exit(alone === 1 && longer === 12 && bracketed === 1 ? 0 : 1);
JS
