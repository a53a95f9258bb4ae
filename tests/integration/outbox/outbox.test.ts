import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { message } from '../../../src/contract'
import { openRig, type Rig, type RigOptions } from '../../faults/lib/bench-outbox'
import { startTinyServer, type TinyOptions, type TinyServer } from '../../faults/lib/tiny-server'
import { deferred } from '../../support/deferred'
import { everythingIn } from '../../support/files'

let dir: string
let server: TinyServer
let rig: Rig
let url: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turno-outbox-'))
})
afterEach(async () => {
  await rig?.close()
  await server?.close()
  await rm(dir, { recursive: true, force: true, maxRetries: 10 })
})

const serve = async (options: Partial<TinyOptions> = {}) => {
  server = await startTinyServer({ journal: join(dir, 'journal'), ...options })
  url = server.url
}
const open = async (options: Partial<RigOptions> = {}) => {
  rig = await openRig({ dataDir: join(dir, 'data'), url: () => url, ...options })
  await rig.outbox.start(rig.scope)
}
const idle = () => rig.until(() => rig.outbox.list().length === 0)
async function* bytes(size: number) {
  for (let left = size; left > 0; left -= 65_536) yield new Uint8Array(Math.min(left, 65_536)).fill(7)
}
const upload = (size: number, name = 'foto.png', mime = 'image/png') =>
  rig.attachments.receive({ name, mime, bytes: bytes(size), declared: size })

/** Time that only goes by when the test says so. */
function ownClock() {
  let now = Date.now()
  const timers: { at: number; work: () => void }[] = []
  const clock = {
    now: () => now,
    after: (ms: number, work: () => void) => {
      const timer = { at: now + ms, work }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0)
    },
  }
  const advance = (ms: number) => {
    now += ms
    for (const timer of timers.filter(t => t.at <= now)) {
      timers.splice(timers.indexOf(timer), 1)
      timer.work()
    }
  }
  return { clock, advance }
}

