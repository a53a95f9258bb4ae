import { invitationLink } from '@contract'
import { expect, it } from 'vitest'
import { createJoining } from '../../../electron/main/servers/joining'

it('says that this Mac may lack the permission where no way leads to a colleague’s computer', async () => {
  const cause = Object.assign(new Error('connect EHOSTUNREACH'), { code: 'EHOSTUNREACH' })
  const link = invitationLink({
    at: '192.168.0.7:48443',
    others: [],
    fingerprint: 'A'.repeat(51),
    secret: 'A'.repeat(8),
  })
  const lookOn = (platform: NodeJS.Platform): Promise<unknown> => {
    type Made = Parameters<typeof createJoining>
    const near = { know: () => {}, candidate: () => {}, fetch: () => Promise.reject(cause) }
    return createJoining(near as unknown as Made[0], {} as Made[1], platform).look({ link })
  }
  await expect(lookOn('darwin')).rejects.toMatchObject({ code: 'LOCAL_NETWORK_UNREACHABLE' })
  await expect(lookOn('linux')).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
})
