#!/usr/bin/env bash
# @mrmgomes/boleto-utils refuses about two in eleven scanned bank slips.
#
# Expected: the fifth digit of a boleto's bar code is a check digit, eleven minus
# the remainder of a weighted sum divided by eleven. Where that gives 0, 10 or 11
# the digit is 1, never 0 (FEBRABAN's rule for bank slips; the specification of
# Caixa for issuers, 67.119, says that it runs from 1 to 9). Bills of utilities
# and taxes have another rule, and there such a digit is 0.
#
# What happens: validarBoleto uses the utilities' rule for bank slips as well. A
# slip whose remainder is 0 or 1 is called wrong when its bar code is given, and
# right when the typed line of the very same slip is given, because that check
# leaves the digit out. boleto-brasileiro-validator accepts both.
#
# Who is hurt: a customer who sends a photographed boleto. The console says
# that the number is mistyped; the bank would have taken it.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts \
  @mrmgomes/boleto-utils@1.3.3 boleto-brasileiro-validator@1.0.5 || exit 2

cat > look.cjs <<'JS'
const { readFileSync } = require('node:fs');
const utils = require('@mrmgomes/boleto-utils');
const other = require('boleto-brasileiro-validator');

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;

/** The remainder that the check digit is made of: weights 2 to 9 from the right. */
const remainderOf = (digits) => [...digits].reverse().reduce((sum, digit, at) => sum + Number(digit) * (2 + (at % 8)), 0) % 11;
const checkOf = (remainder) => (remainder < 2 || remainder === 10 ? 1 : 11 - remainder);

/** Invented slips of 123.45, one after another in the number the bank gives them. */
const slips = Array.from({ length: 110 }, (_, at) => {
  const rest = `16450000012345${'0'.repeat(17)}${String(at + 1).padStart(8, '0')}`;
  const remainder = remainderOf(`0019${rest}`);
  return { remainder, code: `0019${checkOf(remainder)}${rest}` };
});
const seen = slips.map(({ remainder, code }) => ({
  remainder,
  code,
  scanned: utils.validarBoleto(code),
  typed: utils.validarBoleto(utils.codBarras2LinhaDigitavel(code, false)),
  other: other.boletoBancarioCodigoBarras(code),
}));
const refused = seen.filter(({ scanned }) => !scanned.sucesso);
const sample = refused[0];

console.log(`@mrmgomes/boleto-utils ${versionOf('@mrmgomes/boleto-utils')}, boleto-brasileiro-validator ${versionOf('boleto-brasileiro-validator')}`);
console.log(`${seen.length} bar codes: ${refused.length} refused, remainders ${[...new Set(refused.map(({ remainder }) => remainder))].sort()}`);
console.log(`accepted as typed lines: ${seen.filter(({ typed }) => typed.sucesso).length}`);
console.log(`accepted by the other library: ${seen.filter(({ other: accepted }) => accepted).length}`);
if (sample) console.log(`for example ${sample.code}: ${sample.scanned.mensagem}`);

const stands =
  refused.length > 0 &&
  seen.every(({ remainder, scanned }) => scanned.sucesso === remainder > 1) &&
  seen.every(({ typed, other: accepted }) => typed.sucesso && accepted);
console.log(stands ? 'As described.' : 'This has changed.');
process.exit(stands ? 0 : 1);
JS
node look.cjs
