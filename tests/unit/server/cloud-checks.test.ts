/** What `npm run test:faults` calls a fault of the Cloud API's numbers (tests/faults/numbers.ts). */
import { expect, it } from 'vitest'
import { type Came, checkCame, checkSent, type Own } from '../../faults/cloud-checks'
import { conversationsOf, scriptOf } from '../../faults/cloud-script'
import { seeded } from '../../faults/lib/random'

const own = (n: number, more: Partial<Own> = {}): Own => ({
  clientId: `send-${n}`,
  id: `id-${n}`,
  conversation: 'a',
  ack: 4,
  failure: null,
  ...more,
})
const names = ['send-1', 'send-2']
const unsure = { ack: 0, failure: 'ERR_WAPP_UNSURE' }

it('takes what left once, in order, and what is marked as unsure', () => {
  expect(checkSent([own(1), own(2)], ['id-1', null, 'id-2'], names)).toEqual([])
  expect(checkSent([own(1, unsure), own(2)], ['id-2'], names)).toEqual([])
})

it.each([
  ['was never stored', [own(1)], ['id-1']],
  ['left twice', [own(1), own(2)], ['id-1', 'id-2', 'id-2']],
  ['never left and says nothing', [own(1, { ack: 0 }), own(2)], ['id-2']],
  ['never left and is called failed for another reason', [own(1, { failure: 'ERR_X' }), own(2)], ['id-2']],
  ['left and is still called unsure', [own(1, unsure), own(2)], ['id-1', 'id-2']],
  ['left before an earlier one', [own(1), own(2)], ['id-2', 'id-1']],
])('names a message that %s', (_what, all, taken) =>
  expect(checkSent(all as Own[], taken as string[], names)).toHaveLength(1),
)

const script = () => scriptOf(conversationsOf(['1', '2'], 3), 60, 2, seeded(5), 1_800_000_000)
const arrived = (): Came[] =>
  script()
    .flat()
    .flatMap(({ messages }) => messages.toSorted((a, b) => a.at - b.at))
    .map(({ id, phone, from, body, file }) => ({
      id,
      conversation: `${phone}/${from}`,
      body,
      hasFile: file !== null,
    }))

it('makes the same script of the same seed, with all that deliveries do', () => {
  expect(script()).toEqual(script())
  const bundles = script().flat()
  expect(bundles.flatMap(({ messages }) => messages)).toHaveLength(60)
  for (const what of ['forged', 'twice', 'changedLater'] as const)
    expect(bundles.some(bundle => bundle[what])).toBe(true)
  expect(bundles.some(({ messages: [first, second] }) => first && second && first.at > second.at)).toBe(true)
})

it('takes what came once, in order, in its first words', () => {
  expect(checkCame(arrived(), script().flat())).toEqual([])
})

it('names what is lost, doubled, changed, foreign, without its file, or out of order', () => {
  const faults = (change: (came: Came[]) => Came[]) => checkCame(change(arrived()), script().flat())
  expect(faults(came => came.slice(0, -1))).toHaveLength(1)
  expect(faults(came => [...came, ...came.slice(-1)])).toHaveLength(1)
  expect(
    faults(([first, ...rest]) => (first ? [{ ...first, body: 'trocado' }, ...rest] : rest)),
  ).toHaveLength(1)
  expect(faults(([first, ...rest]) => (first ? [{ ...first, id: 'x' }, ...rest] : rest))).toHaveLength(2)
  expect(faults(came => came.map(one => ({ ...one, hasFile: false }))).length).toBeGreaterThan(0)
  expect(faults(came => came.toReversed()).length).toBeGreaterThan(0)
})
