/** What each step does: an act a person could do, done in the name of the rule or service level. */
import { fitTogether, joinTwo, mayOpen, menuWords, type Step } from '@contract'
import { and, eq } from 'drizzle-orm'
import { writeNote } from '../../desk/mentions/write-note'
import { connectionOf } from '../../desk/messages/deliver'
import { joinsTexts } from '../../desk/messages/few-messages'
import { type Worded, worded } from '../../desk/messages/menus'
import { byClientId } from '../../desk/messages/rows'
import { deliverOwn } from '../../desk/messages/send'
import { filling } from '../../desk/messages/variables'
import { isDefiniteFailure, resendToChannel } from '../../desk/outgoing'
import { isHeldElsewhere } from '../../desk/tickets/holder'
import { setPriority } from '../../desk/tickets/priority'
import { snooze } from '../../desk/tickets/snooze'
import { changeTags } from '../../desk/tickets/tags'
import { updateTicket } from '../../desk/tickets/update'
import type { TicketRow } from '../../desk/tickets/visibility'
import { lineOf, refuseOutsideWindow } from '../../desk/tickets/window'
import { ApiError } from '../../errors'
import { recordOfTicket } from '../../platform/audit/record'
import type { Reader } from '../../platform/db/client'
import { queueOf, userOf } from '../../platform/db/company-rows'
import { type contacts, queues, quickMessages, tags, users } from '../../platform/db/schema'
import { shareAttached } from '../../platform/media/store'
import { refuseWithoutFeature } from '../../platform/plans/limits'
import type { Me, Workspace } from '../../workspace'
import { createSchedule } from '../schedules/write'

const MINUTE_MS = 60_000
/** No program and no address: the workspace itself acts. */
const HERE = { program: '', address: '' } as const

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString()

interface Act {
  app: Workspace
  /** Sees every ticket of the company; not a person. */
  me: Me
  ticket: TicketRow
  /** The id of the step: a message with this id is sent once. */
  key: string
}

/**
 * A quick message of the company, with its file; a colleague's own ones cannot be sent.
 * @throws ApiError ERR_NO_QUICKMESSAGE_FOUND
 */
async function quickMessageOf(db: Reader, companyId: number, id: number) {
  const [row] = await db
    .select()
    .from(quickMessages)
    .where(
      and(eq(quickMessages.id, id), eq(quickMessages.companyId, companyId), eq(quickMessages.geral, true)),
    )
  if (!row) throw new ApiError('ERR_NO_QUICKMESSAGE_FOUND')
  return row
}

/** A quick message as it is said to the customer: filled in, with its menu. `media` names its file. */
async function lineOfMessage(
  { app, ticket }: Act,
  { message, mediaPath: media, menu }: typeof quickMessages.$inferSelect,
): Promise<Worded & { media: string | null }> {
  const text = (await filling(app.db, ticket, new Date()))(message)
  // Filled in, the text may be too long to stand above a menu.
  const said =
    !menu || mayOpen(text, menu)
      ? await worded(app, ticket, text, menu)
      : { body: menuWords({ ...menu, opening: text }), menu: null }
  // A message with a file has no menu: its caption has the choices in words.
  return media ? { ...said, menu: null, media } : { ...said, media }
}

export type MessageStep = Extract<Step, { kind: 'message' }>

/**
 * Sends a step's quick message once, as the workspace: a waiting customer keeps waiting. Where the connection joins texts, those
 * of the steps right after it are part of the message while they fit.
 * @param further the message steps that directly follow.
 * @param joined told, before it leaves, how many of these are part of it.
 * @throws ApiError, ChannelError saying why it cannot be done.
 */
export async function sendMessages(
  act: Act,
  step: MessageStep,
  further: readonly MessageStep[],
  joined: (more: number) => void,
): Promise<void> {
  const { app, ticket, key } = act
  if (isHeldElsewhere(ticket)) throw new ApiError('ERR_HELD_ELSEWHERE')
  const { companyId } = ticket
  const known = await byClientId(app.db, companyId, key)
  const first = await quickMessageOf(app.db, companyId, step.quickMessageId)
  const sent = [first]
  let line = await lineOfMessage(act, first)
  const joins = further.length > 0 && (await joinsTexts(app, app.db, ticket))
  try {
    for (const { quickMessageId } of joins ? further : []) {
      const next = await quickMessageOf(app.db, companyId, quickMessageId)
      const nextLine = await lineOfMessage(act, next)
      if (!fitTogether(line, nextLine)) break
      line = joinTwo(line, nextLine)
      sent.push(next)
    }
  } catch (error) {
    // What is wrong with a later one is told by its own step.
    if (!(error instanceof ApiError)) throw error
  }
  joined(sent.length - 1)
  if (known) {
    if (isDefiniteFailure(known)) await resendToChannel(app, ticket, known)
  } else {
    connectionOf(app, ticket)
    refuseOutsideWindow(await lineOf(app.db, ticket), ticket)
    const media =
      first.mediaPath && (await shareAttached(app.media, companyId, first.mediaPath, first.mediaName ?? ''))
    const own = { companyId, ...line, media: media || null, userId: null, clientId: key }
    await deliverOwn(app, ticket.id, own)
  }
  for (const { shortcode } of sent) await record(act, 'message', '', `/${shortcode}`)
}

