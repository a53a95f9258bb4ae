/** What a campaign did over time, as points of lines. Pure. */
import { clockIn } from '@contract'
import type { Timeline } from '@/stores/campaigns'

/** The lines of the chart: what happened to recipients. */
export const KINDS = ['sent', 'delivered', 'confirmed', 'failed'] as const
export type Kind = (typeof KINDS)[number]

export interface Point extends Record<Kind, number> {
  /** Beginning of the stretch, milliseconds since the epoch. */
  at: number
}

/** Most points of a line: a server that leaves a year out between two stretches draws no year of noughts. */
const MOST_POINTS = 400

const nothing = (at: number): Point => ({ at, sent: 0, delivered: 0, confirmed: 0, failed: 0 })

/** Every stretch from the first to the last: those in which nothing happened are noughts, not holes. */
export function pointsOf({ stretchSeconds, stretches }: Timeline): Point[] {
  const known = stretches.flatMap((stretch): Point[] => {
    const at = Date.parse(stretch.at)
    const { sent, delivered, confirmed, failed } = stretch
    return Number.isNaN(at) ? [] : [{ at, sent, delivered, confirmed, failed }]
  })
  const step = stretchSeconds * 1_000
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || step <= 0 || (last.at - first.at) / step >= MOST_POINTS) return known
  const byTime = new Map(known.map(point => [Math.round((point.at - first.at) / step), point]))
  const count = Math.round((last.at - first.at) / step) + 1
  return Array.from({ length: count }, (_, i) => byTime.get(i) ?? nothing(first.at + i * step))
}

/** The end of an axis that begins at 0: the least round figure that holds the most and has a whole half. */
export function axisEnd(most: number): number {
  if (most <= 4) return most <= 2 ? 2 : 4
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 4, 6, 8, 10].map(times => times * power).find(end => end >= most) ?? most
}

const two = (value: number): string => String(value).padStart(2, '0')

/** An instant as the axis names it, on the company's clock: the day where stretches are days, with seconds under a minute. */
export function axisText(zone: string, at: number, stretchSeconds: number): string {
  const { day, month, hour, minute, second } = clockIn(zone, new Date(at))
  if (stretchSeconds >= 86_400) return `${two(day)}/${two(month)}`
  const clock = `${two(hour)}:${two(minute)}`
  return stretchSeconds >= 60 ? clock : `${clock}:${two(second)}`
}

/** The whole instant, `DD/MM/YYYY HH:mm`, with seconds where stretches are shorter than a minute. */
export function stretchText(zone: string, at: number, stretchSeconds: number): string {
  const { day, month, year } = clockIn(zone, new Date(at))
  const date = `${two(day)}/${two(month)}/${year}`
  return stretchSeconds >= 86_400 ? date : `${date} ${axisText(zone, at, stretchSeconds)}`
}

/** Places of at most so many labels, evenly from the first on. */
export function labelled(count: number, most: number): number[] {
  const every = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / every) }, (_, i) => i * every)
}
