/** The reading of sums and facts for a question: one statement, and what it leaves open. */
import { type Grouping, plusDays } from '@contract'
import { and, eq, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { joined } from '../../platform/db/engine/words'
import {
  queues,
  type ROLLUP_SPANS,
  reportCycles,
  reportDirty,
  reportRollups,
  users,
  whatsapps,
} from '../../platform/db/schema'
import {
  BEGINNING,
  cyclesIn,
  type Days,
  dimensionsOf,
  END,
  LISTS,
  type List,
  OF_FILTER,
  placed,
  type ReportFilter,
  tagged,
} from './filter'
import { factsText } from './kept-facts'
import { hasDays, type LongSpan, nextStart, type Scope, scopeFor, startOf } from './rollups'

export interface Found {
  /** 1: sums; 0: facts; 2 and 3: a third and a month whose sums were used. */
  kind: number
  /** 1: added to the answer; -1: subtracted. */
  sign: number
  start: string
  /** The group's id, where sums are grouped by one. */
  id: number
  data: string
}

/** The first and last complete ones within a period. */
function wholeWithin(span: LongSpan, { from, to }: Days): [string, string] {
  const first = from ?? BEGINNING
  const last = to ?? END
  const start = startOf(span, last)
  return [
    first === startOf(span, first) ? first : nextStart(span, first),
    startOf(span, plusDays(last, 1)) === start ? startOf(span, plusDays(start, -1)) : start,
  ]
}

const ID_OF = {
  queue: reportRollups.queueId,
  user: reportRollups.userId,
  connection: reportRollups.whatsappId,
  tag: reportRollups.tagId,
} as const

export const idOf = (by: Grouping | null) =>
  by === 'queue' || by === 'user' || by === 'connection' || by === 'tag' ? ID_OF[by] : null

/** What is read for a filter, with one of its lists possibly inverted. */
interface Part {
  filter: ReportFilter
  except: List | null
  scope: Scope
}

/** For scopes without sums of days it reads the longer ones only, and says which. */
function partOf(
  companyId: number,
  days: Days,
  { filter, except, scope }: Part,
  by: Grouping | null,
  sign: 1 | -1,
): SQL {
  const isByDay = by === 'day' || by === 'week'
  const whole = (span: LongSpan) => (isByDay ? [END, BEGINNING] : wholeWithin(span, days))
  const [[firstThird, lastThird], [firstMonth, lastMonth]] = [whole('third'), whole('month')]
  const sums = reportRollups
  const id = idOf(by)
  const own = and(
    eq(sums.companyId, companyId),
    eq(sums.scope, scope),
    placed(sums, filter, except),
    filter.tagId === undefined ? undefined : eq(sums.tagId, filter.tagId),
  )
  const signed = sql.raw(String(sign))
  const columnsOf = (start: SQL | SQLWrapper) =>
    sql`1 as kind, ${signed} as sign, ${start} as start, ${id ?? sql`0`} as id, ${joined(sums.tally)} as data`
  const columns = columnsOf(sums.start)
  const group = id ? sql`group by ${sums.start}, ${id}` : sql`group by ${sums.start}`
  const month = (start: SQL | SQLWrapper) => sql`substr(${start}, 1, 7)`
  const third = (start: SQL | SQLWrapper) => sql`substr(${start}, 1, 8) || case
    when substr(${start}, 9) < '11' then '01' when substr(${start}, 9) < '21' then '11' else '21' end`
  // For many ids: few rows, because the driver is slower with rows than the summing.
  const [partColumns, partGroup] = id
    ? [columnsOf(sql`min(${sums.start})`), sql`group by ${month(sums.start)}, ${id}`]
    : [columns, group]
  const facts = (
    where: SQL | undefined,
  ) => sql`select 0, ${signed}, ${reportCycles.day}, 0, ${factsText()} from ${reportCycles}
    where ${and(cyclesIn(companyId, days), placed(reportCycles, filter, except), tagged(filter.tagId), where)}
    group by ${reportCycles.day}`
  const unfinished = isNull(reportCycles.finishedAt)
  const summed = (span: (typeof ROLLUP_SPANS)[number], first: string | undefined, last: string | undefined) =>
    sql`${and(eq(sums.companyId, companyId), eq(sums.span, span), eq(sums.scope, 'all'))}
      and ${sums.start} >= ${first} and ${sums.start} <= ${last}`
  const longer = sql`
    with dirty as (
      select ${reportDirty.span} as span, ${reportDirty.start} as start from ${reportDirty}
      where ${reportDirty.companyId} = ${companyId}
    ), months as (
      select ${month(sums.start)} as month from ${sums}
      where ${summed('month', firstMonth, lastMonth)}
        and ${month(sums.start)} not in (select ${month(sql`start`)} from dirty)
    ), thirds as (
      select ${sums.start} as start from ${sums}
      where ${summed('third', firstThird, lastThird)}
        and ${month(sums.start)} not in (select month from months)
        and ${sums.start} not in (select ${third(sql`start`)} from dirty where span <> 'month')
    ), days as (
      select ${sums.start} as start from ${sums}
      where ${summed('day', days.from ?? BEGINNING, days.to ?? END)}
        and ${month(sums.start)} not in (select month from months)
        and ${third(sums.start)} not in (select start from thirds)
        and ${sums.start} not in (select start from dirty where span = 'day')
    )
    select ${columns} from ${sums}
    where ${own} and ${sums.span} = 'month' and ${sums.start} >= ${firstMonth} and ${sums.start} <= ${lastMonth}
      and ${month(sums.start)} in (select month from months) ${group}
    union all
    select ${partColumns} from ${sums}
    where ${own} and ${sums.span} = 'third' and ${sums.start} in (select start from thirds) ${partGroup}`
  if (!hasDays(scope))
    return sql`${longer}
      union all select 2, ${signed}, start, 0, '' from thirds
      union all select 3, ${signed}, month || '-01', 0, '' from months
      union all ${facts(sql`${unfinished} and (${month(reportCycles.day)} in (select month from months)
        or ${third(reportCycles.day)} in (select start from thirds))`)}`
  return sql`${longer}
    union all
    select ${partColumns} from ${sums}
    where ${own} and ${sums.span} = 'day' and ${sums.start} in (select start from days) ${partGroup}
    union all ${facts(unfinished)}
    union all ${facts(sql`${isNotNull(reportCycles.finishedAt)} and ${reportCycles.day} in (select start from dirty where span = 'day')`)}`
}

/**
 * One statement, so that everything is of the same moment, whatever is summed up meanwhile.
 * @param minus what is subtracted.
 */
export const question = (
  companyId: number,
  days: Days,
  plus: Part,
  minus: Part | null,
  by: Grouping | null,
): SQL =>
  minus
    ? sql`select * from (${partOf(companyId, days, plus, by, 1)}) as plus
        union all select * from (${partOf(companyId, days, minus, by, -1)}) as minus`
    : partOf(companyId, days, plus, by, 1)

const TABLES = { queueIds: queues, userIds: users, whatsappIds: whatsapps } as const
/** Below this, counting the ids does not pay. */
const FEW = 3

/**
 * When most of a list is chosen, everything minus the rest needs fewer sums: all queues of a year need one per queue,
 * everything needs one.
 */
export async function partsOf(
  db: Reader,
  companyId: number,
  filter: ReportFilter,
  by: Grouping | null,
): Promise<{ plus: Part; minus: Part | null }> {
  const scope = scopeFor(dimensionsOf(filter, by))
  const whole = { plus: { filter, except: null, scope }, minus: null }
  // Other facts are read by separate statements: what is subtracted must be of the same moment.
  if (!hasDays(scope)) return whole
  for (const list of LISTS) {
    const chosen = new Set(filter[list]).size
    if (chosen < FEW || OF_FILTER[list] === by) continue
    const table = TABLES[list]
    if (chosen * 2 <= (await db.$count(table, eq(table.companyId, companyId)))) continue
    const rest = { ...filter, [list]: [] }
    const plus = { filter: rest, except: null, scope: scopeFor(dimensionsOf(rest, by)) }
    return { plus, minus: { filter, except: list, scope } }
  }
  return whole
}
