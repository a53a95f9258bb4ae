/** Settings and logos on legacy servers: what nobody is known for is not said there, and no logo is kept. */
import { describe, expect, it } from 'vitest'
import { legacyAdapter } from '../../../electron/main/adapters/legacy'
import type { ServerClient } from '../../../electron/main/session/server-client'

const asked: string[] = []
const server: ServerClient = {
  fetch: async (path: string) => {
    asked.push(path)
    return new Response('<html>', { status: 404 })
  },
  fetchFromOrigin: async () => new Response(null, { status: 404 }),
} as never
const ask = async (method: string, path: string) => {
  const answer = await legacyAdapter(() => null)
    .adapt(server)
    .fetch(path, { method })
  return [answer.status, await answer.json()]
}

describe('an older server', () => {
  it('keeps no logo and says so', async () => {
    expect(await ask('GET', 'public-logos')).toEqual([200, { logos: [] }])
    expect(await ask('POST', 'settings/media-upload?ref=login')).toEqual([501, { error: 'SERVER_LACKS' }])
    expect(await ask('DELETE', 'settings/media-upload?ref=login')).toEqual([501, { error: 'SERVER_LACKS' }])
    expect(asked).toEqual([])
  })

  it('has no setting for strangers', async () => {
    for (const path of ['settings/trial', 'settings/allowregister', 'public-settings/viewregister'])
      expect(await ask('GET', path)).toEqual([404, { error: 'ERR_NO_SETTING_FOUND' }])
    expect(asked).toEqual([])
  })
})
