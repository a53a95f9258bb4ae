import { describe, expect, it } from 'vitest'
import { selfOf } from '../../../electron/main/attention/self'
import { uploadLimitOf } from '../../../electron/main/local-store'
import { mergeUser, withDueDate, withSetting } from '../../../electron/main/session/merge-user'
import type { FeedEvent } from '../../../src/contract'
import { aUser } from '../support/fake-bridge'

const company = { id: 1, name: 'Um', settings: [], dueDate: null } as never

describe('a setting that changes while one is signed in', () => {
  it('is what main goes by from then on', () => {
    const user = aUser({ company })
    const setting = (key: string, value: string) => ({ key, value, companyId: 1 })
    expect(selfOf(user).groupSounds).toBe(false)
    const loud = withSetting(user, setting('soundGroupNotifications', 'enabled'))
    expect(selfOf(loud).groupSounds).toBe(true)
    expect(selfOf(withSetting(loud, setting('soundGroupNotifications', 'disabled'))).groupSounds).toBe(false)
    const small = withSetting(loud, setting('downloadLimit', '7'))
    expect(uploadLimitOf({ user: small } as never)).toBe(7 * 2 ** 20)
    expect(mergeUser(loud, small).company?.settings).toHaveLength(2)
  })
})

describe('a due date of an event', () => {
  const dueDate = '2030-01-01T00:00:00.000Z'
  const told = (id: number, channel: 'company' | 'payment'): FeedEvent =>
    ({
      channel,
      data: { action: channel === 'payment' ? 'CONCLUIDA' : 'update', company: { id, dueDate } },
    }) as FeedEvent

  it.each(['company', 'payment'] as const)('renews the company of the user: %s', channel => {
    const user = aUser()
    const renewed = withDueDate(user, told(1, channel))
    expect(renewed.company).toEqual({ ...user.company, dueDate })
  })

  it('of another company, a deleted one and an invoice change nothing', () => {
    const user = aUser()
    const others = [
      told(2, 'company'),
      { channel: 'company', data: { action: 'delete', companyId: 1 } },
      { channel: 'payment', data: { action: 'update', invoice: { id: 1 } } },
      { channel: 'settings', data: { action: 'update', setting: { key: 'a', value: 'b' } } },
    ] as unknown as FeedEvent[]
    expect(others.map(event => withDueDate(user, event) === user)).toEqual(others.map(() => true))
  })
})