describe('outbox', () => {
  it('sends in order per ticket and removes entries once their message is on the feed', async () => {
    await serve()
    await open()
    for (let i = 0; i < 20; i += 1) await rig.enqueue({ ticketId: 1 + (i % 3), body: `n${i}` })
    await idle()
    for (const ticket of [1, 2, 3]) {
      const bodies = server
        .accepted()
        .filter(row => row.ticketId === ticket)
        .map(row => row.body)
      expect(bodies).toEqual([...Array(20).keys()].filter(i => 1 + (i % 3) === ticket).map(i => `n${i}`))
    }
    expect(rig.messages).toHaveLength(20)
    expect(new Set(rig.messages.map(m => m.clientId)).size).toBe(20)
    expect(rig.shown.size).toBe(0)
  })

  it('accepts one id once, also after it was sent', async () => {
    await serve()
    await open()
    const id = 'aaaaaaaa-1111'
    await Promise.all([
      rig.enqueue({ ticketId: 1, id, body: 'once' }),
      rig.enqueue({ ticketId: 1, id, body: 'once' }),
    ])
    await idle()
    const again = await rig.enqueue({ ticketId: 1, id, body: 'once' })
    expect(again).toMatchObject({ state: 'sent', messageId: 'M1' })
    expect(server.accepted()).toHaveLength(1)
  })

  it('shows a refusal with its reason, lets later texts pass, and a retry really resends', async () => {
    let refusing = true
    await serve({ fault: (_, body) => (refusing && body === 'no' ? 'refuse' : 'none') })
    await open()
    const first = await rig.enqueue({ ticketId: 1, body: 'no' })
    await rig.enqueue({ ticketId: 1, body: 'yes' })
    await rig.until(() => rig.outbox.list().length === 1)
    expect(rig.outbox.list()[0]).toMatchObject({
      id: first.id,
      state: 'failed',
      failureCode: 'ERR_NO_PERMISSION',
      attempts: 1,
    })
    refusing = false
    await rig.outbox.retry(first.id)
    await idle()
    expect(server.accepted().map(row => row.body)).toEqual(['yes', 'no'])
    expect(server.accepted()[1]?.clientId).toBe(first.id)
  })

  it('sends an answer that overtook the acceptance of its ticket, and gives up where the ticket stays closed', async () => {
    let closed = 2
    const refusal = { status: 400, error: 'ERR_TICKET_NOT_OPEN' }
    await serve({ refusal, fault: () => (closed-- > 0 ? 'refuse' : 'none') })
    await open({ random: () => 0 })
    await rig.enqueue({ ticketId: 1, body: 'first' })
    await rig.enqueue({ ticketId: 1, body: 'second' })
    await idle()
    expect(server.accepted().map(row => row.body)).toEqual(['first', 'second'])
    closed = Number.POSITIVE_INFINITY
    await rig.enqueue({ ticketId: 1, body: 'too late' })
    await rig.until(() => rig.outbox.list()[0]?.state === 'failed')
    expect(rig.outbox.list()[0]).toMatchObject({ failureCode: refusal.error, attempts: 3 })
  })

  it('edits and removes what has not left, and refuses what may have', async () => {
    await serve()
    await open()
    const held = await rig.enqueue({ ticketId: 1, body: 'draft', holdMs: 10_000 })
    expect(held.notBefore).not.toBeNull()
    expect((await rig.outbox.edit(held.id, 'better')).body).toBe('better')
    const gone = await rig.enqueue({ ticketId: 2, body: 'never mind', holdMs: 10_000 })
    expect(await rig.outbox.remove(gone.id)).toEqual({ removed: true })
    await rig.outbox.release(held.id)
    await idle()
    expect(server.accepted().map(row => row.body)).toEqual(['better'])
    expect(await rig.outbox.remove(held.id)).toEqual({ removed: false })
    await expect(rig.outbox.edit(held.id, 'late')).rejects.toMatchObject({ code: 'OUTBOX_GONE' })
  })

  it('refuses to change a text whose answer was lost', async () => {
    await serve({ fault: () => 'dropAfter' })
    await open()
    const entry = await rig.enqueue({ ticketId: 1, body: 'maybe there' })
    await rig.until(() => rig.shown.get(entry.id)?.failureCode === 'SERVER_UNREACHABLE')
    await expect(rig.outbox.edit(entry.id, 'other')).rejects.toMatchObject({ code: 'OUTBOX_LEFT' })
    expect(await rig.outbox.remove(entry.id)).toEqual({ removed: false })
  })

  it('uploads a file from the disk with progress, then deletes it', async () => {
    await serve()
    await open()
    const size = 3_000_001
    const attachment = await upload(size, '../../evil\u202ename.png')
    expect(attachment.name).toBe('evilname.png')
    const shares: number[] = []
    await rig.enqueue({ ticketId: 1, kind: 'media', body: '', attachment: { ...attachment, caption: 'Olá' } })
    await rig.until(() => {
      const entry = [...rig.shown.values()][0]
      if (entry?.progress != null) shares.push(entry.progress)
      return rig.outbox.list().length === 0
    })
    expect(server.accepted()[0]).toMatchObject({ bytes: size, body: 'Olá', media: 'image/png|evilname.png' })
    expect(shares.at(-1)).toBe(1)
    await rig.close()
    expect(await readdir(join(dir, 'data', 'attachments'))).toEqual([])
    await open()
  })

  it('cancels an upload under way', async () => {
    await serve()
    const { promise: cancelled, resolve: cancel } = deferred()
    await open({
      onChange: change => {
        if (change.upserts.some(e => e.state === 'sending' && (e.progress ?? 0) > 0)) cancel()
      },
    })
    const entry = await rig.enqueue({
      ticketId: 1,
      kind: 'media',
      body: '',
      attachment: await upload(40_000_000),
    })
    await cancelled
    expect(await rig.outbox.remove(entry.id)).toEqual({ removed: true })
    await rig.enqueue({ ticketId: 1, body: 'after' })
    await idle()
    expect(server.accepted().map(row => row.body)).toEqual(['after'])
  })

  it('says so when the file is gone', async () => {
    await serve()
    await open()
    const attachment = await upload(1_000)
    await rm(join(dir, 'data', 'attachments', attachment.id))
    await expect(rig.enqueue({ ticketId: 1, kind: 'media', body: '', attachment })).rejects.toMatchObject({
      code: 'OUTBOX_FILE_MISSING',
    })
  })
})

