/**
 * The chatbot's answers. The customer's place in the menu and the answer are stored in one transaction
 * (../auto-replies/answers.ts), and the answer leaves through the outbox: a killed server neither repeats nor forgets an
 * answer.
 */
import {
  type BotChoices,
  type BotReply,
  type BotState,
  botStep,
  MENU_KINDS,
  type MenuKind,
  pressedMenu,
} from '@contract'
import { and, desc, eq, gte, isNull, ne } from 'drizzle-orm'
import { showsMenus } from '../../desk/messages/menus'
import { type OwnMessage, previewOf } from '../../desk/messages/rows'
import { filling } from '../../desk/messages/variables'
import { ticketView } from '../../desk/presenters/tickets'
import { isHeldElsewhere } from '../../desk/tickets/holder'
import { NOT_SNOOZED } from '../../desk/tickets/snoozed'
import { noteTicket } from '../../desk/tickets/timeline'
import { noteAutomation } from '../../desk/tickets/trackings'
import { seenOf, type TicketRow } from '../../desk/tickets/visibility'
import type { Tx } from '../../platform/db/client'
import { whatsappOf } from '../../platform/db/company-rows'
import { messages, tickets, ticketTrackings } from '../../platform/db/schema'
import { shareAttached } from '../../platform/media/store'
import { settingsOf } from '../../settings'
import type { Workspace } from '../../workspace'
import { botOf } from './config'

const stateOf = (ticket: TicketRow): BotState => ({
  queueId: ticket.queueId,
  optionId: ticket.queueOptionId,
  inBot: ticket.chatbot,
  menus: ticket.amountUsedBotQueues,
  menuAt: ticket.botMenuAt,
})

/** How a ticket's number shows menus: as the company chose, if the number supports it. */
async function menuKindOf(app: Workspace, tx: Tx, ticket: TicketRow): Promise<MenuKind> {
  if (!(await showsMenus(app, tx, ticket))) return 'text'
  const { chatBotType } = await settingsOf(tx, ticket.companyId, ['chatBotType'])
  return MENU_KINDS.find(kind => kind === chatBotType) ?? 'text'
}

/** A title with a variable could not be recognised when the customer presses it. */
const filled = ({ opening, entries }: BotChoices, fill: (text: string) => string): BotChoices => ({
  opening: fill(opening),
  entries: entries.every(title => fill(title) === title) ? entries : [],
})

/** The bot's answers as messages to be stored. */
async function wordsOf(
  app: Workspace,
  tx: Tx,
  ticket: TicketRow,
  replies: readonly BotReply[],
  at: Date,
  timeZone: string,
): Promise<OwnMessage[]> {
  if (replies.length === 0) return []
  const fill = await filling(tx, ticket, at, timeZone)
  const drafts: OwnMessage[] = []
  const kind = await menuKindOf(app, tx, ticket)
  for (const { text, mediaPath, mediaName, choices } of replies) {
    const media =
      mediaPath === null ? null : await shareAttached(app.media, ticket.companyId, mediaPath, mediaName ?? '')
    const body = fill(text)
    if (body === '' && !media) continue
    const menu = choices && !media ? pressedMenu(kind, filled(choices, fill)) : null
    drafts.push({ companyId: ticket.companyId, body, userId: null, media, menu })
  }
  return drafts
}

/**
 * The text of the customer's last message. A message that arrived late is answered as well, although the list shows
 * another.
 */
async function lastCustomerText(tx: Tx, ticketId: number): Promise<string> {
  const [row] = await tx
    .select({ body: messages.body, mediaName: messages.mediaName })
    .from(messages)
    .where(and(eq(messages.ticketId, ticketId), eq(messages.fromMe, false)))
    .orderBy(desc(messages.seq))
    .limit(1)
  return row ? previewOf(row) : ''
}

/** How often a customer is told within how long, milliseconds, that the conversation they began is over. */
const CLOSED_WORDS = { most: 3, withinMs: 3_600_000 }

/**
 * Whether a customer was told so often enough: the answer of a robot opens another ticket, whose words it answers again. Counted
 * are tickets nobody ever had: the words themselves may name the ticket or the hour.
 */
async function knowsAlready(tx: Tx, ticket: TicketRow, at: Date): Promise<boolean> {
  const closed = and(
    eq(tickets.contactId, ticket.contactId),
    ne(tickets.id, ticket.id),
    eq(tickets.status, 'closed'),
    isNull(tickets.userId),
    gte(tickets.createdAt, new Date(at.getTime() - CLOSED_WORDS.withinMs).toISOString()),
  )
  return (await tx.$count(tickets, closed)) >= CLOSED_WORDS.most
}

/**
 * Answers the last message of a pending ticket by the chatbot: moves the ticket, and tells the consoles.
 * @param isNew the message opened the ticket.
 * @returns the messages to be stored in the same write; none when the bot has nothing to answer.
 */
export async function converse(
  app: Workspace,
  tx: Tx,
  before: TicketRow,
  isNew: boolean,
  at = new Date(),
): Promise<OwnMessage[]> {
  const { id: ticketId } = before
  // A person took the ticket meanwhile: the bot does not interrupt.
  if (before.status !== 'pending' || before.isGroup || before.whatsappId === null) return []
  if (isHeldElsewhere(before) || (!isNew && !before.chatbot)) return []
  const bot = await botOf(tx, await whatsappOf(tx, before.companyId, before.whatsappId))
  const step = botStep(bot, isNew ? null : stateOf(before), await lastCustomerText(tx, ticketId), at)
  const changes: Partial<TicketRow> = {
    queueId: step.state.queueId,
    queueOptionId: step.state.optionId,
    chatbot: step.state.inBot && !step.closed,
    amountUsedBotQueues: step.state.menus,
    botMenuAt: step.state.menuAt,
    ...(step.closed
      ? { status: 'closed' as const, closedAt: at.toISOString(), waitingSince: null, ...NOT_SNOOZED }
      : {}),
  }
  await tx.update(tickets).set(changes).where(eq(tickets.id, ticketId))
  await tx
    .update(ticketTrackings)
    .set({
      queueId: step.state.queueId,
      // A greeting without choices does not count as an answer of the chatbot.
      ...noteAutomation(at.toISOString(), {
        answered: (before.chatbot || step.state.inBot) && step.replies.length > 0,
        handed: (before.chatbot || step.state.inBot) && !step.state.inBot && !step.closed,
      }),
      ...(step.closed ? { finishedAt: at.toISOString() } : {}),
    })
    .where(and(eq(ticketTrackings.ticketId, ticketId), isNull(ticketTrackings.finishedAt)))
  const after: TicketRow = { ...before, ...changes }
  const moves =
    before.queueId !== after.queueId || before.status !== after.status || before.chatbot !== after.chatbot
  await noteTicket(app, tx, before, after, 'bot')
  const view = moves ? await ticketView(tx, ticketId) : null
  if (view) app.realtime.ticketChanged(seenOf(before), seenOf(after), { action: 'update', ticket: view })
  if (isNew && step.closed && (await knowsAlready(tx, before, at))) return []
  return wordsOf(app, tx, after, step.replies, at, bot.timeZone)
}
