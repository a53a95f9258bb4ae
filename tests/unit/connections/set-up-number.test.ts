/** A number that is set up instead of paired: no button and no word speaks of a code. */
import { describe, expect, it } from 'vitest'
import { buttonsOf, furtherActions, reasonKey } from '../../../src/features/connections/status'

const cloud = { capabilities: ['text', 'credentials'] }
const paired = { capabilities: ['text', 'pairingQr'] }
const silent = { capabilities: null }
const STATUSES = ['CONNECTED', 'DISCONNECTED', 'TIMEOUT', 'OPENING', 'PENDING']

describe('a number without a code', () => {
  it('offers its set-up and never a code, whatever its status', () => {
    expect(buttonsOf({ status: 'DISCONNECTED', ...cloud })).toEqual(['setUp', 'retry'])
    for (const status of STATUSES) {
      const offered = [...buttonsOf({ status, ...cloud }), ...furtherActions({ status, ...cloud })]
      expect(offered.filter(action => action === 'setUp')).toHaveLength(1)
      expect(offered).not.toContain('newCode')
      expect(offered).not.toContain('showCode')
    }
  })

  it.each([
    ['is paired', paired],
    ['does not say what it can', silent],
  ])('one that %s has the buttons of the specification', (_name, number) => {
    expect(buttonsOf({ status: 'DISCONNECTED', ...number })).toEqual(['retry', 'newCode'])
    expect(furtherActions({ status: 'TIMEOUT', ...number })).toEqual(['retry', 'newCode'])
  })

  it('has a reason of its own where the usual words speak of a phone', () => {
    const down = { status: 'DISCONNECTED', statusReason: 'signedOut' }
    expect(reasonKey({ ...down, ...cloud })).toBe('signedOutHere')
    expect(reasonKey({ ...down, ...paired })).toBe('signedOut')
    expect(reasonKey({ ...down, statusReason: 'tokenRefused', ...cloud })).toBe('tokenRefused')
  })
})