describe('outbox against a server without client ids', () => {
  it('asks the thread before it resends what may have arrived, with the server clock an hour ahead', async () => {
    let drops = 1
    await serve({
      clientIds: false,
      clockAheadMs: 3_600_000,
      fault: (_, body) => (body === 'twin' && drops-- > 0 ? 'dropAfter' : 'none'),
    })
    const { clock, advance } = ownClock()
    await open({ clientIds: false, clock })
    await rig.transport.recentMessages(1, clock.now(), new AbortController().signal)
    const entry = await rig.enqueue({ ticketId: 1, body: 'twin' })
    await rig.until(() => rig.shown.get(entry.id)?.failureCode === 'SERVER_UNREACHABLE')
    advance(15_000)
    await rig.until(() => rig.shown.get(entry.id)?.state === 'sent')
    expect(server.accepted()).toHaveLength(1)
    expect(rig.shown.get(entry.id)?.messageId).toBe('M1')
  })

  /** Lets time go by in steps, so that questions on their way come back between them. */
  const minutePasses = async (advance: (ms: number) => void, done: () => boolean) => {
    for (let s = 0; s < 70 && !done(); s += 2) {
      advance(2_000)
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }

  it('says within a minute what a server took in and lost, and sends it again when a person wishes', async () => {
    let losing = true
    await serve({ clientIds: false, fault: () => (losing ? 'lose' : 'none') })
    const { clock, advance } = ownClock()
    await open({ clientIds: false, clock })
    const entry = await rig.enqueue({ ticketId: 1, body: 'lost' })
    await rig.until(() => rig.shown.get(entry.id)?.state === 'sent')
    const failed = () => rig.shown.get(entry.id)?.state === 'failed'
    await minutePasses(advance, failed)
    expect(rig.shown.get(entry.id)).toMatchObject({ state: 'failed', failureCode: 'OUTBOX_UNCONFIRMED' })
    // It is so on the disk too.
    await rig.outbox.stop()
    await rig.outbox.start(rig.scope)
    expect(rig.outbox.list()[0]).toMatchObject({ state: 'failed', failureCode: 'OUTBOX_UNCONFIRMED' })
    losing = false
    await rig.outbox.retry(entry.id)
    await rig.until(() => rig.shown.get(entry.id)?.state === 'sent')
    expect(server.accepted()).toHaveLength(1)
    await minutePasses(advance, () => rig.outbox.list().length === 0)
    expect(rig.outbox.list()).toEqual([])
  })

  it('says nothing while the server cannot be asked, and finds what comes late', async () => {
    await serve({ clientIds: false, fault: () => 'lose' })
    const { clock, advance } = ownClock()
    await open({ clientIds: false, clock })
    const entry = await rig.enqueue({ ticketId: 1, body: 'late' })
    await rig.until(() => rig.shown.get(entry.id)?.state === 'sent')
    const address = url
    url = 'http://127.0.0.1:1'
    await minutePasses(advance, () => false)
    expect(rig.shown.get(entry.id)?.state).toBe('sent')
    url = address
    await minutePasses(advance, () => rig.shown.get(entry.id)?.state === 'failed')
    expect(rig.shown.get(entry.id)?.state).toBe('failed')
    // Sending it again asks the thread first; and an echo that comes after all heals it by itself.
    const stamp = new Date(clock.now()).toISOString()
    rig.outbox.echo(
      message.parse({
        id: 'M9',
        ticketId: 1,
        body: 'late',
        fromMe: true,
        createdAt: stamp,
        updatedAt: stamp,
      }),
    )
    await rig.until(() => rig.shown.get(entry.id)?.messageId === 'M9')
    expect(rig.shown.get(entry.id)).toMatchObject({ state: 'sent', failureCode: null })
  })
})

describe('what a live event and an answer say together', () => {
  it('believes the event when the answer is lost, without sending again', async () => {
    await serve({ fault: () => 'dropAfter', onCreated: m => rig.outbox.echo(message.parse(m)) })
    await open()
    await rig.enqueue({ ticketId: 1, body: 'hi' })
    await idle()
    expect(server.accepted()).toHaveLength(1)
    expect(rig.history.some(line => line.endsWith(':failed'))).toBe(false)
  })

  it('believes the refusal when the server stored what the channel would not take', async () => {
    let refusing = true
    await serve({
      fault: () => (refusing ? 'storeAndRefuse' : 'none'),
      onCreated: m => rig.outbox.echo(message.parse(m)),
    })
    await open()
    const entry = await rig.enqueue({ ticketId: 1, body: 'hi' })
    await rig.until(() => rig.shown.get(entry.id)?.state === 'failed')
    expect(rig.shown.get(entry.id)?.failureCode).toBe('ERR_SENDING_WAPP_MSG')
    refusing = false
    expect((await rig.outbox.retry(entry.id)).id).toBe(entry.id)
    await idle()
    expect(server.accepted()).toHaveLength(1)
  })

  it('says to the server that a person sends it again, once, and never by itself', async () => {
    let calls = 0
    const said: unknown[] = []
    const faults = ['refuse', 'dropAfter', 'none'] as const
    await serve({ fault: () => faults[calls++] ?? 'none', onJson: json => said.push(json) })
    await open({ random: () => 0 })
    const entry = await rig.enqueue({ ticketId: 1, body: 'hi' })
    await rig.until(() => rig.shown.get(entry.id)?.state === 'failed')
    await rig.outbox.retry(entry.id)
    await rig.until(() => rig.shown.get(entry.id)?.failureCode === 'SERVER_UNREACHABLE')
    rig.outbox.wake()
    await idle()
    expect(said.map(json => (json as { again?: boolean }).again)).toEqual([undefined, true, undefined])
  })

  it('does not call refused what an earlier attempt had already brought there', async () => {
    let calls = 0
    await serve({ fault: () => (++calls === 1 ? 'dropAfter' : 'refuse') })
    await open({ random: () => 0 })
    const entry = await rig.enqueue({ ticketId: 1, body: 'hi' })
    await rig.until(() => rig.shown.get(entry.id)?.failureCode === 'SERVER_UNREACHABLE')
    rig.outbox.wake()
    await idle()
    expect(calls).toBe(2)
    expect(rig.history.some(line => line.endsWith(':failed'))).toBe(false)
  })
})

describe('waiting', () => {
  it('keeps everything while nobody is signed in, and sends it afterwards', async () => {
    let ready = false
    await serve()
    await open({ ready: () => ready })
    for (const body of ['a', 'b']) await rig.enqueue({ ticketId: 1, body })
    expect(rig.outbox.unsent()).toBe(2)
    expect(server.accepted()).toEqual([])
    ready = true
    rig.outbox.wake()
    await idle()
    expect(server.accepted().map(row => row.body)).toEqual(['a', 'b'])
  })

  it('believes after a restart what it believed before', async () => {
    let ready = false
    const sent: unknown[] = []
    await serve({ onJson: json => void sent.push(json) })
    await open({ ready: () => ready })
    const expected = { userId: 3, status: 'open' as const }
    await rig.enqueue({ ticketId: 1, expected })
    await rig.outbox.stop()
    await rig.outbox.start(rig.scope)
    ready = true
    rig.outbox.wake()
    await idle()
    expect(sent).toMatchObject([{ expected }])
  })

  it('leaves a pause between forwards', async () => {
    await serve()
    await open()
    const forward = (messageId: string) => ({ messageId, contactId: 4, signMessage: true })
    for (const id of ['m1', 'm2'])
      await rig.enqueue({ ticketId: 1, kind: 'forward', body: '', forward: forward(id) })
    await idle()
    const [first, second] = server.accepted().map(row => Date.parse(row.at))
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(900)
  })

  it('says of what was cut off that it waits, not that it is sent', async () => {
    await serve({ delayMs: 60_000 })
    await open()
    const entry = await rig.enqueue({ ticketId: 1, body: 'x' })
    await rig.until(() => rig.shown.get(entry.id)?.state === 'sending')
    await rig.outbox.stop()
    expect(rig.history.slice(-2)).toEqual([`${entry.id}:queued`, `${entry.id}:removed`])
    await rig.outbox.start(rig.scope)
    expect(rig.outbox.list().map(e => e.id)).toEqual([entry.id])
  })

  it('lets go at the end what is held, and waits for a server that hangs no longer than told', async () => {
    await serve()
    await open()
    await rig.enqueue({ ticketId: 1, body: 'x', holdMs: 10_000 })
    await rig.outbox.flushHeldMessages(5_000)
    expect(server.accepted().map(({ body }) => body)).toEqual(['x'])
    await server.close()
    await serve({ delayMs: 60_000 })
    await rig.enqueue({ ticketId: 1, body: 'y', holdMs: 10_000 })
    const since = performance.now()
    await rig.outbox.flushHeldMessages(100)
    expect(performance.now() - since).toBeGreaterThanOrEqual(90)
    expect(rig.outbox.list().map(({ body }) => body)).toContain('y')
  })

  it('holds back what is held while a person is asked: it leaves when told, or at the next start', async () => {
    await serve()
    const { clock, advance } = ownClock()
    await open({ clock })
    await rig.enqueue({ ticketId: 1, body: 'x', holdMs: 3_000 })
    expect(rig.outbox.pauseHeld()).toBe(1)
    advance(60_000)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(server.accepted()).toEqual([])
    await rig.outbox.stop()
    await rig.outbox.start(rig.scope)
    expect(rig.outbox.pauseHeld()).toBe(0)
    await rig.until(() => server.accepted().length === 1)
  })

  it('goes on with what was held back where the person stays, for as long as it had left', async () => {
    await serve()
    const { clock, advance } = ownClock()
    await open({ clock })
    await rig.enqueue({ ticketId: 1, body: 'x', holdMs: 3_000 })
    advance(1_000)
    rig.outbox.pauseHeld()
    advance(60_000)
    rig.outbox.resumeHeld()
    expect(rig.outbox.list()[0]?.notBefore).toBe(new Date(clock.now() + 2_000).toISOString())
    advance(2_000)
    await rig.until(() => server.accepted().length === 1)
  })

  it('tells a stopped account nothing and sends nothing of it', async () => {
    await serve({ delayMs: 50 })
    await open()
    const entry = await rig.enqueue({ ticketId: 1, body: 'x', holdMs: 10_000 })
    await rig.outbox.stop()
    expect(rig.shown.has(entry.id)).toBe(false)
    expect(rig.outbox.list()).toEqual([])
    await expect(rig.enqueue({ ticketId: 1, body: 'y' })).rejects.toMatchObject({ code: 'BRIDGE_FAILED' })
    await rig.outbox.start(rig.scope)
    expect(rig.outbox.list().map(e => e.body)).toEqual(['x'])
  })
})

describe('drafts and accounts', () => {
  it('keeps text, quote, caret and files across a restart, and lets files go with the draft', async () => {
    await serve()
    await open()
    const file = await upload(500, 'nota.pdf', 'application/pdf')
    const draft = {
      ticketId: 5,
      text: 'Bom dia, ',
      quote: { id: 'm1', body: 'q', fromMe: false, mediaType: null, name: 'Ana' },
      attachments: [file],
      caret: 4,
      updatedAt: '2026-01-01T00:00:00.000Z',
    }
    await rig.drafts.save(draft)
    await rig.close()
    await open()
    expect(await rig.drafts.list()).toEqual([draft])
    expect(await rig.attachments.sweep()).toBe(0)
    // Sent: the outbox names the file now, so removing the draft leaves it alone.
    await rig.enqueue({ ticketId: 5, kind: 'media', body: '', attachment: file, holdMs: 10_000 })
    await rig.drafts.remove(5)
    expect(await rig.attachments.find(file.id)).not.toBeNull()
    await rig.outbox.remove(rig.outbox.list()[0]?.id ?? '')
    await rig.until(() => rig.outbox.list().length === 0)
    expect(await rig.drafts.list()).toEqual([])
  })

  it('erases an account and nothing of another', async () => {
    await serve()
    await open()
    const other = await rig.db.scopeOf({ server: 'http://other', companyId: 2, userId: 1 })
    await rig.db.write([
      {
        sql: "INSERT INTO drafts VALUES (?, 9, 'theirs', NULL, NULL, '2026-01-01T00:00:00.000Z')",
        args: [other],
      },
    ])
    await rig.drafts.save({
      ticketId: 1,
      text: 'segredo-do-cliente',
      quote: null,
      attachments: [],
      caret: null,
      updatedAt: '2026-01-01T00:00:00.000Z',
    })
    await rig.outbox.stop()
    await rig.db.eraseScope(rig.scope)
    const rows = await rig.db.all('SELECT text FROM drafts')
    expect(rows.map(row => row.text)).toEqual(['theirs'])
    const left = everythingIn(join(dir, 'data'), name => name.startsWith('console.db'))
    expect(left.length).toBeGreaterThan(0)
    expect(left).not.toContain('segredo-do-cliente')
  })
})
