/** Reads the timeline of a ticket: its stored events, the rules that acted, the deadlines that passed. */
import type { TimelineEntry } from '@contract'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { readPage } from '../../platform/db/page'
import {
  deadlines,
  queues,
  ruleRuns,
  rules,
  tags,
  ticketEvents,
  users,
  whatsapps,
} from '../../platform/db/schema'
import type { TimelineChanges } from '../../platform/db/schema-timeline'

type Entry = TimelineEntry
type Source = 'event' | 'rule' | 'late'

const NOTHING = {
  userId: null,
  changes: [],
  tags: [],
  until: null,
  wokenBy: '',
  done: 0,
  steps: 0,
  deadline: null,
  minutes: 0,
}

/** The source of each entry of a ticket, latest first. */
function placesOf(db: Reader, ticketId: number) {
  const now = new Date().toISOString()
  const missed = and(
    eq(deadlines.ticketId, ticketId),
    lte(deadlines.dueAt, now),
    or(isNull(deadlines.endedAt), gt(deadlines.endedAt, deadlines.dueAt)),
  )
  const acted = and(eq(ruleRuns.ticketId, ticketId), eq(ruleRuns.state, 'done'), isNotNull(ruleRuns.endedAt))
  const source = (name: Source) => sql<Source>`${sql.raw(`'${name}'`)}`.as('source')
  const all = db
    .select({ source: source('event'), id: ticketEvents.id, at: sql<number>`${ticketEvents.at}`.as('at') })
    .from(ticketEvents)
    .where(eq(ticketEvents.ticketId, ticketId))
    .unionAll(
      db
        .select({ source: source('rule'), id: ruleRuns.id, at: sql<number>`${ruleRuns.endedAt}`.as('at') })
        .from(ruleRuns)
        .where(acted),
    )
    .unionAll(
      db
        .select({ source: source('late'), id: deadlines.id, at: sql<number>`${deadlines.dueAt}`.as('at') })
        .from(deadlines)
        .where(missed),
    )
    .as('places')
  return {
    rows: db
      .select({ source: all.source, id: all.id })
      .from(all)
      .orderBy(desc(all.at), desc(all.source), desc(all.id)),
    count: db
      .select({ count: sql<number>`count(*)` })
      .from(all)
      .then(([row]) => Number(row?.count ?? 0)),
  }
}

/** Names of a company's rows by id; "" for deleted ones, null for none. */
async function namesOf(
  db: Reader,
  companyId: number,
  table: typeof queues | typeof users | typeof whatsapps | typeof tags,
  ids: readonly (number | null)[],
): Promise<(id: number | null) => string | null> {
  const wanted = [...new Set(ids.filter(id => id !== null))]
  const named = table as typeof tags
  const rows =
    wanted.length === 0
      ? []
      : await db
          .select({ id: named.id, name: named.name })
          .from(named)
          .where(and(eq(named.companyId, companyId), inArray(named.id, wanted)))
  const names = new Map(rows.map(row => [row.id, String(row.name)]))
  return id => (id === null ? null : (names.get(Number(id)) ?? ''))
}

async function eventsOf(db: Reader, companyId: number, ids: readonly number[]): Promise<Map<number, Entry>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(ticketEvents)
    .where(inArray(ticketEvents.id, [...ids]))
  const idsIn = (field: 'queueId' | 'userId' | 'whatsappId') => rows.flatMap(row => row.changes[field] ?? [])
  const names = {
    queue: await namesOf(db, companyId, queues, idsIn('queueId')),
    user: await namesOf(db, companyId, users, idsIn('userId')),
    connection: await namesOf(db, companyId, whatsapps, idsIn('whatsappId')),
  }
  const tagName = await namesOf(
    db,
    companyId,
    tags,
    rows.flatMap(row => row.changes.tagIds ?? []),
  )
  const changesOf = ({
    queueId,
    userId,
    whatsappId,
    priority,
    heldBy,
  }: TimelineChanges): Entry['changes'] => [
    ...(queueId
      ? [{ field: 'queue' as const, from: names.queue(queueId[0]), to: names.queue(queueId[1]) }]
      : []),
    ...(userId ? [{ field: 'user' as const, from: names.user(userId[0]), to: names.user(userId[1]) }] : []),
    ...(whatsappId
      ? [
          {
            field: 'connection' as const,
            from: names.connection(whatsappId[0]),
            to: names.connection(whatsappId[1]),
          },
        ]
      : []),
    ...(priority ? [{ field: 'priority' as const, from: priority[0], to: priority[1] }] : []),
    ...(heldBy ? [{ field: 'holder' as const, from: heldBy[0], to: heldBy[1] }] : []),
  ]
  return new Map(
    rows.map(({ id, at, kind, actor, userId, userName, changes }) => [
      id,
      {
        ...NOTHING,
        key: `event:${id}`,
        at,
        kind,
        actor,
        userId,
        name: userName,
        changes: changesOf(changes),
        tags: (changes.tagIds ?? []).map(tagName).filter((name): name is string => Boolean(name)),
        until: changes.until ?? null,
        wokenBy: changes.wokenBy ?? '',
      },
    ]),
  )
}

async function rulesOf(db: Reader, ids: readonly number[]): Promise<Map<number, Entry>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ run: ruleRuns, name: rules.name })
    .from(ruleRuns)
    .innerJoin(rules, eq(rules.id, ruleRuns.ruleId))
    .where(inArray(ruleRuns.id, [...ids]))
  return new Map(
    rows.map(({ run, name }) => [
      run.id,
      {
        ...NOTHING,
        key: `rule:${run.id}`,
        at: run.endedAt ?? run.createdAt,
        kind: 'rule',
        actor: 'rule',
        name,
        done: (run.outcomes ?? []).filter(({ state }) => state === 'done').length,
        steps: (run.steps ?? []).length,
      },
    ]),
  )
}

async function lateOf(db: Reader, ids: readonly number[]): Promise<Map<number, Entry>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(deadlines)
    .where(inArray(deadlines.id, [...ids]))
  return new Map(
    rows.map(({ id, dueAt, levelName, kind, minutes }) => [
      id,
      {
        ...NOTHING,
        key: `late:${id}`,
        at: dueAt,
        kind: 'late',
        actor: 'clock',
        name: levelName,
        deadline: kind,
        minutes,
      },
    ]),
  )
}

/** A page of a ticket's timeline, latest first. The caller checks who may read it. */
export async function timelinePage(
  db: Reader,
  { id: ticketId, companyId }: { id: number; companyId: number },
  pageNumber: number,
) {
  const { rows, count } = placesOf(db, ticketId)
  const { page, ...rest } = await readPage(pageNumber, rows, count)
  const idsOf = (source: Source) => page.filter(row => row.source === source).map(({ id }) => id)
  const found: Record<Source, Map<number, Entry>> = {
    event: await eventsOf(db, companyId, idsOf('event')),
    rule: await rulesOf(db, idsOf('rule')),
    late: await lateOf(db, idsOf('late')),
  }
  return { entries: page.flatMap(({ source, id }) => found[source].get(id) ?? []), ...rest }
}
