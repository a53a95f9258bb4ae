#!/usr/bin/env bash
# vcard-parser makes one person of all contacts in a file.
#
# Expected: a vCard file holds one card or more (RFC 6350, 3.3 and 6.1.1:
# "vcard-entity = 1*vcard"). Phones export the whole address book so, and several
# contacts that are shared at once come in one file. BEGIN and END say where a
# person begins and ends, so a reader gives several, or refuses the second.
#
# What happens: the lines of all cards are gathered in one object. It has as many
# names as there were people, and all their numbers, in lists that do not belong
# together: a person without a number moves everybody's number up by one. Nothing
# is thrown, and a card alone reads well. ical.js gives each person apart.
#
# Who is hurt: whoever imports an address book. The first name is kept, with the
# number of the first person who has one.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts vcard-parser@1.0.0 ical.js@2.2.1 || exit 2

cat > look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import ICAL from 'ical.js'
import parser from 'vcard-parser'

const versionOf = name => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version
const card = (name, phone) => ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, ...(phone ? [`TEL;TYPE=CELL:${phone}`] : []), 'END:VCARD', ''].join('\r\n')
const file = card('Rosa') + card('Pedro', '+5511900000001')

const found = parser.parse(file)
const apart = ICAL.parse(file).map(([, properties]) => Object.fromEntries(properties.map(([name, , , value]) => [name, value])))

console.log(`vcard-parser ${versionOf('vcard-parser')}, ical.js ${versionOf('ical.js')}`)
console.log(`is a list: ${Array.isArray(found)}`)
console.log(`names: ${found.fn.map(({ value }) => value)}`)
console.log(`numbers: ${found.tel.map(({ value }) => value)}`)
console.log(`ical.js: ${JSON.stringify(apart)}`)

const stands =
  !Array.isArray(found) &&
  found.fn.length === 2 &&
  found.fn[0].value === 'Rosa' &&
  found.tel.length === 1 &&
  apart.length === 2 &&
  apart[0].tel === undefined
console.log(stands ? 'As described.' : 'This has changed.')
process.exit(stands ? 0 : 1)
JS
node look.mjs
