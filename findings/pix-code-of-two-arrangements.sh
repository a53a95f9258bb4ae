#!/usr/bin/env bash
# pix-utils takes another wallet's account for the Pix key.
#
# Expected: one payment code may serve several payment arrangements. The EMV
# specification for merchant-presented QR codes, and the Brazilian central
# bank's "Manual do BR Code" after it, give the fields 26 to 51 to the
# arrangements, and each names itself in its subfield 00. For Pix that name is
# "br.gov.bcb.pix". So a reader looks for the field of that name.
#
# What happens: parsePix of pix-utils reads field 26 whatever its name is. In a
# code with a wallet in 26 and Pix in 27, the wallet's account number becomes
# the Pix key. No error is given, and toBRCode() writes a Pix code with that
# account as its key. @brazilian-utils reads the same code rightly.
#
# Who is hurt: a shop whose code also carries another wallet. A console that
# reads the customer's or the shop's code shows and sends on a key that nobody
# owns, or that belongs to somebody else.
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
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';
import { parsePix } from 'pix-utils';

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
const field = (id, value) => id + String(value.length).padStart(2, '0') + value;
const checksum = (text) => {
  let rest = 0xffff;
  for (const byte of Buffer.from(text)) {
    rest ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) rest = ((rest & 0x8000 ? (rest << 1) ^ 0x1021 : rest << 1) & 0xffff) >>> 0;
  }
  return rest.toString(16).toUpperCase().padStart(4, '0');
};
const codeWith = (accounts) => {
  const open = [
    field('00', '01'),
    accounts,
    field('52', '0000'),
    field('53', '986'),
    field('54', '10.00'),
    field('58', 'BR'),
    field('59', 'LOJA'),
    field('60', 'RECIFE'),
    field('62', field('05', '***')),
    '6304',
  ].join('');
  return open + checksum(open);
};

const pix = field('00', 'br.gov.bcb.pix') + field('01', 'caixa@loja.example');
const wallet = field('00', 'com.example.wallet') + field('01', 'ACCOUNT-0042');
const alone = codeWith(field('26', pix));
const both = codeWith(field('26', wallet) + field('27', pix));

console.log(`pix-utils ${versionOf('pix-utils')}, @brazilian-utils ${versionOf('@brazilian-utils/brazilian-utils')}`);
console.log(`Pix alone:             pix-utils reads ${parsePix(alone).pixKey}`);
console.log(`the code of two:       ${both}`);
console.log(`                       pix-utils reads ${parsePix(both).pixKey}`);
console.log(`                       @brazilian-utils reads ${getPixPayloadInfo(both).key}`);
console.log(`written by pix-utils:  ${parsePix(both).toBRCode()}`);

const stands =
  parsePix(alone).pixKey === 'caixa@loja.example' &&
  getPixPayloadInfo(both).key === 'caixa@loja.example' &&
  parsePix(both).pixKey === 'ACCOUNT-0042' &&
  parsePix(both).toBRCode().includes('br.gov.bcb.pix0112ACCOUNT-0042');
console.log(stands ? 'As described.' : 'This has changed.');
process.exit(stands ? 0 : 1);
JS
