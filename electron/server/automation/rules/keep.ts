/** Stores the rules that administrators keep. */
import { displayName, RULE, type Rule, type RuleForm, type RuleRun } from '@contract'
import { and, asc, desc, eq, ne } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { refuseUnknownRows } from '../../platform/db/company-rows'
import { contacts, ruleRuns, rules, tickets } from '../../platform/db/schema'
import { records } from '../../platform/records/records'
import type { Me } from '../../workspace'
import { refuseUnknownSteps } from '../steps/check'

type Row = typeof rules.$inferSelect

const viewOf = ({ id, name, active, event, conditions, steps, once }: Row): Rule => ({
  id,
  name,
  active,
  event,
  conditions,
  steps: [...steps],
  once,
})

/**
 * Refuses a rule that names something the company does not have.
 * @param before the rule it changes: what it already names may be gone.
 * @throws ApiError ERR_NO_TAG_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND, and as `refuseUnknownSteps`.
 */
export async function refuseUnknown(
  db: Reader,
  companyId: number,
  { event, conditions, steps }: RuleForm,
  before: Pick<Row, 'event' | 'conditions' | 'steps'> | null,
): Promise<void> {
  const tagsOf = (of: Pick<RuleForm, 'event' | 'conditions'>): number[] => [
    ...of.conditions.tagIds,
    ...of.conditions.notTagIds,
    ...(of.event.kind === 'tagged' ? [of.event.tagId] : []),
  ]
  const was = before?.conditions
  await refuseUnknownRows(db, companyId, 'tag', tagsOf({ event, conditions }), before ? tagsOf(before) : [])
  await refuseUnknownRows(db, companyId, 'queue', conditions.queueIds, was?.queueIds)
  await refuseUnknownRows(db, companyId, 'whatsapp', conditions.whatsappIds, was?.whatsappIds)
  await refuseUnknownSteps(
    db,
    companyId,
    { steps, ownerId: null },
    before && { steps: before.steps, ownerId: null },
  )
}

/** Rules of a company in their order. */
export const keptRules = records({
  table: rules,
  order: [asc(rules.position)],
  show: viewOf,
  missing: 'ERR_NO_RULE_FOUND',
  most: { count: RULE.most, code: 'ERR_TOO_MANY_RULES' },
  place: 'position',
  check: (tx, me, form: RuleForm, before) => refuseUnknown(tx, me.companyId, form, before),
  columns: ({ name, active, event, conditions, steps, once }) => ({
    ...{ name, active, event, conditions, steps, once },
    eventKind: event.kind,
  }),
  async written(tx, _me, id, form, before) {
    // Runs that wait for the old event, or for a rule that is off, must not act when it is switched on again.
    if (before && (!form.active || JSON.stringify(before.event) !== JSON.stringify(form.event)))
      await tx.delete(ruleRuns).where(and(eq(ruleRuns.ruleId, id), eq(ruleRuns.state, 'waiting')))
  },
  announce: 'rule',
})

/** The log of a rule, latest first. @throws ApiError ERR_NO_RULE_FOUND */
export async function runsOf(db: Reader, me: Me, id: number): Promise<RuleRun[]> {
  await keptRules.row(db, me, id)
  const rows = await db
    .select({
      run: ruleRuns,
      uuid: tickets.uuid,
      contact: { name: contacts.name, number: contacts.number, username: contacts.username },
    })
    .from(ruleRuns)
    .innerJoin(tickets, eq(tickets.id, ruleRuns.ticketId))
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(and(eq(ruleRuns.ruleId, id), ne(ruleRuns.state, 'waiting')))
    .orderBy(desc(ruleRuns.id))
    .limit(RULE.logged)
  return rows.map(({ run, uuid, contact }) => ({
    id: run.id,
    ticketId: run.ticketId,
    ticketUuid: uuid,
    contactName: displayName(contact),
    at: run.createdAt,
    endedAt: run.endedAt,
    steps: [...(run.steps ?? [])],
    outcomes: [...(run.outcomes ?? [])],
  }))
}
