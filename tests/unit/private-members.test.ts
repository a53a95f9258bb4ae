/** A package's inside (docs/decisions.md, 74): nothing of ours names it. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { privateMembers } from '../support/private-members'

const ROOT = resolve(import.meta.dirname, '../..')

/** Each line that ends with a comment is to be found, by these words. */
const FIXTURE = `
import * as utils from 'drizzle-orm/utils'
import { SQLitePreparedQuery, SQLiteTransaction } from 'drizzle-orm/sqlite-core'
import type { Socket } from 'socket.io'
import { WebSocket } from 'ws'
import { z } from 'zod'
const { mapResultRow } = utils as unknown as { mapResultRow(): unknown } // mapResultRow
abstract class Prepared extends SQLitePreparedQuery<never> {
  ask() {
    const { queryWithCache } = this as unknown as { queryWithCache(): unknown } // queryWithCache
    return queryWithCache
  }
}
abstract class Transaction extends SQLiteTransaction<'async', never, never, never> {
  session_() {
    return this as unknown as { dialect: object } // dialect
  }
}
interface Transport {
  socket?: { _sender?: { sendFrame(): void } } // _sender
}
const form = z.object({ name: z.string() })
type Sent = (typeof form)['_output'] // _output
export function of(socket: Socket, line: WebSocket, transport: Transport, sent: Sent) {
  const sending = socket.conn as unknown as { transport: { socket?: { terminate(): void } } } // transport.socket
  const stream = (line as WebSocket & { _socket?: object })._socket // _socket
  const waiting = socket.conn['writeBuffer'] // writeBuffer
  const anything = (line as any).anything // any
  const optin = form._zod // _zod
  // What is not: public members, narrower types, types of ours.
  const net = socket.conn.request.socket as { destroy(): unknown }
  const name = socket.conn.transport.name as 'websocket'
  const list = [1, 2] as const
  const own = { a: 1 } as unknown as { b: number }
  return [mapResultRow, Prepared, Transaction, transport, sent, sending, stream, waiting, anything, optin, net, name, list, own]
}
`

it('finds what a package says is for nobody else, however it is reached', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turno-private-'))
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'fixture.ts'), FIXTURE)
    const config = join(folder, 'tsconfig.json')
    writeFileSync(config, JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: ['fixture.ts'] }))
    const expected = FIXTURE.split('\n').flatMap((line, i) => {
      const what = / \/\/ ([\w.]+)$/.exec(line)?.[1]
      return what ? [`fixture.ts:${i + 1} ${what}`] : []
    })
    const found = privateMembers(config, file => file.startsWith(folder))
    expect([...new Set(found.map(line => line.slice(folder.length + 1)))].sort()).toEqual(expected.sort())
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('there is none in the console or in the server', () => {
  const ours = [join(ROOT, 'electron/'), join(ROOT, 'src/')]
  expect(
    privateMembers(join(ROOT, 'tsconfig.json'), file => ours.some(room => file.startsWith(room))),
  ).toEqual([])
})
