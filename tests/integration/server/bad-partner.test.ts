/**
 * Every call the server makes outside, against a partner that does everything wrong: it ends, with an error or an answer
 * that says so, leaves no connection behind, reads no more than it may, and follows nobody inside.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createSecureContext } from 'node:tls'
import * as baileys from '@whiskeysockets/baileys'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accountOf, saveAccount } from '../../../electron/server/channel/cloud/account'
import { downloadFile, uploadFile } from '../../../electron/server/channel/cloud/files'
import { createGraph } from '../../../electron/server/channel/cloud/graph'
import { askNetwork } from '../../../electron/server/channel/cloud/network'
import { readCloudProfile, saveCloudProfile } from '../../../electron/server/channel/cloud/profile'
import { tryCloud } from '../../../electron/server/channel/cloud/set-up'
import { createActions } from '../../../electron/server/channel/web/actions'
import { joinCluster } from '../../../electron/server/cluster/redis'
import type { Db } from '../../../electron/server/db/client'
import { lockDatabase } from '../../../electron/server/db/engine/database-lock'
import { joinProcesses } from '../../../electron/server/db/engine/leases'
import { mailSettings, whatsapps } from '../../../electron/server/db/schema'
import { silentLog } from '../../../electron/server/log'
import { sendMail } from '../../../electron/server/mail/send'
import { s3Place } from '../../../electron/server/media/s3'
import { callOutward } from '../../../electron/server/outward/call'
import { callBank } from '../../../electron/server/payments/bank-call'
import { askModel, MODEL_TIMEOUTS } from '../../../electron/server/providers/chat-model'
import { ixcClient } from '../../../electron/server/providers/ixc'
import { speak } from '../../../electron/server/providers/speech'
import { templatesOf } from '../../../electron/server/templates/list'
import { within } from '../../../electron/time-limit'
import { type BadPartner, MANNERS, type Manner, startBadPartner } from '../../support/bad-partner'
import { type Harness, startHarness } from './harness'

/** Limits of the product, made short: the same code ends by them. */
const SHORT_MS = 250
vi.mock('../../../electron/time-limit', async importOriginal => {
  const real = await importOriginal<typeof import('../../../electron/time-limit')>()
  const short = (ms: number): number => Math.min(ms, SHORT_MS)
  return {
    ...real,
    limitSignal: (ms: number, ...parents: AbortSignal[]) => real.limitSignal(short(ms), ...parents),
    within: <T>(ms: number, work: (signal: AbortSignal) => Promise<T>, ...parents: AbortSignal[]) =>
      real.within(short(ms), work, ...parents),
  }
})

/** Most of an answer that may have been taken: the longest limit of a size, and what is in pipes. */
const MOST_BYTES = 512 * 1024 * 1024

let h: Harness
let partner: BadPartner
let folder: string
const account = { phoneNumberId: '1', businessAccountId: '2', accessToken: 'token' }
const graph = () => createGraph(partner.url, askNetwork)
const whatsapp = async () => {
  const [row] = await h.db.select().from(whatsapps)
  if (!row) throw new Error('no connection')
  return { ...row, provider: 'cloud' }
}

interface Call {
  /** Files below electron/server that reach outside for it. */
  files: string[]
  call(): Promise<unknown>
}

