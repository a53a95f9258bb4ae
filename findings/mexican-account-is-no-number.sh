#!/usr/bin/env bash
# libphonenumber-js calls the address of older Mexican accounts impossible.
#
# Expected: WhatsApp names an account by the phone number it was opened with.
# Mexico dialled its mobiles with a 1 behind the country code until August 2019,
# and accounts keep it: senders come as 52 1 and ten digits (360dialog, Green API
# and Zoho describe it for those who send). So a reader of such an address finds a
# number of Mexico, and perhaps the ten digits that are dialled today.
#
# What happens: the number is of Mexico, and then neither possible nor valid
# ("too long"); the 1 is not seen as the old prefix, and the address written in
# Mexico's form keeps eleven digits. Argentina's 9, which is written for the same
# reason, is understood. awesome-phonenumber, made from the original library,
# says the same of Mexico.
#
# Who is hurt: who checks numbers before storing a contact or a campaign's list.
# The person wrote to the shop a minute ago, and the import leaves them out.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts \
  libphonenumber-js@1.13.16 awesome-phonenumber@7.8.0 || exit 2

cat > look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import parse, { validatePhoneNumberLength } from 'libphonenumber-js/max'
import { parsePhoneNumber } from 'awesome-phonenumber'

const versionOf = name => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version
const look = number => {
  const found = parse(number)
  return {
    country: found?.country,
    possible: found?.isPossible(),
    valid: found?.isValid(),
    why: validatePhoneNumberLength(number),
    written: found?.formatNational(),
    other: parsePhoneNumber(number).valid,
  }
}

console.log(`libphonenumber-js ${versionOf('libphonenumber-js')}, awesome-phonenumber ${versionOf('awesome-phonenumber')}`)
// Invented numbers of Mexico City and Buenos Aires: as accounts are named, and as Mexico is dialled today.
const [account, dialled, argentina] = ['+5215512345678', '+525512345678', '+5491123456789'].map(number => {
  const found = look(number)
  console.log(number, JSON.stringify(found))
  return found
})
const stands =
  account.country === 'MX' &&
  !account.possible &&
  !account.valid &&
  account.why === 'TOO_LONG' &&
  account.written.replace(/\D/g, '').length === 11 &&
  !account.other &&
  [dialled, argentina].every(found => found.possible && found.valid && found.other)
console.log(stands ? 'As described.' : 'This has changed.')
process.exit(stands ? 0 : 1)
JS
node look.mjs
