import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { clockIn, DEFAULT_TIME_ZONE } from '@contract'
import { eq } from 'drizzle-orm'
import { PNG } from 'pngjs'
import { afterEach, describe, expect, it } from 'vitest'
import { resumeSchedules, scheduleClientId, sendDue } from '../../../electron/server/automation/schedules/job'
import { messages, plans, schedules, tickets } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
afterEach(() => {
  h.channel.down.clear()
  h.channel.refuseWith = null
})

interface Answered {
  id: number
  status: string
  contactId: number
  body: string
  error?: string
}

const HOUR = 60 * 60_000
const inAnHour = (): string => new Date(Date.now() + HOUR).toISOString()
const past = (iso: string, ms = 1_000): Date => new Date(Date.parse(iso) + ms)

const schedule = (who: Person, body: Record<string, unknown>) =>
  h.call<Answered>(who, 'schedules.create', { body: { sendAt: inAnHour(), ...body } })
/** A message of Ana's to the customer of a conversation that she holds. */
async function scheduled(body: string) {
  const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
  const made = await schedule(h.one.ana, { body, contactId: ticket.contactId, ticketId: ticket.id })
  return { ticket, body: made.body }
}
const rowOf = async (id: number) => {
  const [row] = await h.db.select().from(schedules).where(eq(schedules.id, id))
  if (!row) throw new Error(`no schedule ${id}`)
  return row
}
const messageOf = async (id: number) => {
  const [row] = await h.db
    .select()
    .from(messages)
    .where(eq(messages.clientId, scheduleClientId(id)))
  return row ?? null
}
const picture = (name: string, bytes: Uint8Array<ArrayBuffer> | string): FormData => {
  const form = new FormData()
  form.append('file', new File([bytes], name, { type: 'image/png' }))
  return form
}
const png = (): Uint8Array<ArrayBuffer> => new Uint8Array(PNG.sync.write(new PNG({ width: 12, height: 8 })))

const update = (who: Person, id: number, body: Record<string, unknown>) =>
  h.call<Answered>(who, 'schedules.update', { params: { id }, body })

