import { describe, expect, it } from 'vitest'
import {
  answeredWithin,
  loads,
  peopleFor,
  type Service,
} from '../../../electron/server/desk/reports/staffing'

const MINUTE = 60_000
const service = (minutes: number, patience: number | null, concurrency = 1): Service => ({
  handlingMs: minutes * MINUTE,
  patienceMs: patience === null ? null : patience * MINUTE,
  concurrency,
})

function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return (state + 0.5) / 4_294_967_296
  }
}

/** The share answered within a time, by playing it: who comes, who is free, who has had enough. */
function played(
  {
    perHour,
    servers,
    waitMs,
    handlingMs,
    patienceMs,
  }: Record<'perHour' | 'servers' | 'waitMs' | 'handlingMs', number> & {
    patienceMs: number | null
  },
  customers: number,
): number {
  const next = random(3)
  const drawn = (mean: number) => -mean * Math.log(next())
  /** When each server is free. First come, first served: who gives up before that takes no place. */
  const free = Array.from({ length: servers }, () => 0)
  let [at, inTime] = [0, 0]
  for (let n = 0; n < customers; n++) {
    at += drawn(3_600_000 / perHour)
    const patience = patienceMs === null ? Number.POSITIVE_INFINITY : drawn(patienceMs)
    const soonest = free.indexOf(Math.min(...free))
    const begins = Math.max(at, free[soonest] ?? 0)
    if (begins - at > patience) continue
    free[soonest] = begins + drawn(handlingMs)
    if (begins - at <= waitMs) inTime++
  }
  return inTime / customers
}

describe('the share answered in time', () => {
  // Probability of waiting, tables of Erlang C (for instance Cooper, Introduction to Queueing Theory).
  it.each([
    [1, 2, 0.3333],
    [2, 3, 0.4444],
    [5, 6, 0.5875],
    [8, 10, 0.4092],
    [10, 12, 0.4494],
    [20, 25, 0.2092],
  ])('of %d Erlang and %d servers is that of the tables of Erlang C', (load, servers, waits) => {
    expect(1 - answeredWithin(load, servers, 0, service(5, null))).toBeCloseTo(waits, 3)
  })

  it('of a textbook’s centre: 100 calls in half an hour of 180 s, 14 agents, 20 s: 88.8 %', () => {
    expect(answeredWithin(10, 14, 20_000, { handlingMs: 180_000, patienceMs: null })).toBeCloseTo(0.888, 3)
  })

  it.each([
    // More come than can be served: only patience ends the queue.
    { perHour: 120, servers: 7, waitMs: 2 * MINUTE, handlingMs: 5 * MINUTE, patienceMs: 4 * MINUTE },
    { perHour: 10, servers: 2, waitMs: 20_000, handlingMs: 15 * MINUTE, patienceMs: 10 * MINUTE },
  ])('is what is seen when it is played: $perHour an hour, $servers servers', one => {
    const { perHour, servers, waitMs, handlingMs, patienceMs } = one
    const load = (perHour * handlingMs) / 3_600_000
    const computed = answeredWithin(load, servers, waitMs, { handlingMs, patienceMs })
    expect(Math.abs(played(one, 200_000) - computed)).toBeLessThan(0.012)
  })

  it('neither overflows nor runs on where thousands come', () => {
    expect(answeredWithin(3_000, 6_000, 1_000, service(5, 10))).toBeCloseTo(1, 9)
    expect(answeredWithin(3_000, 1_000, 1_000, service(5, 10))).toBeLessThan(0.1)
    expect(answeredWithin(50, 60, 24 * 60 * MINUTE, service(5, 10))).toBeGreaterThan(0.95)
  })
})

describe('the people an hour needs', () => {
  it('are the fewest that keep the promise', () => {
    for (const load of [0.2, 1, 4, 9.5, 33])
      for (const one of [service(5, null), service(5, 3), service(40, 20, 3), service(40, 20, 2.5)])
        for (const target of [
          { share: 0.8, seconds: 20 },
          { share: 0.95, seconds: 300 },
        ]) {
          const people = peopleFor(load, one, target) ?? Number.NaN
          const kept = (n: number) =>
            answeredWithin(load, Math.floor(n * one.concurrency), target.seconds * 1_000, one)
          expect(kept(people)).toBeGreaterThanOrEqual(target.share)
          expect(people === 1 || kept(people - 1) < target.share).toBe(true)
        }
  })

  it('are fewer where each holds several conversations; nobody where nobody comes; none enough for what cannot be', () => {
    const target = { share: 0.8, seconds: 20 }
    expect(peopleFor(10, service(3, null), target)).toBe(14)
    expect(peopleFor(10, service(3, null, 4), target)).toBe(4)
    expect(peopleFor(0, service(3, null), target)).toBe(0)
    expect(peopleFor(1e7, service(3, null), target)).toBeNull()
  })
})

describe('what is open in an hour', () => {
  it('is what begins times how long it lasts where that is short', () => {
    const found = loads([60, 60, 0, 120], 3 * MINUTE)
    expect(found.map(load => Math.round(load * 10) / 10)).toEqual([3, 3, 0, 6])
  })

  it('goes on after the last has begun where conversations last long, and loses nobody', () => {
    const arrivals = [...Array.from({ length: 10 }, () => 12), ...Array.from({ length: 158 }, () => 0)]
    const found = loads(arrivals, 4 * 60 * MINUTE)
    expect(found[9]).toBeCloseTo(48 * (1 - Math.exp(-10 / 4)), 1)
    expect(found[10]).toBeGreaterThan(30)
    expect(found[10]).toBeLessThan(found[9] ?? 0)
  })
})
