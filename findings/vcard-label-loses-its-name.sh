#!/usr/bin/env bash
# vcf renames the label that a phone gave to a number.
#
# Expected: address books of Apple and others write the owner's own name for a
# number as a second property of the same group: "item1.TEL" with
# "item1.X-ABLabel". By RFC 6350 (3.3) the case of a name's letters does not
# matter; its other characters do. So a card that is read and written again still
# holds X-ABLabel, in whatever case. ical.js writes X-ABLABEL.
#
# What happens: vcf turns each name into camel case when reading and back when
# writing, and puts a hyphen before each word it believes to see. X-ABLabel comes
# out as X-AB-LABEL, which is another property, and stays so.
#
# Who is hurt: whoever reads contact cards from a chat and exports them. The
# number survives and the group survives, but an address book that looks for
# X-ABLabel finds no "Portaria" any more, and two numbers of one person can no
# longer be told apart.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts vcf@2.1.2 ical.js@2.2.1 || exit 2

node --input-type=module - <<'JS'
import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';
import VCard from 'vcf';

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
const card = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'N:Oficina;;;;',
  'FN:Oficina',
  'item1.TEL:+55 00 0000-0000',
  'item1.X-ABLabel:Portaria',
  'END:VCARD',
  '',
].join('\r\n');
const labelIn = (text) => text.split(/\r?\n/).find((line) => line.endsWith(':Portaria'));
const throughVcf = (text) => VCard.parse(text)[0].toString('3.0');

const once = throughVcf(card);
const twice = throughVcf(`${once}\r\n`);
const other = new ICAL.Component(ICAL.parse(card)).toString();
console.log(`vcf ${versionOf('vcf')}, ical.js ${versionOf('ical.js')}`);
console.log(`in the card:   ${labelIn(card)}`);
console.log(`after vcf:     ${labelIn(once)}`);
console.log(`twice:         ${labelIn(twice)}`);
console.log(`after ical.js: ${labelIn(other)}`);

const stands =
  labelIn(once) === 'item1.X-AB-LABEL:Portaria' &&
  labelIn(twice) === labelIn(once) &&
  labelIn(other).toUpperCase() === 'ITEM1.X-ABLABEL:PORTARIA';
console.log(stands ? 'As described.' : 'This has changed.');
process.exit(stands ? 0 : 1);
JS