describe('scheduling', () => {
  it('keeps what was asked for, says so to the company, and shows it in the contact’s list', async () => {
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id, name: 'Rita Souza' })
    const mate = await h.connect(h.one.bia)
    const made = await schedule(h.one.ana, {
      body: 'Olá {{firstName}}, até já',
      contactId: ticket.contactId,
      ticketId: ticket.id,
    })
    expect([made.status, made.body]).toMatchObject([
      200,
      { status: 'PENDENTE', userId: h.one.ana.id, ticketId: ticket.id, sentAt: null },
    ])
    await mate.until(heard => heard.event.endsWith('-schedule') && heard.payload.action === 'create')
    mate.close()
    const list = await h.call<{ schedules: Answered[]; count: number }>(h.one.bia, 'schedules.list', {
      query: { contactId: ticket.contactId },
    })
    expect(list.body).toMatchObject({
      count: 1,
      schedules: [{ id: made.body.id, contact: { name: 'Rita Souza' } }],
    })
  })

  it('refuses a past time and a strange ticket', async () => {
    const contactId = await h.newContact(h.one, 'Léo Prado')
    const other = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    const gone = await schedule(h.one.ana, { body: 'Bom dia', contactId, sendAt: '2020-01-01T10:00:00.000Z' })
    expect(gone.body.error).toBe('ERR_VALIDATION')
    const strange = await schedule(h.one.ana, { body: 'Bom dia', contactId, ticketId: other.id })
    expect(strange.body.error).toBe('ERR_NO_TICKET_FOUND')
    expect(await h.db.$count(schedules, eq(schedules.contactId, contactId))).toBe(0)
  })

  it('takes pictures only, judged by their bytes, and only from the writer or an admin', async () => {
    const contactId = await h.newContact(h.one, 'Nina Reis')
    const { body } = await schedule(h.one.ana, { body: 'Segue a foto', contactId })
    const attach = (who: Person, form: FormData) =>
      h.call(who, 'schedules.attach', { params: { id: body.id }, body: form })
    expect((await attach(h.one.ana, picture('virus.png', 'MZ not a picture'))).body.error).toBe(
      'ERR_FILE_TYPE',
    )
    expect((await attach(h.one.bia, picture('foto.png', png()))).status).toBe(403)
    expect((await rowOf(body.id)).mediaFile).toBeNull()
    expect((await attach(h.one.ana, picture('foto.png', png()))).status).toBe(200)
    const first = await rowOf(body.id)
    expect(first).toMatchObject({
      mediaName: 'foto.png',
      mediaMime: 'image/png',
      mediaWidth: 12,
      mediaHeight: 8,
    })
    // A second picture takes the place of the first; nothing of a refused or replaced one stays on disk.
    await attach(h.one.admin, picture('outra.png', png()))
    const files = await readdir(join(h.folder, 'media', String(h.one.id)))
    expect(files).toEqual([(await rowOf(body.id)).mediaFile])
  })

  it.each(['remove', 'detach'] as const)(
    'its writer may %s a message with its picture; a colleague may not',
    async act => {
      const contactId = await h.newContact(h.one, 'Davi Lima')
      const { body } = await schedule(h.one.ana, { body: 'Até amanhã', contactId })
      const params = { id: body.id }
      await h.call(h.one.ana, 'schedules.attach', { params, body: picture('x.png', png()) })
      const { mediaFile } = await rowOf(body.id)
      expect((await h.call(h.one.bia, `schedules.${act}`, { params })).status).toBe(403)
      expect((await rowOf(body.id)).mediaFile).toBe(mediaFile)
      expect((await h.call(h.one.ana, `schedules.${act}`, { params })).status).toBe(200)
      const [row] = await h.db.select().from(schedules).where(eq(schedules.id, body.id))
      expect(row?.mediaFile).toBe(act === 'remove' ? undefined : null)
      expect(await readdir(join(h.folder, 'media', String(h.one.id)))).not.toContain(mediaFile)
    },
  )
})

describe('changing', () => {
  it('is for the writer and admins, until the message has left; another contact leaves its conversation', async () => {
    const other = await h.newContact(h.one, 'Outra Pessoa')
    const { ticket, body } = await scheduled('Primeira versão')
    const form = { body: 'Segunda versão', contactId: ticket.contactId, sendAt: inAnHour() }
    expect((await update(h.one.bia, body.id, form)).body.error).toBe('ERR_NO_PERMISSION')
    const past = await update(h.one.ana, body.id, { ...form, sendAt: '2020-01-01T10:00:00.000Z' })
    expect(past.body.error).toBe('ERR_VALIDATION')
    expect((await update(h.one.ana, body.id, { ...form, body: 'oi' })).status).toBe(400)
    const mate = await h.connect(h.one.bia)
    expect((await update(h.one.admin, body.id, form)).body).toMatchObject({
      body: 'Segunda versão',
      userId: h.one.ana.id,
      ticketId: ticket.id,
    })
    await mate.until(heard => heard.event.endsWith('-schedule') && heard.payload.action === 'update')
    mate.close()
    const moved = await update(h.one.ana, body.id, { ...form, contactId: other })
    expect(moved.body).toMatchObject({ contactId: other, ticketId: null })
    const shown = await h.call(h.one.bia, 'schedules.get', { params: { id: body.id } })
    expect(shown.body).toMatchObject({ id: body.id, contact: { name: 'Outra Pessoa' } })

    for (const status of ['AGENDADA', 'ENVIADA'] as const) {
      await h.update(schedules, { status }, eq(schedules.id, body.id))
      expect((await update(h.one.ana, body.id, form)).body).toMatchObject({
        error: 'ERR_VALIDATION',
        field: 'status',
      })
    }
  })

  it('gives a failed message another try: what failed stays as it was, the new words leave once', async () => {
    const { ticket, body } = await scheduled('Palavras velhas')
    h.channel.refuseWith = 'ERR_SENDING_WAPP_MSG'
    await sendDue(h.running.app, past((await rowOf(body.id)).sendAt))
    expect((await rowOf(body.id)).status).toBe('ERRO')
    h.channel.refuseWith = null
    const again = await update(h.one.ana, body.id, {
      body: 'Palavras novas',
      contactId: ticket.contactId,
      sendAt: inAnHour(),
    })
    expect(again.body.status).toBe('PENDENTE')
    await sendDue(h.running.app, past((await rowOf(body.id)).sendAt))
    expect((await rowOf(body.id)).status).toBe('ENVIADA')
    expect(await messageOf(body.id)).toMatchObject({
      body: 'Palavras velhas',
      failure: 'ERR_SENDING_WAPP_MSG',
    })
    const [sent] = await h.db
      .select()
      .from(messages)
      .where(eq(messages.clientId, scheduleClientId(body.id, 1)))
    expect(sent).toMatchObject({ body: 'Palavras novas', failure: null })
  })
})