/** Each way out. A file that reaches outside and is in none of them fails the last test. */
const CALLS: Record<string, Call> = {
  'a message by the Cloud API': {
    files: ['channel/cloud/graph.ts', 'channel/cloud/network.ts', 'channel/cloud/threads.ts'],
    call: () =>
      within(30_000, signal =>
        graph().call({ token: 't', method: 'POST', path: '1/messages', body: { a: 1 }, signal }),
      ),
  },
  'a file to the Cloud API': {
    files: [],
    call: () => {
      const media = { path: join(folder, 'file'), mime: 'text/plain', name: 'a.txt', size: 1 }
      return within(120_000, signal => uploadFile(graph(), account as never, media, signal))
    },
  },
  'a file of a customer': {
    files: [],
    call: () => within(120_000, signal => downloadFile(graph(), account as never, '9', 5_000_000, signal)),
  },
  'the bytes of a file of a customer': {
    files: [],
    call: () => within(120_000, signal => graph().file(`${partner.url}/f`, 't', 5_000_000, signal)),
  },
  'the set-up of a number': {
    files: ['channel/cloud/set-up.ts', 'channel/cloud/ask-once.ts'],
    call: async () => tryCloud(h.running.app, h.one.whatsappId, { ...account, appSecret: '' } as never),
  },
  'the profile of a number': {
    files: ['channel/cloud/profile.ts'],
    call: () => readCloudProfile(h.running.app, h.one.whatsappId),
  },
  'a change of the profile of a number': {
    files: [],
    call: () =>
      saveCloudProfile(h.running.app, h.one.whatsappId, {
        ...{ about: '', address: '', description: '', email: '', vertical: '' },
        ...{ website1: '', website2: '' },
      } as never),
  },
  'templates of a number': {
    files: ['templates/list.ts'],
    call: async () => templatesOf(h.running.app, await whatsapp(), true),
  },
  'a picture of somebody on WhatsApp Web': {
    files: ['channel/web/actions.ts'],
    call: () => {
      const socket = () => ({ profilePictureUrl: async () => `${partner.url}/p.png` }) as never
      return createActions({ library: {} as never, voice: null, socket, tuning: {} as never }).picture('a')
    },
  },
  'a file of a message on WhatsApp Web': {
    files: ['channel/web/file.ts'],
    call: () => {
      const message = { imageMessage: { directPath: '/f', mediaKey: Buffer.alloc(32, 5) } }
      const library = { ...baileys, getUrlFromDirectPath: (path: string) => `${partner.url}${path}` }
      const socket = () => ({ updateMediaMessage: async () => ({ message }) }) as never
      const content = Buffer.from(baileys.proto.Message.encode(message).finish()).toString('base64')
      const key = { id: 'M1', chat: 'a', fromMe: false, participant: null }
      return createActions({ library, voice: null, socket, tuning: {} as never }).file(
        content,
        key,
        1_000_000,
      )
    },
  },
  'a question to a model': {
    files: [
      'providers/chat-model.ts',
      'providers/event-limit.ts',
      'providers/guarded-fetch.ts',
      'providers/guarded-request.ts',
    ],
    call: () =>
      askModel(
        {
          ...{ apiKey: 'k', baseUrl: `${partner.url}/v1`, model: 'm', maxTokens: 10, temperature: 0 },
          ...{ local: true, timeouts: MODEL_TIMEOUTS },
        },
        'system',
        [{ role: 'user', text: 'oi' }],
      ),
  },
  'a text that is spoken': {
    files: ['providers/speech.ts'],
    call: () =>
      speak(
        { key: 'k', region: 'r', voice: 'v', origin: () => partner.url },
        'oi',
        new AbortController().signal,
      ),
  },
  'a question to IXC': {
    files: ['providers/ixc.ts'],
    call: () =>
      ixcClient({
        ...{ baseUrl: partner.url, token: '1:2', timeoutMs: 15_000, attempts: 1, local: true },
      }).greet(),
  },
  'a webhook': {
    files: ['outward/call.ts', 'outward/addresses.ts', 'webhooks/attempt.ts'],
    call: () =>
      callOutward({
        ...{ method: 'POST', url: `${partner.url}/hook`, body: '{}', timeoutMs: 10_000 },
        ...{ mostBytes: 4_000, targets: 'all' as never },
      }),
  },
  'a bank': {
    files: ['payments/bank-call.ts', 'payments/api-pix.ts'],
    call: () =>
      callBank({ method: 'GET', url: `https://127.0.0.1:${partner.port}/`, context: createSecureContext() }),
  },
  'a mail server': {
    files: ['mail/send.ts'],
    call: () => sendMail(h.running.app, { to: 'a@exemplo.com', subject: 's', text: 't' }),
  },
  'a store of files': {
    files: ['media/s3.ts'],
    call: async () => {
      const options = { bucket: 'b', prefix: '', endpoint: partner.url, region: 'r', silentMs: SHORT_MS }
      const place = await s3Place(options, folder)
      await within(60_000, async signal => {
        const body = await place.read(1, 'f')
        signal.addEventListener('abort', () => body.destroy())
        return (await buffer(body)).length
      })
      throw new Error('a whole file of nobody')
    },
  },
  Redis: {
    files: ['cluster/redis.ts'],
    call: () =>
      joinCluster(`redis://127.0.0.1:${partner.port}`, {
        // Which database it is has to be known first; this one is a file.
        db: { all: async () => [{ id: 'a-database' }] } as unknown as Db,
        ...{ log: silentLog, keys: h.running.app.keys },
      }),
  },
  'the lock of the database': {
    files: ['db/engine/database-lock.ts'],
    call: () => lockDatabase(`postgres://a:b@127.0.0.1:${partner.port}/c`, { log: silentLog, onTaken() {} }),
  },
  'the leases of the processes': {
    files: ['db/engine/leases.ts'],
    call: () =>
      joinProcesses(`postgres://a:b@127.0.0.1:${partner.port}/c`, {
        ...{ log: silentLog, guard() {}, onTaken() {}, onWanted: async () => {}, onChange() {}, onLost() {} },
      }),
  },
}

