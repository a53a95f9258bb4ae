#!/usr/bin/env bash
# A Pix key with dots passes a validator and a generator and pays nobody.
#
# Expected: the central bank's directory of Pix keys holds a CPF as eleven bare
# digits (DICT API, the description of "Key"; the manual on starting Pix payments
# shows it so in field 26, subfield 01). So either the validator says no to
# "123.456.789-09", or the generator writes 12345678909.
#
# What happens: isValidPixKey of @brazilian-utils says yes, because it removes
# the dots for itself and answers yes or no only. createStaticPix of pix-utils
# then writes the dots into the code without an error. parsePix and
# isValidPixPayload both call the result valid. The generator of
# @brazilian-utils, asked the same, writes bare digits.
#
# Who is hurt: a shop that types its key as people write it, in a program that
# checks with one library and generates with the other. No step complains, and
# the customer's bank looks for a key that is in no directory.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts \
  pix-utils@2.8.2 @brazilian-utils/brazilian-utils@2.4.0 || exit 2

node --input-type=module - <<'JS'
import { readFileSync } from 'node:fs';
import { generatePixPayload, isValidPixKey, isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { createStaticPix, hasError, parsePix } from 'pix-utils';

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
const key = '123.456.789-09';
const shop = { merchantName: 'LOJA', merchantCity: 'RECIFE' };
const made = createStaticPix({ ...shop, pixKey: key });
const code = hasError(made) ? '' : made.toBRCode();
const other = generatePixPayload({ ...shop, key });

console.log(`pix-utils ${versionOf('pix-utils')}, @brazilian-utils ${versionOf('@brazilian-utils/brazilian-utils')}`);
console.log(`isValidPixKey("${key}"): ${isValidPixKey(key)}`);
console.log(`code of pix-utils:        ${code}`);
console.log(`  read by pix-utils:      ${parsePix(code).pixKey}`);
console.log(`  isValidPixPayload:      ${isValidPixPayload(code)}`);
console.log(`code of @brazilian-utils: ${other}`);

const stands =
  isValidPixKey(key) &&
  code.includes('0114123.456.789-09') &&
  parsePix(code).pixKey === key &&
  isValidPixPayload(code) &&
  other.includes('011112345678909');
console.log(stands ? 'As described.' : 'This has changed.');
process.exit(stands ? 0 : 1);
JS