describe('the calendar', () => {
  it('is answered what leaves in its range, by time, and nothing longer than 62 days', async () => {
    const contactId = await h.newContact(h.one, 'Março')
    const at = (day: number): string => `2091-03-${String(day).padStart(2, '0')}T12:00:00.000Z`
    for (const day of [20, 3, 31])
      await schedule(h.one.ana, { body: `Dia ${day}`, contactId, sendAt: at(day) })
    const range = (from: string, to: string) =>
      h.call<{ schedules: Answered[]; complete: boolean }>(h.one.bia, 'schedules.calendar', {
        query: { from, to },
      })
    const march = await range(at(3), at(31))
    expect(march.body).toMatchObject({ complete: true, schedules: [{ body: 'Dia 3' }, { body: 'Dia 20' }] })
    for (const [from, to] of [
      [at(1), '2091-05-03T12:00:00.000Z'],
      [at(3), at(3)],
      [at(3), 'amanhã'],
    ] as const)
      expect((await range(from, to)).status).toBe(400)
  })

  it('finds a message by its words, whatever their case and accents', async () => {
    await h.db.platform.delete(schedules).where(eq(schedules.companyId, h.one.id))
    const contactId = await h.newContact(h.one, 'Contas')
    for (const body of ['ÚLTIMA reunião de 100% amanhã', 'Pão às dez'])
      await h.insert(schedules, {
        companyId: h.one.id,
        contactId,
        status: 'PENDENTE',
        body,
        sendAt: inAnHour(),
      })
    const found = async (searchParam: string) => {
      const { body } = await h.call<{ schedules: Answered[] }>(h.one.ana, 'schedules.list', {
        query: { searchParam },
      })
      return body.schedules.map(one => one.body.slice(0, 3))
    }
    for (const typed of ['reunião', 'REUNIAO', 'última', '0% am']) expect(await found(typed)).toEqual(['ÚLT'])
    for (const typed of ['PÃO AS', 'pao']) expect(await found(typed)).toEqual(['Pão'])
    expect(await found('r%o')).toEqual([])
    await h.db.platform.delete(schedules).where(eq(schedules.companyId, h.one.id))
  })

  it('tells what waits, was sent and failed apart', async () => {
    await h.db.platform.delete(schedules).where(eq(schedules.companyId, h.one.id))
    const contactId = await h.newContact(h.one, 'Contas')
    for (const status of ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO', 'ERRO', 'ERRO'] as const)
      await h.insert(schedules, { companyId: h.one.id, contactId, status, body: status, sendAt: inAnHour() })
    expect((await h.call(h.one.ana, 'schedules.counts')).body).toEqual({ waiting: 2, sent: 1, failed: 3 })
    const list = await h.call<{ count: number; schedules: Answered[] }>(h.one.ana, 'schedules.list', {
      query: { state: 'waiting' },
    })
    expect([list.body.count, list.body.schedules.map(one => one.status).sort()]).toEqual([
      2,
      ['AGENDADA', 'PENDENTE'],
    ])
    await h.db.platform.delete(schedules).where(eq(schedules.companyId, h.one.id))
  })
})

describe('sending', () => {
  it('at its time, not before, once, into the thread, with its variables and picture; the customer goes on waiting', async () => {
    const waitingSince = new Date(Date.now() - 60_000).toISOString()
    const ticket = await h.newTicket(h.one, {
      status: 'open',
      userId: h.one.ana.id,
      name: 'Carla Dias Neto',
      code: '20260101090000777',
      waitingSince,
      unreadMessages: 2,
    })
    const { body } = await schedule(h.one.ana, {
      body: '{{ms}}, {{firstName}} ({{name}}): {{protocol}} às {{hora}}. {{desconhecida}}',
      contactId: ticket.contactId,
      ticketId: ticket.id,
    })
    await h.call(h.one.ana, 'schedules.attach', { params: { id: body.id }, body: picture('mapa.png', png()) })
    const { sendAt } = await rowOf(body.id)
    await sendDue(h.running.app, past(sendAt, -60_000))
    expect(await messageOf(body.id)).toBeNull()

    const at = past(sendAt)
    const client = await h.connect(h.one.ana)
    await Promise.all([sendDue(h.running.app, at), sendDue(h.running.app, at)])
    await sendDue(h.running.app, at)
    const message = await messageOf(body.id)
    const two = (n: number): string => String(n).padStart(2, '0')
    const { hour, minute } = clockIn(DEFAULT_TIME_ZONE, at)
    const greeting = hour < 6 || hour >= 18 ? 'Boa noite' : hour < 12 ? 'Bom dia' : 'Boa tarde'
    expect(message).toMatchObject({
      ticketId: ticket.id,
      fromMe: true,
      mediaType: 'image',
      mediaName: 'mapa.png',
      body: `${greeting}, Carla (Carla Dias Neto): 20260101090000777 às ${two(hour)}:${two(minute)}. {{desconhecida}}`,
    })
    expect(h.channel.sent.filter(sent => sent.messageId === message?.id)).toHaveLength(1)
    expect(await rowOf(body.id)).toMatchObject({ status: 'ENVIADA', sentAt: expect.any(String) })
    expect(await h.ticket(ticket.id)).toMatchObject({ waitingSince, unreadMessages: 2 })
    // Consoles see it leave, then that it left.
    for (const status of ['AGENDADA', 'ENVIADA'])
      await client.until(
        heard =>
          heard.event.endsWith('-schedule') &&
          (heard.payload.schedule as { status?: string } | undefined)?.status === status,
      )
    client.close()
  })

  it('a resolved conversation is not reopened: the contact’s active one takes it, else a new one of the writer', async () => {
    const closed = await h.newTicket(h.one, { status: 'closed', userId: h.one.ana.id, name: 'Ivo Matos' })
    const { body } = await schedule(h.one.ana, {
      body: 'Como ficou?',
      contactId: closed.contactId,
      ticketId: closed.id,
    })
    await sendDue(h.running.app, past((await rowOf(body.id)).sendAt))
    const message = await messageOf(body.id)
    expect(message?.ticketId).not.toBe(closed.id)
    expect(await h.ticket(message?.ticketId ?? 0)).toMatchObject({
      status: 'open',
      userId: h.one.ana.id,
      queueId: h.one.suporte,
      contactId: closed.contactId,
    })
    expect((await h.ticket(closed.id)).status).toBe('closed')

    const again = await schedule(h.one.bia, { body: 'E agora?', contactId: closed.contactId })
    await sendDue(h.running.app, past((await rowOf(again.body.id)).sendAt))
    expect((await messageOf(again.body.id))?.ticketId).toBe(message?.ticketId)
    expect(await h.db.$count(tickets, eq(tickets.contactId, closed.contactId))).toBe(2)
  })

  it('waits for a number that is down', async () => {
    const { body } = await scheduled('Lembrete')
    const { sendAt } = await rowOf(body.id)
    h.channel.down.add(h.one.whatsappId)
    await sendDue(h.running.app, past(sendAt))
    expect(await rowOf(body.id)).toMatchObject({ status: 'AGENDADA', waitsForNumber: true })
    expect(await messageOf(body.id)).toBeNull()
    // Consoles are told once that it waits, and it stays so over a restart.
    const client = await h.connect(h.one.ana)
    await sendDue(h.running.app, past(sendAt, 60_000))
    await resumeSchedules(h.db)
    const shown = await h.call(h.one.ana, 'schedules.get', { params: { id: body.id } })
    expect(shown.body).toMatchObject({ status: 'AGENDADA', waitsForNumber: true, sentAt: null })
    h.channel.down.clear()
    await sendDue(h.running.app, past(sendAt, HOUR / 2))
    expect(await rowOf(body.id)).toMatchObject({ status: 'ENVIADA', waitsForNumber: false })
    await client.until(
      heard => (heard.payload.schedule as { status?: string } | undefined)?.status === 'ENVIADA',
    )
    const told = client.heard.flatMap(heard => {
      const one = heard.payload.schedule as { waitsForNumber?: boolean } | undefined
      return one?.waitsForNumber ? [one] : []
    })
    expect(told).toEqual([])
    client.close()
  })

  it('can be changed and taken back while it waits for its number', async () => {
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    const form = { body: 'Ainda não', contactId: ticket.contactId, ticketId: ticket.id }
    const [first, second] = [await schedule(h.one.ana, form), await schedule(h.one.ana, form)]
    h.channel.down.add(h.one.whatsappId)
    await sendDue(h.running.app, past((await rowOf(second.body.id)).sendAt))
    const later = await update(h.one.ana, first.body.id, { ...form, sendAt: inAnHour() })
    expect(later.body).toMatchObject({ status: 'PENDENTE', waitsForNumber: false })
    const gone = await h.call(h.one.ana, 'schedules.remove', { params: { id: second.body.id } })
    expect(gone.status).toBe(200)
    h.channel.down.clear()
    await sendDue(h.running.app)
    expect([await messageOf(first.body.id), await messageOf(second.body.id)]).toEqual([null, null])
  })

  it('waits while the plan of the company has no scheduled messages, and leaves once it has them again', async () => {
    const contactId = await h.newContact(h.one, 'Plano menor')
    const { body } = await schedule(h.one.ana, { body: 'Até amanhã', contactId })
    const { sendAt } = await rowOf(body.id)
    await h.update(plans, { useSchedules: false }, eq(plans.name, 'Plano Um'))
    await sendDue(h.running.app, past(sendAt))
    await h.update(plans, { useSchedules: true }, eq(plans.name, 'Plano Um'))
    expect((await rowOf(body.id)).status).toBe('PENDENTE')
    expect(await h.db.$count(tickets, eq(tickets.contactId, contactId))).toBe(0)
    await sendDue(h.running.app, past(sendAt, HOUR - 60_000))
    expect((await rowOf(body.id)).status).toBe('ENVIADA')
  })

  it('is not sent more than an hour late: ERRO', async () => {
    const contactId = await h.newContact(h.one, 'Tarde Demais')
    const { body } = await schedule(h.one.ana, { body: 'Bom almoço', contactId })
    await sendDue(h.running.app, past((await rowOf(body.id)).sendAt, HOUR + 60_000))
    expect(await rowOf(body.id)).toMatchObject({ status: 'ERRO', sentAt: null })
    expect(await messageOf(body.id)).toBeNull()
  })

  it('one that was on its way when the workspace ended leaves under the same id after the next start', async () => {
    const { body } = await scheduled('Depois da queda')
    const at = past((await rowOf(body.id)).sendAt)
    await sendDue(h.running.app, at)
    const message = await messageOf(body.id)
    // As a crash between the channel's taking and the row's note leaves it.
    await h.update(schedules, { status: 'AGENDADA', sentAt: null }, eq(schedules.id, body.id))
    await resumeSchedules(h.db)
    await sendDue(h.running.app, at)
    expect(await rowOf(body.id)).toMatchObject({ status: 'ENVIADA' })
    expect(h.channel.sent.filter(sent => sent.messageId === message?.id)).toHaveLength(1)
  })
})