/** What reaches nobody by itself, and what is a partner's way in instead of ours out. */
const NO_CALLS: Record<string, string> = {
  'channel/web/session.ts':
    'the library keeps its own line; its thread has limits of its own (channel/web/threads.ts)',
  'db/engine/postgres-connection.ts':
    'connections and statements have limits; tests/integration/server/postgres.test.ts',
  'db/engine/postgres-events.ts':
    'its one line has limits, and what it does not tell is looked for; tests/integration/server/event-log.test.ts',
  'db/engine/postgres-outcome.ts': 'words of statements',
  'db/engine/postgres-session.ts': 'types',
  'http/callers.ts': 'who calls us',
  'http/door.ts': 'who calls us',
  'http/network.ts': 'who calls us',
  'http/strangers.ts': 'who calls us',
  'outward/names.ts': 'asks name servers; tests/unit/server/names.test.ts',
  'operation/request-scope.ts': 'who calls us',
  'providers/address.ts': 'looks at an address',
  'realtime/budget.ts': 'who calls us',
  'realtime/socket-server.ts': 'who calls us',
  'start.ts': 'listens',
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turno-bad-'))
  writeFileSync(join(folder, 'file'), 'x')
  partner = await startBadPartner()
  process.env.AWS_ACCESS_KEY_ID ??= 'test'
  process.env.AWS_SECRET_ACCESS_KEY ??= 'test'
  h = await startHarness({ graphUrl: partner.url, jobsAfterMs: 3_600_000 })
  // As numbers of the Cloud API have them.
  Object.assign(h.running.app.channel, { capabilitiesOf: () => ['templates'] })
  const at = { companyId: h.one.id, whatsappId: h.one.whatsappId }
  await saveAccount(h.db, h.running.app.keys, at, { ...account, appSecret: 's' })
  expect(await accountOf(h.db, h.running.app.keys, h.one.whatsappId)).toBeTruthy()
  await h.db.platform
    .insert(mailSettings)
    .values({ id: 1, host: '127.0.0.1', port: partner.port, security: 'none', fromAddress: 'a@exemplo.com' })
    .onConflictDoUpdate({
      target: mailSettings.id,
      set: { host: '127.0.0.1', port: partner.port, security: 'none', fromAddress: 'a@exemplo.com' },
    })
})
afterAll(async () => {
  await h?.close()
  await partner?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(Object.entries(CALLS))('%s', (_name, { call }) => {
  it.each(MANNERS)('ends with a partner of this manner: %s', async (manner: Manner) => {
    Object.assign(partner, { manner, calls: 0, inside: 0, given: 0 })
    const outcome = await call().then(
      () => 'answered',
      (error: unknown) => (error instanceof Error ? 'refused' : 'strange'),
    )
    expect(['answered', 'refused']).toContain(outcome)
    expect(partner.calls).toBeGreaterThan(0)
    await expect.poll(() => partner.open()).toBe(0)
    expect(partner.inside).toBe(0)
    expect(partner.given).toBeLessThan(MOST_BYTES)
  })
})

it('is asked of every file of the server that reaches outside', () => {
  const root = resolve(import.meta.dirname, '../../../electron/server')
  const outside =
    /from 'node:https?'|from 'node:(?:net|tls|dns)'|from 'pg'|nodemailer|@aws-sdk|@redis\/client|\bfetch\(|(?:guardedFetch|guardedRequest|callOutward|callBank|graphOnce|createGraph|makeWASocket)\(/
  const reaching = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && outside.test(readFileSync(join(root, file), 'utf8')))
    .map(file => file.replaceAll('\\', '/'))
  const known = [...Object.values(CALLS).flatMap(({ files }) => files), ...Object.keys(NO_CALLS)]
  expect(reaching.filter(file => !known.includes(file))).toEqual([])
  expect(known.filter(file => !reaching.includes(file))).toEqual([])
})
