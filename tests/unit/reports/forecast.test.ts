import { describe, expect, it } from 'vitest'
import { forecastWeek, HOURS, quantile } from '../../../electron/server/desk/reports/forecast'

function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return (state + 0.5) / 4_294_967_296
  }
}
/** Knuth's: how many come where so many are expected. */
const poisson = (expected: number, next: () => number): number => {
  let [n, product] = [-1, 1]
  while (product > Math.exp(-expected)) {
    product *= next()
    n++
  }
  return n
}
/** Office hours from Monday to Friday, most before noon. */
const shape = Array.from({ length: HOURS }, (_, at) => {
  const [day, hour] = [Math.floor(at / 24), at % 24]
  return day < 5 && hour >= 8 && hour < 18 ? 12 - Math.abs(hour - 11) : 0
})
const total = (week: readonly { expected: number }[]) => week.reduce((all, { expected }) => all + expected, 0)

describe('a forecast', () => {
  it('of weeks that are the same is that week, without error', () => {
    const found = forecastWeek(Array.from({ length: 8 }, () => shape))
    expect(found).toMatchObject({ weeks: 8, tested: 4, smoothed: false })
    for (const [hour, { expected, low, high }] of (found?.hours ?? []).entries())
      for (const value of [expected, low, high]) expect(value).toBeCloseTo(shape[hour] ?? -1, 9)
    expect(found?.wape).toBeCloseTo(0, 9)
    expect(found?.mape).toBeCloseTo(0, 9)
  })

  it('follows a trend, and one week of a campaign bends it hardly', () => {
    const growing = Array.from({ length: 8 }, (_, week) => shape.map(n => n * (1 + week / 10)))
    expect(total(forecastWeek(growing)?.hours ?? [])).toBeCloseTo(1.8 * shape.reduce((a, b) => a + b, 0), 6)
    const campaign = growing.map((week, at) =>
      at === 5 ? week.map((n, hour) => (hour === 34 ? 400 : n)) : week,
    )
    const bent = forecastWeek(campaign)
    expect(Math.abs(total(bent?.hours ?? []) / (1.8 * shape.reduce((a, b) => a + b, 0)) - 1)).toBeLessThan(
      0.05,
    )
    expect(bent?.hours[34]?.expected).toBeLessThan(2.2 * (shape[34] ?? 0))
  })

  it('of random weeks has the error it says, and eight of ten hours lie in its range', () => {
    const next = random(11)
    let [wrong, came, inside, hours, said] = [0, 0, 0, 0, 0]
    for (let round = 0; round < 60; round++) {
      const weeks = Array.from({ length: 9 }, () => shape.map(n => poisson(n, next)))
      const found = forecastWeek(weeks.slice(0, 8))
      said += found?.wape ?? Number.NaN
      // What is too much in one hour and too little in another of a day is no error of the day.
      expect(found?.wapeByDay).toBeLessThan(found?.wape ?? 0)
      for (const [hour, { expected, low, high }] of (found?.hours ?? []).entries()) {
        const actual = weeks[8]?.[hour] ?? 0
        wrong += Math.abs(actual - expected)
        came += actual
        if (!shape[hour]) continue
        hours++
        if (actual >= Math.floor(low) && actual <= Math.ceil(high)) inside++
      }
    }
    expect(Math.abs(wrong / came - said / 60)).toBeLessThan(0.04)
    expect(inside / hours).toBeGreaterThan(0.76)
    expect(inside / hours).toBeLessThan(0.95)
  })

  it('smooths neighbouring hours where little comes all day, and not where hours begin sharply', () => {
    const next = random(5)
    const even = Array.from({ length: 8 }, () => Array.from({ length: HOURS }, () => poisson(0.7, next)))
    expect(forecastWeek(even)?.smoothed).toBe(true)
    const sharp = Array.from({ length: 8 }, () => shape.map(n => poisson(4 * n, next)))
    expect(forecastWeek(sharp)?.smoothed).toBe(false)
  })

  it('says nothing of two weeks, and leaves out the weeks before anybody wrote', () => {
    const nothing = Array.from({ length: HOURS }, () => 0)
    expect(forecastWeek([nothing, shape, shape])).toBeNull()
    expect(forecastWeek([])).toBeNull()
    expect(forecastWeek([nothing, nothing])).toBeNull()
    expect(forecastWeek([nothing, nothing, shape, shape, shape])?.weeks).toBe(3)
    expect(forecastWeek([nothing, shape, nothing, shape, shape])?.weeks).toBe(4)
  })
})

it('quantiles are linear between neighbours', () => {
  expect([0, 0.25, 0.5, 1].map(share => quantile([4, 1, 2], share))).toEqual([1, 1.5, 2, 4])
})
