/** Rules as administrators keep them. */
import { RULE, type Rule, type RuleForm, type RuleRun } from '@contract'
import { and, asc, desc, eq, inArray, max, ne } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { queueOf, whatsappOf } from '../../platform/db/company-rows'
import { contacts, ruleRuns, rules, tags, tickets } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
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

/** The rules of a company in their order. */
export async function rulesOf(db: Reader, companyId: number): Promise<Rule[]> {
  const rows = await db
    .select()
    .from(rules)
    .where(eq(rules.companyId, companyId))
    .orderBy(asc(rules.position), asc(rules.id))
  return rows.map(viewOf)
}

async function ruleOf(db: Reader, companyId: number, id: number): Promise<Row> {
  const [row] = await db
    .select()
    .from(rules)
    .where(and(eq(rules.id, id), eq(rules.companyId, companyId)))
  if (!row) throw new ApiError('ERR_NO_RULE_FOUND')
  return row
}

/**
 * Refuses a rule that names what the company does not have.
 * @throws ApiError ERR_NO_TAG_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND, and as `refuseUnknownSteps`.
 */
export async function refuseUnknown(db: Reader, companyId: number, form: RuleForm): Promise<void> {
  const { event, conditions } = form
  const tagIds = [
    ...new Set([
      ...conditions.tagIds,
      ...conditions.notTagIds,
      ...(event.kind === 'tagged' ? [event.tagId] : []),
    ]),
  ]
  const known = and(eq(tags.companyId, companyId), inArray(tags.id, tagIds))
  if (tagIds.length > 0 && (await db.$count(tags, known)) < tagIds.length)
    throw new ApiError('ERR_NO_TAG_FOUND')
  for (const id of conditions.queueIds) if (id > 0) await queueOf(db, companyId, id)
  for (const id of conditions.whatsappIds) await whatsappOf(db, companyId, id)
  await refuseUnknownSteps(db, companyId, form.steps, null)
}

const columnsOf = ({ name, active, event, conditions, steps, once }: RuleForm) => ({
  name,
  active,
  event,
  eventKind: event.kind,
  conditions,
  steps,
  once,
})

const write = <T>(app: Workspace, me: Me, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.company(me.companyId).write(async tx => {
    const done = await work(tx)
    app.realtime.toCompany(me.companyId, 'rule', { action: 'changed' })
    return done
  })

/** Adds a rule behind the others. @throws ApiError ERR_TOO_MANY_RULES, and as `refuseUnknown`. */
export const createRule = (app: Workspace, me: Me, form: RuleForm): Promise<Rule> =>
  write(app, me, async tx => {
    await refuseUnknown(tx, me.companyId, form)
    const own = eq(rules.companyId, me.companyId)
    if ((await tx.$count(rules, own)) >= RULE.most) throw new ApiError('ERR_TOO_MANY_RULES')
    const [last] = await tx
      .select({ position: max(rules.position) })
      .from(rules)
      .where(own)
    const [row] = await tx
      .insert(rules)
      .values({ ...columnsOf(form), companyId: me.companyId, position: (last?.position ?? 0) + 1 })
      .returning()
    if (!row) throw new ApiError('ERR_INTERNAL')
    return viewOf(row)
  })

/** @throws ApiError ERR_NO_RULE_FOUND, and as `refuseUnknown`. */
export const updateRule = (app: Workspace, me: Me, id: number, form: RuleForm): Promise<Rule> =>
  write(app, me, async tx => {
    const before = await ruleOf(tx, me.companyId, id)
    await refuseUnknown(tx, me.companyId, form)
    // What waits for another event, or for a rule that is off, must not act when it is switched on again.
    if (!form.active || JSON.stringify(before.event) !== JSON.stringify(form.event))
      await tx.delete(ruleRuns).where(and(eq(ruleRuns.ruleId, id), eq(ruleRuns.state, 'waiting')))
    const [row] = await tx
      .update(rules)
      .set({ ...columnsOf(form), updatedAt: new Date().toISOString() })
      .where(eq(rules.id, before.id))
      .returning()
    if (!row) throw new ApiError('ERR_NO_RULE_FOUND')
    return viewOf(row)
  })

/** @throws ApiError ERR_NO_RULE_FOUND */
export const removeRule = (app: Workspace, me: Me, id: number): Promise<null> =>
  write(app, me, async tx => {
    await ruleOf(tx, me.companyId, id)
    await tx.delete(rules).where(eq(rules.id, id))
    return null
  })

/** Puts the rules into another order. @param ids those that are not named come last, as they were. */
export const arrangeRules = (app: Workspace, me: Me, ids: readonly number[]): Promise<null> =>
  write(app, me, async tx => {
    const place = new Map(ids.map((id, at) => [id, at]))
    const now = await rulesOf(tx, me.companyId)
    const placeOf = ({ id }: Rule): number => place.get(id) ?? ids.length
    for (const [at, { id }] of now.toSorted((a, b) => placeOf(a) - placeOf(b)).entries())
      await tx
        .update(rules)
        .set({ position: at + 1 })
        .where(eq(rules.id, id))
    return null
  })

/** What a rule did, the latest first. @throws ApiError ERR_NO_RULE_FOUND */
export async function runsOf(db: Reader, companyId: number, id: number): Promise<RuleRun[]> {
  await ruleOf(db, companyId, id)
  const rows = await db
    .select({ run: ruleRuns, uuid: tickets.uuid, name: contacts.name, number: contacts.number })
    .from(ruleRuns)
    .innerJoin(tickets, eq(tickets.id, ruleRuns.ticketId))
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(and(eq(ruleRuns.ruleId, id), ne(ruleRuns.state, 'waiting')))
    .orderBy(desc(ruleRuns.id))
    .limit(RULE.logged)
  return rows.map(({ run, uuid, name, number }) => ({
    id: run.id,
    ticketId: run.ticketId,
    ticketUuid: uuid,
    contactName: name || number,
    at: run.createdAt,
    endedAt: run.endedAt,
    steps: [...(run.steps ?? [])],
    outcomes: [...(run.outcomes ?? [])],
  }))
}
