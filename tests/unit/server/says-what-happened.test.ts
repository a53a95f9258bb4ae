/** Whoever writes tickets or messages tells consumers (webhooks among them) what happened, in the same write. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const server = resolve(import.meta.dirname, '../../../electron/server')
const TELLS = /\b(happened|noteTickets?|tellOfClosed|announce|announceMessages|announceChange|hold|changed)\(/
const WRITES =
  /\binsertTicket\(|\.(insert|delete)\((tickets|messages)\)|insertMany\(\s*tx,\s*messages|\.update\((tickets|messages)\)\s*\.set\(/

/** Files that write what no consumer is told of, with the reason. */
const QUIET: Readonly<Record<string, string>> = {
  'automation/auto-replies/ask.ts': 'marks who serves a ticket; its state stays',
  'automation/auto-replies/switched-off.ts': 'as ask.ts; the hand-over tells',
  'automation/service-levels/settle.ts': 'the next deadline; its state stays',
  'desk/inbound/phone-data.ts': 'what was said long ago is told to nobody',
  'desk/inbound/store.ts': 'incoming.ts, which calls it, tells',
  'desk/messages/page.ts': 'read marks',
  'desk/queues/options.ts': 'a place in the menu of the chatbot',
  'desk/tickets/automatic.ts': 'when a rating was asked for',
}
const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => path.endsWith('.ts') && !path.startsWith('platform/'))

it('every file that writes tickets or messages tells of it, or is listed with the reason', () => {
  const silent = files.filter(path => {
    const text = readFileSync(join(server, path), 'utf8')
    return WRITES.test(text) && !TELLS.test(text)
  })
  expect(silent.sort()).toEqual(Object.keys(QUIET).sort())
})
