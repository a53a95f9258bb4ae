import { expect, it } from 'vitest'
import { isNewTrouble, stateOf } from '../../../electron/main/attention/lines'

const line = (status: string, statusReason = '') => ({ id: 1, name: 'Matriz', status, statusReason })

it('a number that nobody pays for is a trouble of its own, notified once', () => {
  const unpaid = stateOf(line('CONNECTED', 'unpaid'))
  expect(stateOf(line('CONNECTED'))).toBe('CONNECTED')
  expect(stateOf(line('DISCONNECTED', 'unpaid'))).toBe('DISCONNECTED')
  expect([isNewTrouble('CONNECTED', unpaid), isNewTrouble(undefined, unpaid)]).toEqual([true, true])
  expect(isNewTrouble(unpaid, unpaid)).toBe(false)
  expect([isNewTrouble(unpaid, 'DISCONNECTED'), isNewTrouble('TIMEOUT', 'DISCONNECTED')]).toEqual([
    true,
    false,
  ])
  expect(isNewTrouble(unpaid, 'CONNECTED')).toBe(false)
})
