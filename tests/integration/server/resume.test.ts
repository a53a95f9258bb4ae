/** A console that was away and comes back: it is given what it missed, by the rights it has now, or told to start over. */
import { logOf, placeIn, READ_AT_HEADER, type ResumeRequest, type Ticket } from '@contract'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seenOf } from '../../../electron/server/desk/tickets/visibility'
import { forgetEvents } from '../../../electron/server/platform/db/engine/inside'
import { companies, userQueues } from '../../../electron/server/platform/db/schema'
import { soon } from '../../support/soon'
import { type Harness, type Listener, listen, type Person, startHarness } from './harness'

const TOPICS: ResumeRequest['topics'] = ['pending', 'open', 'closed', 'notification']

describe('a console that comes back', () => {
  let h: Harness
  const open: Listener[] = []
  beforeAll(async () => {
    h = await startHarness()
  })
  afterAll(async () => {
    for (const listener of open) listener.close()
    await h.close()
  })

  const back = async (
    who: Person,
    from: Omit<ResumeRequest, 'topics' | 'chatBoxes'>,
    chatBoxes: number[] = [],
  ): Promise<Listener> => {
    const { epoch, seq, platform } = from
    const listener = await listen(h.running.url, who, [], { epoch, seq, platform, topics: TOPICS, chatBoxes })
    open.push(listener)
    return listener
  }
  const away = async (who: Person) => {
    const listener = await h.connect(who)
    const at = listener.position()
    listener.close()
    return at
  }
  const rename = (id: number, handoverNote: string) =>
    h.call(h.one.admin, 'tickets.update', { params: { id }, body: { handoverNote } })
  const about = (listener: Listener, id: number) =>
    listener
      .of('ticket')
      .filter(p => p.ticketId === id || (p.ticket as { id?: number } | undefined)?.id === id)
      .map(p => p.action)

  it('hears what it missed before it is ready, in order, and nothing it may not see', async () => {
    const [mine, theirs] = [await h.newTicket(h.one, {}), await h.newTicket(h.one, { queueId: h.one.vendas })]
    const [ana, stranger] = [await away(h.one.ana), await away(h.two.ana)]
    await rename(mine.id, 'first')
    await rename(theirs.id, 'hidden')
    await h.call(h.one.admin, 'tickets.update', { params: { id: mine.id }, body: { queueId: h.one.vendas } })
    const again = await back(h.one.ana, ana)
    expect(again.position().resumed).toBe(true)
    const ready = again.heard.findIndex(({ event }) => event === 'ready')
    expect(again.heard.slice(ready).filter(({ event }) => event.endsWith('-ticket'))).toEqual([])
    expect(about(again, mine.id)).toEqual(['update', 'removeFromList'])
    expect(about(again, theirs.id)).toEqual([])
    const other = await back(h.two.ana, stranger)
    expect(other.heard.filter(({ event }) => event.startsWith(`company-${h.one.id}-`))).toEqual([])
  })

  it('is in its rooms at once, a conversation among them where it may see it', async () => {
    const [mine, theirs] = [await h.newTicket(h.one, {}), await h.newTicket(h.one, { queueId: h.one.vendas })]
    const at = await away(h.one.ana)
    const again = await back(h.one.ana, at, [mine.id, theirs.id])
    await rename(mine.id, 'seen')
    await rename(theirs.id, 'not seen')
    await again.settled()
    expect(about(again, mine.id)).toEqual(['update'])
    expect(about(again, theirs.id)).toEqual([])
  })

  it('starts over when its rights changed meanwhile', async () => {
    const at = await away(h.one.caio)
    const values = { companyId: h.one.id, userId: h.one.caio.id, queueId: h.one.suporte }
    await h.insert(userQueues, values)
    await h.say(h.one.id, realtime => realtime.refreshUser(h.one.id, h.one.caio.id))
    expect((await back(h.one.caio, at)).position().resumed).toBe(false)
    await h.db.platform
      .delete(userQueues)
      .where(and(eq(userQueues.userId, h.one.caio.id), eq(userQueues.queueId, h.one.suporte)))
  })

  it('asks for all it shows anew when its person reads other things from now on', async () => {
    const listener = await h.connect(h.one.caio)
    const told = () => listener.heard.filter(({ event }) => event === 'ready').length
    const as = (profile: 'supervisor' | 'user') =>
      h.call(h.one.admin, 'users.update', {
        params: { id: h.one.caio.id },
        body: { name: 'Caio', email: h.one.caio.email, profile },
      })
    const before = told()
    expect((await as('supervisor')).status).toBe(200)
    await soon(() => expect([told(), listener.position().resumed]).toEqual([before + 1, false]))
    expect((await as('user')).status).toBe(200)
    await soon(() => expect(told()).toBe(before + 2))
    // Nothing else is read by another name.
    await as('user')
    await listener.settled()
    expect(told()).toBe(before + 2)
    listener.close()
  })

  it('starts over after another epoch, after more than is worth telling, and where nothing is kept', async () => {
    const at = await away(h.one.ana)
    expect((await back(h.one.ana, { ...at, epoch: 'another' })).position().resumed).toBe(false)
    const say = (n: number) =>
      h.say(h.one.id, realtime => {
        for (let i = 0; i < n; i++)
          realtime.toUsers(h.one.id, [h.one.bia.id], 'tag', { action: 'delete', tagId: i })
      })
    await say(900)
    const second = await back(h.one.ana, at)
    expect(second.position()).toMatchObject({ resumed: true })
    expect(second.position().seq).toBeGreaterThanOrEqual(at.seq + 900)
    await say(200)
    expect((await back(h.one.ana, at)).position().resumed).toBe(false)
    expect((await back(h.one.ana, { ...at, seq: at.seq + 1e6 })).position().resumed).toBe(false)
    const later = second.position()
    await h.running.app.db.company(h.one.id).write(async () => {
      h.running.app.realtime.toUsers(h.one.id, [h.one.bia.id], 'tag', { action: 'delete', tagId: 1 })
    })
    await h.running.app.db.company(h.one.id).write(async () => {
      forgetEvents(h.one.id)
      h.running.app.realtime.toUsers(h.one.id, [h.one.bia.id], 'tag', { action: 'delete', tagId: 2 })
    })
    expect((await back(h.one.ana, later)).position().resumed).toBe(false)
  })

  it('is told once of what is said anew, but of every creation and of messages that moved', async () => {
    const ticket = await h.newTicket(h.one, {})
    const at = await away(h.one.admin)
    const update = (more: object) =>
      h.say(h.one.id, realtime =>
        realtime.ticketChanged(null, seenOf(ticket), {
          action: 'update',
          ticket: { id: ticket.id, ...more },
        } as never),
      )
    await update({ n: 1 })
    await h.say(h.one.id, realtime =>
      realtime.ticketChanged(null, seenOf(ticket), {
        action: 'update',
        ticket: { id: ticket.id, n: 2 },
        messagesTo: 'elsewhere',
      } as never),
    )
    await update({ n: 3 })
    await update({ n: 4 })
    const again = await back(h.one.admin, at)
    expect(again.of('ticket').map(p => (p.ticket as { n?: number }).n)).toEqual([2, 4])
  })

  it('answers say where in the log they were read: what was told before is in them', async () => {
    const ticket = await h.newTicket(h.one, {})
    const listener = await h.connect(h.one.ana, ['joinTickets', 'pending'])
    open.push(listener)
    const { epoch, seq } = listener.position()
    const read = async (who: Person) => {
      const { headers, body } = await h.call(who, 'tickets.get', { params: { id: ticket.id } })
      return { place: placeIn(headers.get(READ_AT_HEADER)), status: (body as Ticket).status }
    }
    expect((await read(h.one.ana)).place).toEqual({ log: logOf(epoch, h.one.id), seq })
    await h.call(h.one.ana, 'tickets.update', {
      params: { id: ticket.id },
      body: { status: 'open', userId: h.one.ana.id },
    })
    const after = await read(h.one.ana)
    expect(after.status).toBe('open')
    expect(after.place?.seq).toBeGreaterThan(seq)
    await listener.settled()
    expect(listener.position().seq).toBe(after.place?.seq)
  })

  it('who has to pay first hears nothing of the platform that others hear', async () => {
    const at = await away(h.two.admin)
    const past = new Date(Date.now() - 30 * 86_400_000).toISOString()
    await h.update(companies, { dueDate: past }, eq(companies.id, h.two.id))
    await h.say(h.one.id, realtime => realtime.toEveryCompany('plan', { action: 'delete', planId: 1 }))
    const again = await back(h.two.admin, at)
    expect(again.of('plan')).toEqual([])
    await h.update(companies, { dueDate: null }, eq(companies.id, h.two.id))
  })

  it('misses nothing of what is said while it comes', async () => {
    const ticket = await h.newTicket(h.one, {})
    const at = await away(h.one.ana)
    let said = 0
    const speaking = (async () => {
      for (; said < 40; said++) await rename(ticket.id, `note ${said}`)
    })()
    for (let i = 0; i < 5; i++) {
      const again = await back(h.one.ana, at)
      const sent = said
      await again.settled()
      // Of what is said anew by a later event the last one is enough.
      const seen = again
        .of('ticket')
        .map(p => (p.ticket as { handover?: { note: string } | null }).handover?.note)
      expect(Number(seen.at(-1)?.slice(5) ?? -1)).toBeGreaterThanOrEqual(sent - 1)
    }
    await speaking
    const last = await back(h.one.ana, at)
    await last.settled()
    const notes = last
      .of('ticket')
      .map(p => (p.ticket as { handover?: { note: string } } | undefined)?.handover?.note)
    expect(notes.at(-1)).toBe('note 39')
  })
})
