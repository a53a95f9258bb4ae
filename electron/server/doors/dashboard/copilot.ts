/** The copilot's part of the dashboard for a period; docs/assistant.md defines each figure. */
import type { CopilotFigures } from '@contract'
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { copilotOf } from '../../automation/copilot/settings'
import { countCalls, isEnded } from '../../automation/copilot/usage'
import type { Reader } from '../../platform/db/client'
import {
  copilotCalls as calls,
  ticketTrackings as cycles,
  messages,
  transcripts,
} from '../../platform/db/schema'
import { hasFeature } from '../../platform/plans/limits'
import { within } from './figures'
import type { Period } from './range'

/** Fewer values give no median. */
const ENOUGH = 10

interface Median {
  median: number | null
  count: number
}

/** Medians by kind. @param rows with the columns `kind` and `value`. */
async function medians(db: Reader, rows: SQL): Promise<(kind: number) => Median> {
  const found = await db.all<{ kind: number; count: number; median: number }>(sql`
    select kind, count(*) as count, avg(case when place in ((total + 1) / 2, (total + 2) / 2) then value end) as median
    from (
      select kind, value, row_number() over (partition by kind order by value) as place,
        count(*) over (partition by kind) as total
      from (${rows}) as figures
    ) as placed
    group by kind`)
  return kind => {
    const { count, median } = found.find(row => Number(row.kind) === kind) ?? { count: 0, median: 0 }
    return { count: Number(count), median: Number(count) < ENOUGH ? null : Number(median) }
  }
}

/**
 * Accepted cycles a customer began: `kind` is 1 when the copilot gave the first answer, `value` the seconds until that
 * answer.
 */
function firstAnswers(companyId: number, period: Period): SQL {
  const first = sql`(
    select min(${messages.seq}) from ${messages}
    where ${messages.ticketId} = ${cycles.ticketId} and ${messages.userId} is not null
      and ${messages.createdAt} >= ${cycles.startedAt}
      and (${cycles.finishedAt} is null or ${messages.createdAt} <= ${cycles.finishedAt}))`
  const taken = sql`exists (
    select 1 from ${calls}
    where ${calls.ticketId} = ${cycles.ticketId} and ${calls.userId} = ${messages.userId}
      and ${calls.feature} in ('suggest', 'rewrite') and ${calls.outcome} in ('taken', 'changed')
      and ${calls.createdAt} between ${cycles.startedAt} and ${messages.createdAt})`
  return sql`
    select case when ${taken} then 1 else 0 end as kind,
      (${messages.createdAt} - ${cycles.startedAt}) / 1000.0 as value
    from ${cycles} join ${messages} on ${messages.seq} = ${first}
    where ${and(eq(cycles.companyId, companyId), within(cycles.queuedAt, period), isNotNull(cycles.startedAt))}
      and ${cycles.startedAt} > ${cycles.queuedAt}`
}

/** @returns null when the company's plan lacks the copilot, or every feature is off. */
export async function copilotFigures(
  db: Reader,
  companyId: number,
  period: Period,
): Promise<CopilotFigures | null> {
  const settings = await copilotOf(db, companyId)
  const isOn = Object.values(settings?.features ?? {}).some(rule => rule.on)
  if (!isOn || !(await hasFeature(db, companyId, 'useOpenAi'))) return null
  const inPeriod = and(eq(calls.companyId, companyId), within(calls.createdAt, period), isEnded)
  const suggestions = and(inPeriod, eq(calls.feature, 'suggest'))
  const { taken, changed, dropped } = await countCalls(db, suggestions)
  const { tickets, tokens, dollars, unpriced, ...cost } = await countCalls(
    db,
    and(inPeriod, isNotNull(calls.ticketId)),
  )
  const percent = await medians(
    db,
    sql`select 0 as kind, ${calls.changed} as value from ${calls}
      where ${and(suggestions, eq(calls.outcome, 'changed'))}`,
  )
  const seconds = await medians(db, firstAnswers(companyId, period))
  return {
    taken,
    changed,
    dropped,
    changedPercent: percent(0),
    firstAnswerWith: seconds(1),
    firstAnswerWithout: seconds(0),
    transcripts: await db.$count(
      transcripts,
      and(
        eq(transcripts.companyId, companyId),
        eq(transcripts.state, 'done'),
        within(transcripts.createdAt, period),
      ),
    ),
    tickets,
    tokensPerTicket: tickets === 0 ? 0 : Math.round(tokens / tickets),
    dollarsPerTicket: cost.calls === unpriced ? null : dollars / tickets,
    unpriced,
  }
}
