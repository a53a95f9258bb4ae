/** Checks every request of the table: no text, list, number or date in it is without a bound, whoever adds it. */
import { type EndpointName, endpoints, isDay, MOST_IDS } from '@contract'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { day, idList, line, moment, pageNumber, rowIds, token, words } from '../../../src/contract/requests'

const names = Object.keys(endpoints) as EndpointName[]

interface Leaf {
  path: string
  schema: z.ZodType
}

/** Every member a request may hold, lists and alternatives looked into. */
function leavesOf(schema: z.ZodType, path: string): Leaf[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, member]) =>
      leavesOf(member as z.ZodType, `${path}.${key}`),
    )
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return leavesOf(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodArray)
    return [{ path, schema }, ...leavesOf(schema.element as z.ZodType, `${path}[]`)]
  return [{ path, schema }]
}

const requests = names.flatMap(name =>
  (['params', 'query', 'body'] as const).flatMap(part => leavesOf(endpoints[name][part], `${name} ${part}`)),
)
/** Members whose value nobody reads. */
const isUnread = ({ schema }: Leaf): boolean => schema instanceof z.ZodUnknown
/** Passwords are compared, never stored or shown: every character counts. */
const isSecret = ({ path }: Leaf): boolean => /password/i.test(path)

const BROKEN = /\p{Surrogate}|\p{Cc}/u
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(textsIn)
      : []

const accepted = (schema: z.ZodType, value: unknown): unknown[] => {
  const parsed = schema.safeParse(value)
  return parsed.success ? [parsed.data] : []
}

describe('a request of the table', () => {
  const leaves = requests.filter(leaf => !isUnread(leaf))

  it('has members', () => expect(leaves.length).toBeGreaterThan(80))

  it('takes no text without an end', () => {
    const endless = 'a1'.repeat(100_000)
    expect(leaves.filter(leaf => accepted(leaf.schema, endless).length > 0).map(leaf => leaf.path)).toEqual(
      [],
    )
  })

  it('takes no list without an end, and refuses one without looking at its members', () => {
    let looked = 0
    const member = () => Object.defineProperty({}, 'id', { enumerable: true, get: () => ++looked })
    for (const list of [Array(1_001).fill(1), Array.from({ length: 1_001 }, member)])
      expect(leaves.filter(leaf => accepted(leaf.schema, list).length > 0).map(leaf => leaf.path)).toEqual([])
    expect(looked).toBe(0)
  })

  it('keeps neither U+0000 nor a half of a character', () => {
    for (const text of ['2026\u0000', 'abcdef\u0000tail', 'abcdef\ud800tail', '\u0000', '\udc00abcdefgh']) {
      const kept = leaves
        .filter(leaf => !isSecret(leaf))
        .filter(leaf => textsIn(accepted(leaf.schema, text)).some(kept => BROKEN.test(kept)))
      expect(kept.map(leaf => leaf.path)).toEqual([])
    }
  })

  it('takes no number beyond what a row, a page or a clock can have', () => {
    // A yes or no that older consoles send as a number; only its truth is read.
    const bounded = leaves.filter(leaf => leaf.path !== 'messages.send body.read')
    /** What a plan or a message costs has cents, and a model's temperature is a fraction. */
    const fraction = (path: string): boolean =>
      /^plans\.\w+ body\.value$|^prompts\.\w+ body\.temperature$|^whatsapps\.saveCloudRates body\.\w+$/.test(
        path,
      )
    for (const number of [2 ** 53, 1e300, Number.POSITIVE_INFINITY, Number.NaN, -2, 0.5])
      expect(
        bounded
          .filter(leaf => accepted(leaf.schema, number).includes(number))
          .map(leaf => leaf.path)
          .filter(path => number !== 0.5 || !fraction(path)),
      ).toEqual([])
  })
})

it('days are days of the calendar between 2000 and 2100', () => {
  for (const good of ['2000-01-01', '2024-02-29', '2100-12-31'])
    expect(day.safeParse(good).success, good).toBe(true)
  const bad = [
    '9999-12-30',
    '1999-12-31',
    '2101-01-01',
    '2024-99-99',
    '2025-02-29',
    '2026-1-1',
    '',
    '+010000-01-01',
    '2026-01-01T00:00',
  ]
  for (const text of bad)
    expect([text, day.safeParse(text).success, isDay(text)]).toEqual([text, false, false])
  expect(moment.safeParse('2026-05-01T10:00:00-03:00').success).toBe(true)
  for (const text of ['9999-12-31T23:59:59Z', '2026-02-30T10:00:00Z', '1999-01-01T00:00:00Z', 'tomorrow'])
    expect([text, moment.safeParse(text).success]).toEqual([text, false])
})

it('names lose what would turn their neighbours around; words keep it', () => {
  expect(line(50).parse('  Ana\u202e oirartnoc\u2066\n\tSilva\u0000 ')).toBe('Ana oirartnoc Silva')
  expect(words(50).parse('a\u202eb\u0000\ud800\n')).toBe('a\u202eb\ufffd\n')
  expect(token(20).safeParse('3EB0\u202e').success).toBe(false)
  expect(token(20).safeParse('👍🏽').success).toBe(true)
})

it('ids and pages have an end', () => {
  expect(rowIds.safeParse(Array(MOST_IDS).fill(1)).success).toBe(true)
  expect(rowIds.safeParse(Array(MOST_IDS + 1).fill(1)).success).toBe(false)
  expect(idList.safeParse(JSON.stringify(Array(MOST_IDS).fill(1))).success).toBe(true)
  expect(idList.safeParse(JSON.stringify(Array(MOST_IDS + 1).fill(1))).success).toBe(false)
  expect(pageNumber.safeParse('1e15').success).toBe(false)
})