async function nameOf(
  db: Reader,
  table: typeof queues | typeof users | typeof tags | typeof contacts,
  id: number | null,
): Promise<string> {
  if (id === null) return ''
  const [row] = await db.select({ name: table.name }).from(table).where(eq(table.id, id))
  return row?.name ?? ''
}

/** Writes to the audit log what the act itself does not write. */
const record = ({ app, me, ticket }: Act, field: string, from: string, to: string): Promise<void> =>
  recordOfTicket(app, me, ticket, { field, from, to }, HERE)

async function tag(act: Act, tagId: number, has: boolean): Promise<void> {
  const { app, me, ticket } = act
  const name = await nameOf(app.db, tags, tagId)
  await changeTags(app, me, ticket.id, before => {
    const others = before.filter(id => id !== tagId)
    return has ? [...others, tagId] : others
  })
  await record(act, 'tags', has ? '' : name, has ? name : '')
}

async function move(act: Act, queueId: number): Promise<void> {
  const { app, me, ticket } = act
  const { name } = await queueOf(app.db, me.companyId, queueId)
  if (ticket.queueId === queueId && ticket.status === 'pending') return
  const here = ticket.queueId === queueId
  await updateTicket(app, me, ticket.id, {
    status: 'pending',
    userId: null,
    // When it is already there, it is only released.
    ...(here ? {} : { queueId }),
  })
  await record(act, 'queueId', here ? '' : await nameOf(app.db, queues, ticket.queueId), name)
}

async function assign(act: Act, userId: number): Promise<void> {
  const { app, me, ticket } = act
  const { name } = await userOf(app.db, me.companyId, userId)
  if (ticket.userId === userId && ticket.status === 'open') return
  await updateTicket(app, me, ticket.id, { status: 'open', userId })
  await record(act, 'userId', await nameOf(app.db, users, ticket.userId), name)
}

async function note(act: Act, words: string, mentions?: { users: number[]; queues: number[] }) {
  const { app, me, ticket } = act
  await writeNote(
    app,
    me,
    { note: `${me.name}: ${words}`, ticketId: ticket.id, contactId: ticket.contactId, mentions },
    HERE,
  )
}

/** Does one step that is no message. @throws ApiError, ChannelError saying why it cannot be done. */
export async function perform(act: Act, step: Exclude<Step, MessageStep>): Promise<void> {
  const { app, me, ticket } = act
  if (step.kind === 'schedule' && isHeldElsewhere(ticket)) throw new ApiError('ERR_HELD_ELSEWHERE')
  switch (step.kind) {
    case 'schedule': {
      await refuseWithoutFeature(app.db, me.companyId, 'useSchedules')
      const sendAt = inMinutes(step.minutes)
      await createSchedule(app, me, {
        body: step.body,
        contactId: ticket.contactId,
        ticketId: ticket.id,
        sendAt,
      })
      return record(act, 'schedule', '', sendAt)
    }
    case 'note':
      await note(act, step.note)
      return record(act, 'note', '', step.note)
    case 'notify': {
      const names = [
        ...(await Promise.all(step.users.map(id => nameOf(app.db, users, id)))),
        ...(await Promise.all(step.queues.map(id => nameOf(app.db, queues, id)))),
      ].filter(name => name !== '')
      const words = `${names.map(name => `@${name}`).join(' ')} ${step.note}`
      await note(act, words, { users: step.users, queues: step.queues })
      return record(act, 'note', '', words)
    }
    case 'addTag':
      return tag(act, step.tagId, true)
    case 'removeTag':
      return tag(act, step.tagId, false)
    case 'priority':
      return void (await setPriority(app, me, ticket.id, step.priority, HERE))
    case 'queue':
      return move(act, step.queueId)
    case 'assign':
      return assign(act, step.userId)
    case 'snooze':
      return void (await snooze(app, me, ticket.id, step.minutes === null ? null : inMinutes(step.minutes), {
        origin: HERE,
      }))
    case 'resolve':
      await updateTicket(app, me, ticket.id, { status: 'closed', justClose: step.silently })
      return record(act, 'status', ticket.status, 'closed')
  }
}
