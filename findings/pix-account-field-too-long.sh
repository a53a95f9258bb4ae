#!/usr/bin/env bash
# pix-utils writes a code that pix-utils itself cannot read.
#
# Expected: the length of a field in a payment code is two digits (EMV
# specification for merchant-presented QR codes), so a field holds at most 99
# characters. The central bank's manual on starting Pix payments allows a key of
# up to 77 characters and a note to the payer, and both share field 26 with the
# name of the arrangement. A long e-mail key leaves little room for a note. A
# library that reports other faults as errors should report this one.
#
# What happens: createStaticPix takes the key and the note, hasError says false,
# and the code carries a length of three digits. Every field after it is
# displaced. parsePix of the same library calls the code invalid.
#
# Who is hurt: a shop with a long e-mail key and a note such as the number of an
# order. The code looks sound when it is sent; the customer's bank refuses it.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts pix-utils@2.8.2 || exit 2

node --input-type=module - <<'JS'
import { readFileSync } from 'node:fs';
import { createStaticPix, hasError, parsePix } from 'pix-utils';

const { version } = JSON.parse(readFileSync('node_modules/pix-utils/package.json', 'utf8'));
const pixKey = 'atendimento.financeiro@bicicletaria-do-centro.example';
const make = (infoAdicional) =>
  createStaticPix({ merchantName: 'Bicicletaria', merchantCity: 'Recife', pixKey, infoAdicional, transactionAmount: 10 });

console.log(`pix-utils ${version}, a key of ${pixKey.length} characters`);
const seen = ['Pedido 1042', 'Pedido 1042, entrega quinta de tarde'].map((note) => {
  const made = make(note);
  const refused = hasError(made);
  const code = refused ? '' : made.toBRCode();
  const read = refused ? undefined : parsePix(code);
  const start = code.slice(6, 15);
  console.log(`note of ${note.length}: error when made ${refused}, field 26 starts "${start}", read back: ${read?.message ?? read?.pixKey}`);
  return { refused, start, unread: read !== undefined && hasError(read) };
});

const [short, long] = seen;
const stands = !short.refused && !short.unread && !long.refused && long.unread && /^261\d\d0014/.test(long.start);
console.log(stands ? 'As described.' : 'This has changed.');
process.exit(stands ? 0 : 1);
JS
