/** What `npm run test:faults` calls a fault of automatic answers and webhooks (tests/faults/outward.ts). */

import { isCpf } from '@contract'
import { expect, it } from 'vitest'
import { judgeAnswers, judgeEvents, taxId } from '../../faults/outward'

const event = (id: number, ticket: number, message: number) => ({
  id: String(id),
  event: 'message.created',
  ticket: String(ticket),
  message,
  status: 'delivered',
})
const kept = { events: [event(1, 5, 10), event(2, 5, 11), event(3, 6, 12)], messages: [10, 11, 12] }
const got = (...ids: number[]) => ids.map(id => ({ id: String(id), body: `corpo ${id}` }))

it('takes events that arrive at least once, in the order of their ticket', () => {
  expect(judgeEvents(kept, got(1, 3, 1, 2))).toEqual([])
})

it.each([
  ['that never arrived', kept, got(1, 2)],
  ['that came before an earlier one of its ticket', kept, got(2, 1, 3)],
  ['that had another body the second time', kept, [...got(1, 2, 3), { id: '1', body: 'outro' }]],
  ['that was never written down', { ...kept, messages: [10, 11, 12, 13] }, got(1, 2, 3)],
  ['that was written down twice', { ...kept, events: [...kept.events, event(4, 6, 12)] }, got(1, 2, 3, 4)],
])('names an event %s', (_what, all, arrived) => expect(judgeEvents(all, arrived)).toHaveLength(1))

const say = (body: string, number = '551') => ({ id: body, number, body, serves: 'prompt' as const })
const own = (...bodies: string[]) =>
  bodies.map((body, seq) => ({ seq, id: `${seq}`, number: '551', body, file: '' }))

it('wants the last question answered or a person, and none answered twice', () => {
  const asked = [say('um'), say('dois')]
  const nobody = new Set<string>()
  expect(judgeAnswers({ own: own('Resposta: dois'), handedOver: nobody }, asked)).toEqual([])
  expect(judgeAnswers({ own: own('Resposta: um'), handedOver: new Set(['551']) }, asked)).toEqual([])
  expect(judgeAnswers({ own: own('Resposta: um'), handedOver: nobody }, asked)).toHaveLength(1)
  const twice = own('Resposta: um', 'Resposta: um', 'Resposta: dois')
  expect(judgeAnswers({ own: twice, handedOver: nobody }, asked)).toHaveLength(1)
})

it('gives its customers tax numbers of their own', () => {
  const numbers = Array.from({ length: 50 }, (_, i) => taxId(i + 1))
  expect(numbers.every(isCpf)).toBe(true)
  expect(new Set(numbers).size).toBe(50)
})
