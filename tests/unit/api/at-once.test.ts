// @vitest-environment jsdom
import { getAdapter } from 'axios'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../../src/api'

afterEach(() => void vi.unstubAllGlobals())

describe('a request', () => {
  it('leaves in the turn it is asked for in: nothing is read from the browser before', async () => {
    const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => {})
    const get = vi.fn(() => new Promise(() => {}))
    vi.stubGlobal('cookieStore', { get })
    // Named, because other tests of this process have replaced the default (support/jsdom.ts).
    void createClient(getAdapter('xhr')).call('auth.me')
    // Promises of the same turn run before anything is drawn; a task would come after.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    expect(send).toHaveBeenCalledTimes(1)
    expect(get).not.toHaveBeenCalled()
  })
})
