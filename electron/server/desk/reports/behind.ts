/** How many cycles are behind a figure, when sums tell it without reading rows. */
import { type CountName, DURATIONS, type DurationName, FIGURE_CLOCKS, type QueryOut } from '@contract'
import type { Reader } from '../../platform/db/client'
import type { Days, ReportFilter } from './filter'
import { readTotal } from './read'
import { distributionsOf, figuresOf, isBarEnd, type Tally } from './tally'

type Asked = Pick<QueryOut<'reports.tickets'>, 'by' | 'key' | 'of' | 'aboveMs' | 'upToMs' | 'clock'>

export const isDuration = (of: CountName | DurationName): of is DurationName =>
  (DURATIONS as readonly string[]).includes(of)

/** These count how often something happened, not how many cycles had it. */
const CYCLE_COUNT_OF: Partial<Record<CountName | DurationName, CountName | null>> = {
  transfers: 'transferred',
  rateSum: 'rated',
  kept: null,
  missed: null,
  nextAnswer: null,
}

/** The filter narrowed to a group; null when there is no such filter. */
function narrowed(filter: ReportFilter, { by, key }: Asked): ReportFilter | null {
  if (by === undefined || key === undefined || by === 'hour') return filter
  if (by === 'day' || by === 'week' || by === 'month') return filter
  const id = Number(key)
  if (!Number.isInteger(id)) return null
  if (by === 'tag') return filter.tagId === undefined || filter.tagId === id ? { ...filter, tagId: id } : null
  const list = ({ queue: 'queueIds', user: 'userIds', connection: 'whatsappIds' } as const)[by]
  return filter[list].length === 0 || filter[list].includes(id) ? { ...filter, [list]: [id] } : null
}

function countFrom(tally: Tally, { by, key, of = 'arrived', aboveMs, upToMs, clock }: Asked): number | null {
  if (by === 'hour' && key !== undefined) return of === 'arrived' ? (tally.hours[Number(key)] ?? 0) : null
  const name = CYCLE_COUNT_OF[of]
  if (name === null) return null
  if (!isDuration(of)) return figuresOf(tally).counts[name ?? of]
  if ([aboveMs, upToMs].some(ms => ms !== undefined && !isBarEnd(ms))) return null
  const bars = distributionsOf(tally)[of][clock ?? FIGURE_CLOCKS[0]]
  const within = bars.filter(
    bar => bar.upToMs > (aboveMs ?? -1) && bar.upToMs <= (upToMs ?? Number.MAX_SAFE_INTEGER),
  )
  return within.reduce((sum, bar) => sum + bar.n, 0)
}

/**
 * @param days of the question and its group.
 * @param now epoch milliseconds.
 * @returns includes cycles of erased tickets; null when sums do not tell.
 */
export async function countBehind(
  db: Reader,
  companyId: number,
  days: Days,
  filter: ReportFilter,
  asked: Asked,
  now: number,
): Promise<number | null> {
  const own = narrowed(filter, asked)
  if (own === null || CYCLE_COUNT_OF[asked.of ?? 'arrived'] === null) return null
  return countFrom(await readTotal(db, companyId, days, own, now), asked)
}
