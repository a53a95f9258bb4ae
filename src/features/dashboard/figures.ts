/** How the dashboard's figures read. Pure. */
import type { Attendant } from '@contract'

/** Rating scale: 1 Insatisfeito, 2 Satisfeito, 3 Muito Satisfeito. */
export type RatingLevel = 1 | 2 | 3

/** The level a mean of ratings is closest to; means beyond the scale count as its end. */
export function ratingLevel(mean: number): RatingLevel {
  if (mean < 1.5) return 1
  return mean < 2.5 ? 2 : 3
}

/** Share of the whole scale a mean reaches, 0 to 1. */
export const ratingShare = (mean: number): number => Math.min(1, Math.max(0, mean / 3))

/** A mean with one decimal as people write it: "2,5". */
export const meanText = (mean: number, languageTag: string): string =>
  new Intl.NumberFormat(languageTag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(mean)

/** Minutes of the dashboard's calls as milliseconds. */
export const msOf = (minutes: number | null): number | null => (minutes === null ? null : minutes * 60_000)

export type SortKey = 'name' | 'tickets' | 'rating' | 'avgSupportTime'
export interface Sorting {
  key: SortKey
  descending: boolean
}

/** What the next press on a column's head sorts by: names upwards first, figures downwards first. */
export function nextSorting(before: Sorting, key: SortKey): Sorting {
  return before.key === key ? { key, descending: !before.descending } : { key, descending: key !== 'name' }
}

/** Attendants in the order asked for. Whoever has no figure stands last either way; ties go by name. */
export function sortAttendants(
  people: readonly Attendant[],
  { key, descending }: Sorting,
  locale: string,
): Attendant[] {
  const byName = (a: Attendant, b: Attendant): number =>
    a.name.localeCompare(b.name, locale, { sensitivity: 'base' }) || (a.id ?? 0) - (b.id ?? 0)
  const sign = descending ? -1 : 1
  return [...people].sort((a, b) => {
    if (key === 'name') return sign * byName(a, b)
    const [first, second] = [a[key], b[key]]
    if (first === null || second === null) {
      return first === second ? byName(a, b) : first === null ? 1 : -1
    }
    return sign * (first - second) || byName(a, b)
  })
}

/** One column or bar of a chart. */
export interface ChartRow {
  /** Category as it stands on the axis; unique within a chart. */
  label: string
  /** Category in full, for the tooltip and the table that is read aloud. */
  title: string
  /** null where there is nothing to draw. */
  total: number | null
  /** Of a second series, drawn hatched beside the first. */
  second?: number | null
}

/** Columns of tickets per day (`data`, dd/mm/yyyy) or per hour (`horario`, 0 to 23) of a single day. */
export function dayRows(rows: readonly { total: number; data: string; horario: string }[]): ChartRow[] {
  return rows.map(({ total, data, horario }) => {
    if (data === '') {
      const hour = `${horario.padStart(2, '0')} h`
      return { label: hour, title: hour, total }
    }
    return { label: data.replace(/^(\d{2}\/\d{2})\/\d{4}$/, '$1'), title: data, total }
  })
}

/** Most bars that are drawn; the others are summed up, so that a large team stays readable. */
export const MOST_BARS = 20
const NAME_CHARS = 22

/**
 * Bars of tickets per agent, most first. Two agents of the same name stay two bars.
 * @param others words for the bar that sums up what is not drawn, given how many agents it holds.
 */
export function agentRows(
  rows: readonly { nome: string; quantidade: number }[],
  others: (count: number) => string,
): ChartRow[] {
  const sorted = [...rows].sort((a, b) => b.quantidade - a.quantidade || a.nome.localeCompare(b.nome))
  const drawn = sorted.length > MOST_BARS ? sorted.slice(0, MOST_BARS - 1) : sorted
  const rest = sorted.slice(drawn.length)
  const used = new Map<string, number>()
  const unique = (name: string): string => {
    const times = (used.get(name) ?? 0) + 1
    used.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  }
  const bars = drawn.map(({ nome, quantidade }) => {
    const signs = [...nome.trim()]
    const short = signs.length > NAME_CHARS ? `${signs.slice(0, NAME_CHARS - 1).join('')}…` : signs.join('')
    return { label: unique(short || '–'), title: nome, total: quantidade }
  })
  if (rest.length > 0) {
    const title = others(rest.length)
    bars.push({ label: unique(title), title, total: rest.reduce((sum, row) => sum + row.quantidade, 0) })
  }
  return bars
}
