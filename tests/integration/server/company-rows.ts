/** Rows of one company, one of each kind that a call names by its id, their texts marked so that a leak shows. */
import { ruleConditions } from '@contract'
import * as schema from '../../../electron/server/platform/db/schema'
import type { CompanyFixture, Harness, Person } from './harness'

/**
 * Writes them, once for a company. Nothing of them leaves or changes by itself: what is due is far away, hooks are off.
 * @param mark their names and texts; small letters where they are searched.
 * @param owner who has the ticket and the chat.
 * @param sendAt of the scheduled message.
 */
export async function rowsOfEachKind(
  h: Harness,
  at: CompanyFixture,
  mark: string,
  owner: Person = at.ana,
  sendAt = '2099-01-01T12:00:00.000Z',
) {
  const companyId = at.id
  const by = { companyId, userId: owner.id }
  const named = { companyId, name: mark, search: mark.toLowerCase() }
  const ticket = await h.newTicket(at, { status: 'open', userId: owner.id, name: mark, lastMessage: mark })
  const { id: ticketId, uuid, contactId } = ticket
  const [messageId = ''] = await h.newMessages(ticket, [mark], true)
  const tag = await h.insert(schema.tags, { companyId, name: mark, color: '#abcdef', kanban: 1 })
  const note = await h.insert(schema.ticketNotes, { ...by, note: mark, ticketId, contactId })
  const chat = { companyId, uuid: crypto.randomUUID(), title: mark, ownerId: owner.id }
  const { id: chatId } = await h.insert(schema.chats, chat)
  await h.insert(schema.chatUsers, { ...by, chatId })
  await h.insert(schema.chatMessages, { companyId, chatId, senderId: owner.id, message: mark })
  const quick = await h.insert(schema.quickMessages, { ...by, shortcode: mark, message: mark, geral: true })
  const rule = await h.insert(schema.rules, {
    companyId,
    name: mark,
    active: false,
    position: 1,
    eventKind: 'arrives',
    event: { kind: 'arrives', ours: false },
    conditions: ruleConditions.parse({}),
    steps: [{ kind: 'priority', priority: 'high' }],
    once: false,
  })
  const schedule = await h.insert(schema.schedules, { ...by, body: mark, sendAt, contactId })
  const option = { companyId, queueId: at.vendas, title: mark, message: mark }
  const { id: optionId } = await h.insert(schema.queueOptions, option)
  const holiday = await h.insert(schema.holidays, { companyId, day: '2026-12-25', name: mark })
  const prompt = await h.insert(schema.prompts, { companyId, name: mark, prompt: mark })
  const ixc = { companyId, type: 'IXC' as const, name: mark, ixcBaseUrl: mark }
  const integration = await h.insert(schema.queueIntegrations, ixc)
  const owed = { companyId, detail: mark, cents: 100, dueDate: '2099-01-01' }
  const invoice = await h.insert(schema.invoices, owed)
  const { id: contactListId } = await h.insert(schema.contactLists, named)
  const item = await h.insert(schema.contactListItems, {
    ...named,
    contactListId,
    number: `551190000000${companyId}`,
    numberState: 'invalid',
  })
  const { id: fileListId } = await h.insert(schema.files, { ...named, message: mark })
  await h.insert(schema.fileOptions, { companyId, fileId: fileListId, name: mark, position: 0 })
  const campaign = { ...named, status: 'CANCELADA' as const, message1: mark, confirmationMessage1: mark }
  const { id: campaignId } = await h.insert(schema.campaigns, { ...campaign, contactListId })
  const number = `551190000001${companyId}`
  await h.insert(schema.campaignRecipients, { ...named, campaignId, number })
  const optOut = await h.insert(schema.campaignOptOuts, { companyId, name: mark, number, word: 'SAIR' })
  // Off. Its address is refused before anything leaves.
  const hook = { companyId, name: mark, url: 'https://127.0.0.1:9/', secret: mark, active: false }
  const { id: webhookId } = await h.insert(schema.webhooks, hook)
  const told = { companyId, webhookId, event: 'ping' as const, status: 'failed' as const, payload: mark }
  const delivery = await h.insert(schema.webhookDeliveries, told)
  const article = await h.insert(schema.articles, {
    companyId,
    title: mark,
    text: mark,
    queueIds: [],
    tags: [],
  })
  return {
    ticketId,
    uuid,
    contactId,
    messageId,
    tagId: tag.id,
    noteId: note.id,
    chatId,
    scheduleId: schedule.id,
    optionId,
    quickMessageId: quick.id,
    ruleId: rule.id,
    whatsappId: at.whatsappId,
    holidayId: holiday.id,
    invoiceId: invoice.id,
    contactListId,
    contactListItemId: item.id,
    fileListId,
    campaignId,
    optOutId: optOut.id,
    webhookId,
    deliveryId: delivery.id,
    promptId: prompt.id,
    integrationId: integration.id,
    articleId: article.id,
    companyId,
  }
}

/** What "id" means in a path of each area of the endpoints table, but of messages; users: one of the company. */
export const idsByArea = (
  rows: Awaited<ReturnType<typeof rowsOfEachKind>>,
  at: CompanyFixture,
): Record<string, number> => ({
  articles: rows.articleId,
  campaigns: rows.campaignId,
  chats: rows.chatId,
  companies: rows.companyId,
  contactListItems: rows.contactListItemId,
  contactLists: rows.contactListId,
  contacts: rows.contactId,
  deliveries: rows.deliveryId,
  files: rows.fileListId,
  integrations: rows.integrationId,
  kanban: rows.tagId,
  prompts: rows.promptId,
  queues: at.suporte,
  quickMessages: rows.quickMessageId,
  rules: rows.ruleId,
  schedules: rows.scheduleId,
  tags: rows.tagId,
  tickets: rows.ticketId,
  users: at.ana.id,
  whatsapps: rows.whatsappId,
})
