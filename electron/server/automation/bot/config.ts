/** Reads the chatbot of a connection afresh for each answer: rows in, the contract's `Bot` out. */
import {
  type Bot,
  type BotOption,
  type BotQueue,
  DEFAULT_BOT_MENU_TIMES,
  DEFAULT_TIME_ZONE,
  type OtherHours,
} from '@contract'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import type { QueueRow, WhatsappRow } from '../../platform/db/company-rows'
import { ascending } from '../../platform/db/engine/words'
import { companies, holidays, queueOptions, queues, whatsappQueues } from '../../platform/db/schema'
import { isEnabled, settingsOf } from '../../settings'
import { automationOf } from '../auto-replies/chosen'

const KEYS = [
  'scheduleType',
  'outOfHoursAction',
  'chatbotAutoExit',
  'sendGreetingMessageOneQueues',
  'timezone',
] as const

async function treesOf(db: Reader, queueIds: number[]): Promise<Map<number, BotOption[]>> {
  const trees = new Map<number, BotOption[]>()
  if (queueIds.length === 0) return trees
  const rows = await db
    .select()
    .from(queueOptions)
    .where(inArray(queueOptions.queueId, queueIds))
    .orderBy(asc(queueOptions.position), asc(queueOptions.id))
  for (const row of rows) trees.set(row.queueId, [...(trees.get(row.queueId) ?? []), row])
  return trees
}

const queueFor = (row: QueueRow, options: BotOption[], automated: boolean): BotQueue => ({
  id: row.id,
  name: row.name,
  greetingMessage: row.greetingMessage,
  outOfHoursMessage: row.outOfHoursMessage,
  hours: row.schedules,
  mediaPath: row.mediaPath,
  mediaName: row.mediaName,
  options,
  automated,
})

/** Queues that options of these trees lead to and that are not in the trees themselves. */
async function forwardedQueues(
  db: Reader,
  companyId: number,
  trees: Map<number, BotOption[]>,
  known: readonly QueueRow[],
): Promise<QueueRow[]> {
  const ids = new Set([...trees.values()].flat().flatMap(option => option.forwardQueueId ?? []))
  for (const row of known) ids.delete(row.id)
  if (ids.size === 0) return []
  return db
    .select()
    .from(queues)
    .where(and(eq(queues.companyId, companyId), inArray(queues.id, [...ids])))
}

/** The chatbot of a connection as it is now. */
export async function botOf(db: Reader, connection: WhatsappRow): Promise<Bot> {
  const { companyId } = connection
  const links = await db
    .select({ queue: queues })
    .from(whatsappQueues)
    .innerJoin(queues, eq(queues.id, whatsappQueues.queueId))
    .where(eq(whatsappQueues.whatsappId, connection.id))
    .orderBy(ascending(queues.orderQueue), asc(queues.id))
  const own = links.map(link => link.queue)
  const trees = await treesOf(
    db,
    own.map(row => row.id),
  )
  const others = await forwardedQueues(db, companyId, trees, own)
  const otherTrees = await treesOf(
    db,
    others.map(row => row.id),
  )
  const [company] = await db
    .select({ schedules: companies.schedules })
    .from(companies)
    .where(eq(companies.id, companyId))
  const days: OtherHours[] = await db
    .select({ day: holidays.day, startTime: holidays.startTime, endTime: holidays.endTime })
    .from(holidays)
    .where(eq(holidays.companyId, companyId))
  const values = await settingsOf(db, companyId, KEYS)
  const { scheduleType } = values
  const serving = new Set<number>()
  for (const { id, promptId, integrationId } of [...own, ...others])
    if (promptId !== null || integrationId !== null)
      if (await automationOf(db, { companyId, queueId: id, whatsappId: null })) serving.add(id)
  return {
    greetingMessage: connection.greetingMessage,
    outOfHoursMessage: connection.outOfHoursMessage,
    queues: own.map(row => queueFor(row, trees.get(row.id) ?? [], serving.has(row.id))),
    otherQueues: others.map(row => queueFor(row, otherTrees.get(row.id) ?? [], serving.has(row.id))),
    automated: (await automationOf(db, { companyId, queueId: null, whatsappId: connection.id })) !== null,
    menuTimes: connection.maxUseBotQueues ?? DEFAULT_BOT_MENU_TIMES,
    quietMinutes: connection.timeUseBotQueues ?? 0,
    scheduleType: scheduleType === 'queue' || scheduleType === 'company' ? scheduleType : 'disabled',
    companyHours: company?.schedules ?? [],
    holidays: days,
    timeZone: values.timezone || DEFAULT_TIME_ZONE,
    outOfHoursAction: values.outOfHoursAction === 'closed' ? 'closed' : 'pending',
    autoExit: isEnabled(values.chatbotAutoExit),
    greetsSingleQueue: isEnabled(values.sendGreetingMessageOneQueues),
  }
}
