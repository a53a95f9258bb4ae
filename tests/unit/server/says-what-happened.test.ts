/** Whoever writes tickets or messages tells consumers (webhooks among them) what happened, in the same write. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'

const server = resolve(import.meta.dirname, '../../../electron/server')
const TELLS = /\b(happened|noteTickets?|tellOfClosed|announce|announceMessages|announceChange|hold|changed)\(/
const WRITES =
  /\binsertTicket\(|\.(insert|delete)\((tickets|messages)\)|insertMany\(\s*tx,\s*messages|\.update\((tickets|messages)\)\s*\.set\(/

/** Functions that write what no consumer is told of, with the reason. */
const QUIET: Readonly<Record<string, string>> = {
  'automation/auto-replies/ask.ts note': 'marks who serves a ticket; its state stays',
  'automation/auto-replies/switched-off.ts servesStill': 'as ask.ts; the hand-over tells',
  'automation/copilot/translate.ts translateTicket': 'the language a ticket is read in; its state stays',
  'automation/service-levels/settle.ts settleTicket': 'the next deadline; its state stays',
  'desk/contacts/merge.ts joinTickets': 'publishMerged tells, called by who merges',
  'desk/contacts/merge.ts mergeContacts': 'publishMerged tells, called by who merges',
  'desk/contacts/merge.ts moveTickets': 'publishMerged tells, called by who merges',
  'desk/inbound/phone-data.ts earlierTicket': 'what was said long ago is told to nobody',
  'desk/inbound/phone-data.ts takeEarlier': 'what was said long ago is told to nobody',
  'desk/inbound/store.ts newTicket': 'incoming.ts, which calls it, tells',
  'desk/inbound/store.ts rate': 'that a rating is no longer asked for',
  'desk/inbound/store.ts storeBatch': 'incoming.ts, which calls it, tells',
  'desk/messages/page.ts readTicket': 'read marks',
  'desk/messages/page.ts touchMessage': 'read marks',
  'desk/messages/rows.ts showLast': 'the last words shown in lists; the change of the message is told',
  'desk/queues/options.ts removeOption': 'a place in the menu of the chatbot',
  'desk/tickets/automatic.ts onResolve': 'when a rating was asked for',
}

interface Unit {
  name: string
  text: string
}

/** The functions and other constants at the top of a module. */
const unitsOf = (path: string, text: string): Unit[] =>
  parseSync(path, text).program.body.flatMap(statement => {
    const { start, end } = statement
    const said =
      statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement
    const id =
      said.type === 'FunctionDeclaration'
        ? said.id
        : said.type === 'VariableDeclaration'
          ? said.declarations[0]?.id
          : null
    return id?.type === 'Identifier' ? [{ name: id.name, text: text.slice(start, end) }] : []
  })

/** All that is reached from something, itself included. */
function reached<T>(from: T, next: (one: T) => readonly T[]): T[] {
  const found = new Set([from])
  for (const one of found) for (const other of next(one)) found.add(other)
  return [...found]
}

/** Functions of a module that write and do not tell; nor does what they call there, or what calls them there. */
function silentIn(path: string, text: string): string[] {
  if (!WRITES.test(text)) return []
  const units = unitsOf(path, text)
  const named = new Map(
    units.map(unit => [
      unit,
      units.filter(({ name }) => name !== unit.name && new RegExp(`\\b${name}\\b`).test(unit.text)),
    ]),
  )
  const calledBy = (unit: Unit): readonly Unit[] => named.get(unit) ?? []
  const callersOf = (unit: Unit): readonly Unit[] => units.filter(one => calledBy(one).includes(unit))
  const tells = (unit: Unit): boolean => reached(unit, calledBy).some(one => TELLS.test(one.text))
  return units
    .filter(unit => WRITES.test(unit.text) && !reached(unit, callersOf).some(tells))
    .map(({ name }) => `${path} ${name}`)
}

it('a write is found in a file that tells of others', () => {
  const module = `
    const told = (tx) => happened(act, 'changed', [])
    async function close(tx) { await tx.update(tickets).set({ status: 'closed' }) }
    export async function closeAll(tx) { await close(tx); await told(tx) }
    export const forget = (tx) => tx.delete(messages)`
  expect(silentIn('x.ts', module)).toEqual(['x.ts forget'])
})

it('every function that writes tickets or messages tells of it, or is listed with the reason', () => {
  const silent = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => path.endsWith('.ts') && !path.startsWith('platform/'))
    .flatMap(path => silentIn(path, readFileSync(join(server, path), 'utf8')))
  expect(silent.sort()).toEqual(Object.keys(QUIET).sort())
})
