#!/usr/bin/env bash
# date-holidays loses a national holiday in four Brazilian states.
#
# Expected: 20 November is a holiday in all of Brazil since 2023-12-21 (federal
# law 14.759). The list of a state is the list of the country and what the state
# adds, so each national holiday is in the list of each state.
#
# What happens: the day had been a holiday of some states before. Their data
# say of it that it ended on the day the national one began. The entry of the
# state replaces that of the country instead of adding to it, so what is left of
# the day is nothing: it is in the list for Brazil, in that of 23 states, and
# not in those of Amazonas, Mato Grosso, Rio de Janeiro and São Paulo.
#
# Who is hurt: a contact centre in São Paulo that takes its business hours from
# the list. Promises run on through the day, and the "we are closed" stays out.
#
# Exit: 0 while it is so, 1 when it has changed, 2 when npm cannot install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --prefix "$place" --silent --no-audit --no-fund --ignore-scripts date-holidays@3.37.0 || exit 2

cat > look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import Holidays from 'date-holidays'

const { version } = JSON.parse(readFileSync('node_modules/date-holidays/package.json', 'utf8'))
const YEARS = [2024, 2025, 2026, 2027]

/** Public holidays of a year, as days: of the country, or of one of its states. */
const days = (year, ...state) =>
  new Holidays('BR', ...state)
    .getHolidays(year)
    .filter(({ type }) => type === 'public')
    .map(({ date }) => date.slice(0, 10))

const states = Object.keys(new Holidays().getStates('BR'))
const missing = states
  .map(state => [state, YEARS.flatMap(year => days(year).filter(day => !days(year, state).includes(day)))])
  .filter(([, lost]) => lost.length > 0)

console.log(`date-holidays ${version}, ${states.length} states`)
console.log(`Brazil has 20 November: ${YEARS.every(year => days(year).includes(`${year}-11-20`))}`)
for (const [state, lost] of missing) console.log(`${state} lacks ${lost.join(', ')}`)

const stands =
  YEARS.every(year => days(year).includes(`${year}-11-20`)) &&
  missing.map(([state]) => state).sort().join() === 'AM,MT,RJ,SP' &&
  missing.every(([, lost]) => lost.join() === YEARS.map(year => `${year}-11-20`).join())
console.log(stands ? 'As described.' : 'This has changed.')
process.exit(stands ? 0 : 1)
JS
node look.mjs
