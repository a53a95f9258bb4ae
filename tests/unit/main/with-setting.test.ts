import { describe, expect, it } from 'vitest'
import { selfOf } from '../../../electron/main/attention/self'
import { uploadLimitOf } from '../../../electron/main/local-store'
import { mergeUser, withSetting } from '../../../electron/main/session/merge-user'
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
