#!/usr/bin/env bash
# ical.js shows a backslash in the name of a shared contact.
#
# Expected: in the text of a vCard a semicolon may be written "\;" wherever it
# stands, and a reader takes the backslash away (RFC 2426, 4, ESCAPED-CHAR;
# RFC 6350, 3.4: it may be escaped in properties of one part, and has to be in
# those of several).
#
# What happens: in properties of several parts (ORG, N) the backslash goes, in
# those of one part (FN, NOTE) it stays, while "\," and "\n" of the same line are
# understood. "Silva\; Filhos" is shown so, and is written as "Silva\\; Filhos":
# for every other reader a backslash now belongs to the name. vcard-parser reads
# the name as it was meant.
#
# Who is hurt: shops that are saved as "Silva; Filhos". A customer forwards the
# card, and the contact is kept and greeted with a backslash.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 vcard-parser@1.0.0 || exit 2

cat > look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import ICAL from 'ical.js'
import other from 'vcard-parser'

const versionOf = name => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version
const card = ['BEGIN:VCARD', 'VERSION:3.0', 'FN:Silva\\; Filhos', 'ORG:Silva\\; Filhos;Vendas', 'NOTE:um\\, dois\\; fim', 'END:VCARD', ''].join('\r\n')

const read = ICAL.parse(card)
const value = name => read[1].find(([property]) => property === name)[3]
const written = ICAL.stringify(read).split('\r\n').find(line => line.startsWith('FN:'))
const elsewhere = other.parse(card).fn[0].value

console.log(`ical.js ${versionOf('ical.js')}, vcard-parser ${versionOf('vcard-parser')}`)
console.log(`the card: ${card.split('\r\n')[2]}`)
console.log(`name: ${value('fn')}`)
console.log(`company: ${JSON.stringify(value('org'))}`)
console.log(`note: ${value('note')}`)
console.log(`written again: ${written}`)
console.log(`name, by vcard-parser: ${elsewhere}`)

const stands =
  value('fn') === 'Silva\\; Filhos' &&
  value('org')[0] === 'Silva; Filhos' &&
  value('note') === 'um, dois\\; fim' &&
  written === 'FN:Silva\\\\; Filhos' &&
  elsewhere === 'Silva; Filhos'
console.log(stands ? 'As described.' : 'This has changed.')
process.exit(stands ? 0 : 1)
JS
node look.mjs
