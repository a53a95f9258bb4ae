/**
 * Every call the server makes outside, against a partner that does everything wrong: it ends, with an error or an answer
 * that says so, leaves no connection behind, reads no more than it may, and follows nobody inside.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TimeLimitReached } from '../../../electron/time-limit'
import { type BadPartner, MANNERS, type Manner, startBadPartner } from '../../support/bad-partner'
import { OUTSIDE_CALLS, type Outside, readyForOutside } from '../../support/outside-calls'
import { type Harness, startHarness } from './harness'

/** Limits of the product, made short from when the partner was spoken to: the same code ends by them. */
const SHORT_MS = 250
/** What comes of a partner of these manners is at once what it stays: a few looks later it may be over. */
const SETTLED: Partial<Record<BadPartner['manner'], number>> = {
  silent: 1,
  silentAfterHead: 1,
  drips: 1,
  // Each end computes for as long as it pours: enough to be far beyond every limit of a size.
  endless: 4,
  tenGigabytes: 4,
}
const LOOK_MS = 20
/** @param ms how long it is looked for at the most. */
function afterSpokenTo(ms: number): AbortSignal {
  const controller = new AbortController()
  let looks = 0
  const looking = setInterval(() => {
    if (partner.calls > 0) looks += 1
    if (looks <= (SETTLED[partner.manner] ?? SHORT_MS / LOOK_MS)) return
    clearInterval(looking)
    controller.abort(new TimeLimitReached(SHORT_MS))
  }, LOOK_MS).unref()
  setTimeout(() => clearInterval(looking), ms).unref()
  return controller.signal
}
vi.mock('../../../electron/time-limit', async importOriginal => {
  const real = await importOriginal<typeof import('../../../electron/time-limit')>()
  return {
    ...real,
    limitSignal: (ms: number, ...parents: AbortSignal[]) =>
      real.limitSignal(ms, afterSpokenTo(ms), ...parents),
    within: <T>(ms: number, work: (signal: AbortSignal) => Promise<T>, ...parents: AbortSignal[]) =>
      real.within(ms, work, afterSpokenTo(ms), ...parents),
  }
})
/** How long a mail server may take to greet is a limit of the library. */
vi.mock('nodemailer', async importOriginal => {
  const real = await importOriginal<typeof import('nodemailer')>()
  const short = { greetingTimeout: SHORT_MS }
  return { ...real, createTransport: (options: object) => real.createTransport({ ...options, ...short }) }
})

/** Most of an answer that may have been taken: the longest limit of a size, and what is in pipes. */
const MOST_BYTES = 512 * 1024 * 1024

let h: Harness
let partner: BadPartner
let folder: string
let outside: Outside
/** What reaches nobody by itself, and what is a partner's way in instead of ours out. */
const NO_CALLS: Record<string, string> = {
  'server/desk/channel/web/session.ts':
    'the library keeps its own line; its thread has limits of its own (channel/web/threads.ts)',
  'server/platform/db/engine/postgres-connection.ts':
    'connections and statements have limits; tests/integration/server/postgres.test.ts',
  'server/platform/db/engine/postgres-event-notifications.ts':
    'its one line has limits, and what it does not tell is looked for; tests/integration/server/event-log.test.ts',
  'server/platform/db/engine/postgres-batch.ts': 'statements of a connection that has limits',
  'server/platform/http/callers.ts': 'who calls us',
  'server/platform/http/door.ts': 'who calls us',
  'server/platform/auth/network.ts': 'who calls us',
  'server/platform/http/anonymous-connections.ts': 'who calls us',
  'server/platform/local-network/listener.ts': 'listens',
  'server/platform/local-network/local-network.ts': 'who calls us',
  'outward/names.ts': 'asks name servers; tests/unit/server/names.test.ts',
  'server/platform/operation/request-scope.ts': 'who calls us',
  'server/platform/realtime/gathered-writes.ts': 'who calls us',
  'server/platform/realtime/socket-server.ts': 'who calls us',
  'server/start.ts': 'listens',
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turno-bad-'))
  partner = await startBadPartner()
  h = await startHarness({ graphUrl: partner.url, jobsAfterMs: 3_600_000 })
  outside = { h, partner, folder, silentMs: SHORT_MS }
  await readyForOutside(outside)
})
afterAll(async () => {
  await h?.close()
  await partner?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(Object.entries(OUTSIDE_CALLS))('%s', (_name, { call, follows }) => {
  it.each(MANNERS)('ends with a partner of this manner: %s', async (manner: Manner) => {
    Object.assign(partner, { manner, calls: 0, inside: 0, given: 0 })
    const outcome = await call(outside).then(
      () => 'answered',
      (error: unknown) => (error instanceof Error ? 'refused' : 'strange'),
    )
    expect(['answered', 'refused']).toContain(outcome)
    expect(partner.calls).toBeGreaterThan(0)
    await expect.poll(() => partner.open(), { interval: 5 }).toBe(0)
    if (!follows) expect(partner.inside).toBe(0)
    expect(partner.given).toBeLessThan(MOST_BYTES)
  })
})

it('is asked of every file of the server that reaches outside', () => {
  const root = resolve(import.meta.dirname, '../../../electron')
  const reaches =
    /from 'node:https?'|from 'node:(?:net|tls|dns)'|from 'pg'|nodemailer|@aws-sdk|\bfetch\(|(?:guardedFetch|guardedRequest|callOutward|callBank|createGraph|makeWASocket)\(/
  const reaching = ['server', 'outward', 'providers']
    .flatMap(room =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map(file => `${room}/${file}`),
    )
    .filter(file => file.endsWith('.ts') && reaches.test(readFileSync(join(root, file), 'utf8')))
    .map(file => file.replaceAll('\\', '/'))
  const known = [...Object.values(OUTSIDE_CALLS).flatMap(({ files }) => files), ...Object.keys(NO_CALLS)]
  expect(reaching.filter(file => !known.includes(file))).toEqual([])
  expect(known.filter(file => !reaching.includes(file))).toEqual([])
})
