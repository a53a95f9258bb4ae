/** What the demo's company promises its customers, and how it has kept it so far; what still runs the server computes itself. */
import { type ServiceLevelForm, serviceLevelForm } from '@contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../server/platform/db/client'
import { serviceLevels } from '../../server/platform/db/schema'
import type { SeededCompany } from './seed-company'

const levelsOf = ({ queues, tags }: SeededCompany): ServiceLevelForm[] =>
  [
    {
      name: 'VIP e urgentes',
      tagIds: [tags.VIP, tags.Urgente],
      clock: 'always',
      firstMinutes: 6,
      nextMinutes: 15,
      resolutionMinutes: 45,
      warnMinutes: 3,
      lateSteps: [{ kind: 'priority', priority: 'high' }],
    },
    { name: 'Vendas', queueIds: [queues.Vendas], clock: 'always', firstMinutes: 6, nextMinutes: 30 },
  ].map(form => serviceLevelForm.parse(form))

/** Deadlines of services that are over. @param minutes the column of what was promised. @param ended when it was kept. */
const past = (levelId: number, meets: SQL, kind: string, minutes: SQL, ended: SQL): SQL => sql`
  insert into deadlines (company_id, ticket_id, level_id, level_name, kind, minutes, clock, started_at, warn_at, due_at,
    ended_at, queue_id, user_id)
  select c.company_id, c.ticket_id, l.id, l.name, ${sql.raw(`'${kind}'`)}, ${minutes}, l.clock, c.queued_at,
    c.queued_at + (${minutes} - l.warn_minutes) * 60000, c.queued_at + ${minutes} * 60000, ${ended}, c.queue_id, c.user_id
  from ticket_trackings c join service_levels l on l.company_id = c.company_id
  where l.id = ${levelId} and ${meets} and c.finished_at is not null and c.started_at > c.queued_at
  on conflict do nothing`

async function insertLevel(
  tx: Tx,
  companyId: number,
  form: ServiceLevelForm,
  position: number,
): Promise<void> {
  const [level] = await tx
    .insert(serviceLevels)
    .values({ ...form, companyId, position })
    .returning({ id: serviceLevels.id })
  if (!level) return
  const any = (ids: readonly number[]): SQL => sql.raw(`(${ids.join()})`)
  const meets =
    form.queueIds.length > 0
      ? sql`c.queue_id in ${any(form.queueIds)}`
      : sql`c.ticket_id in (select ticket_id from ticket_tags where tag_id in ${any(form.tagIds)})`
  await tx.run(past(level.id, meets, 'first', sql`l.first_minutes`, sql`c.started_at`))
  if (form.resolutionMinutes !== null)
    await tx.run(past(level.id, meets, 'resolution', sql`l.resolution_minutes`, sql`c.finished_at`))
}

export const insertServiceLevels = (db: Db, company: SeededCompany): Promise<void> =>
  db.platform.write(async tx => {
    for (const [at, form] of levelsOf(company).entries()) await insertLevel(tx, company.id, form, at + 1)
  })
