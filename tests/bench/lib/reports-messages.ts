/** The messages of a year of conversations (reports-fill.ts) and what Meta says they cost, written by the database itself. */
import { type SQL, sql } from 'drizzle-orm'
import { WRITTEN_BY } from '../../../electron/server/authors'
import type { Db, Tx } from '../../../electron/server/platform/db/client'
import {
  campaigns,
  cloudMessages,
  cloudRates,
  messageCosts,
  messages,
  reportCycles,
  reportMarks,
  tickets,
} from '../../../electron/server/platform/db/schema'

/** A busy machine, and a statement over ten millions, take their time. */
const NO_LIMITS = { statement_timeout: '0', idle_in_transaction_session_timeout: '0' }
const CAMPAIGNS = 24
/** Conversations of one transaction: a statement that takes half a minute is given up by whoever asks. */
const BATCH = 10_000

/** Of some conversations: a campaign's message first in one of twenty, then customer and team by turns, the bot before the team. */
const written = (companyId: number, each: number, some: SQL): SQL => {
  const turns = sql.join(
    Array.from({ length: each }, (_, turn) => sql.raw(`select ${turn} as turn`)),
    sql` union all `,
  )
  return sql`insert into ${messages} (id, company_id, ticket_id, contact_id, user_id, queue_id, client_id, body, from_me, read, ack,
      media_type, created_at, updated_at)
    select 'R' || id || '-' || turn, ${sql.raw(String(companyId))}, id, case when own = 0 then contact_id end,
      case when author = 'agent' then user_id end, queue_id,
      case when author = 'campaign' then ${sql.raw(`'${WRITTEN_BY.campaign}'`)} || (1 + id % ${sql.raw(String(CAMPAIGNS))}) || ':' || id end,
      'Bom dia, segue o pedido', own, 1, own * 4, 'conversation', at, at
    from (
      select t.id, t.contact_id, t.user_id, t.queue_id, turn, t.created_at + turn * 60000 as at,
        case when turn % 2 = 1 or (turn = 0 and t.id % 20 = 0) then 1 else 0 end as own,
        case when turn = 0 and t.id % 20 = 0 then 'campaign' when turn % 2 = 0 then 'customer'
          when turn = 1 and c.bot_answered = 1 then 'bot' else 'agent' end as author
      from ${tickets} t inner join ${reportCycles} c on c.id = t.id cross join (${turns}) as turns
      where ${some}
    ) as turns`
}

/** What was delivered of these: campaigns are marketing, one in nine is utility, three of ten service messages are charged. */
const priced = (
  some: SQL,
): SQL => sql`insert into ${cloudMessages} (company_id, message_id, whatsapp_id, wamid, ack, asked_at,
    price_category, price_type, billable, counted_at, joinable, replaceable)
  select company_id, id, whatsapp_id, 'w' || id, 4, at, category, case when billable = 1 then 'regular' else 'free_customer_service' end,
    billable, at, case when billable = 1 and ticket_id % 25 = 0 then 1 else 0 end,
    case when billable = 1 and category = 'utility' and ticket_id % 2 = 0 then 1 else 0 end
  from (
    select m.*, t.whatsapp_id, m.created_at as at, m.seq + m.ticket_id as mixed,
      case when m.client_id is not null then 'marketing' when (m.seq + m.ticket_id) % 9 = 0 then 'utility' else 'service' end as category,
      case when m.client_id is not null or (m.seq + m.ticket_id) % 10 < 3 then 1 else 0 end as billable
    from ${messages} m inner join ${tickets} t on t.id = m.ticket_id
    where m.from_me = 1 and ${some}
  ) as own`

/** The sums of these, added to those of the days before. */
const counted = (
  some: SQL,
): SQL => sql`insert into ${messageCosts} (company_id, whatsapp_id, day, category, type, billable,
    author, queue_id, user_id, campaign_id, messages, joinable, replaceable)
  select company_id, whatsapp_id, day, price_category, price_type, billable, author, queue_id, user_id, campaign_id, count(*),
    sum(joinable), sum(replaceable)
  from (
    select p.*, c.day, coalesce(m.queue_id, 0) as queue_id, coalesce(m.user_id, 0) as user_id,
      case when m.client_id is not null then 1 + m.ticket_id % ${sql.raw(String(CAMPAIGNS))} else 0 end as campaign_id,
      case when m.client_id is not null then 'campaign' when m.user_id is null then 'automatic' else 'agent' end as author
    from ${cloudMessages} p inner join ${messages} m on m.company_id = p.company_id and m.id = p.message_id
      inner join ${reportCycles} c on c.id = m.ticket_id
    where ${some}
  ) as own
  group by company_id, whatsapp_id, day, price_category, price_type, billable, author, queue_id, user_id, campaign_id
  on conflict (whatsapp_id, day, category, type, billable, author, queue_id, user_id, campaign_id) do update set
    messages = ${messageCosts.messages} + excluded.messages, joinable = ${messageCosts.joinable} + excluded.joinable,
    replaceable = ${messageCosts.replaceable} + excluded.replaceable`

/**
 * Writes in bulk: of what is new nobody has to be told, and PostgreSQL runs no triggers, which for 10,000 tickets of one row of
 * counts take minutes.
 */
export const quietly = (db: Db, companyId: number, work: (tx: Tx) => Promise<void>): Promise<void> =>
  db.platform.write(async tx => {
    if (db.engine === 'postgres') {
      const settings = { session_replication_role: 'replica', ...NO_LIMITS }
      for (const [name, value] of Object.entries(settings))
        await tx.run(sql`select set_config(${name}, ${value}, true)`)
    }
    await work(tx)
    await tx.run(sql`delete from ${reportMarks} where company_id = ${companyId}`)
  })

/**
 * Gives every conversation the same number of messages, all of numbers of the Cloud API: no company has more that cost something.
 * Reports read sums; the messages are read by the tickets behind a cost and by measuring anew.
 * @param order how many conversations there are, and how many messages of them all.
 */
export async function fillMessages(
  db: Db,
  order: { companyId: number; cycles: number; messages: number },
): Promise<void> {
  const { companyId, cycles } = order
  const each = Math.floor(order.messages / cycles)
  if (each === 0) return
  await db.platform.insert(campaigns).values(
    Array.from({ length: CAMPAIGNS }, (_, i) => ({
      ...{ companyId, name: `Campanha ${i}`, search: `campanha ${i}` },
      status: 'FINALIZADA' as const,
    })),
  )
  await db.platform.insert(cloudRates).values({
    ...{ companyId, currency: 'BRL' },
    amounts: { service: 35, utility: 40, marketing: 340, authentication: 40 },
  })
  for (let from = 0; from < cycles; from += BATCH) {
    const among = (id: SQL): SQL => sql`${id} > ${from} and ${id} <= ${from + BATCH}`
    await quietly(db, companyId, async tx => {
      await tx.run(written(companyId, each, among(sql`t.id`)))
      await tx.run(priced(among(sql`m.ticket_id`)))
      await tx.run(counted(among(sql`m.ticket_id`)))
    })
  }
}
