// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signIn, signOut, startSession, stopSession, useSession } from '../../../src/stores/session'
import { fakeBridge } from '../support/fake-bridge'

beforeEach(stopSession)
afterEach(stopSession)

describe('session store', () => {
  it('shows the sign-in screen when main cannot be asked', async () => {
    const fake = fakeBridge()
    fake.answer('session.state', () => ({ ok: false, code: 'BRIDGE_FAILED', message: '' }))
    await startSession(fake.bridge)
    expect(useSession.getState()).toMatchObject({ status: 'signedOut', user: null })
  })

  it('does not let a late first answer overwrite an event', async () => {
    const fake = fakeBridge()
    const stale = fake.state.session
    fake.answer('session.state', async () => {
      fake.emit('sessionChanged', { status: 'signedOut', user: null, reason: 'elsewhere', storage: 'none' })
      return { ok: true, value: stale }
    })
    await startSession(fake.bridge)
    expect(useSession.getState()).toMatchObject({ status: 'signedOut', reason: 'elsewhere' })
  })

  it('signs in, out, and hands refusals back without changing anything', async () => {
    const fake = fakeBridge({ user: null })
    await startSession(fake.bridge)
    fake.answer('session.signIn', () => ({ ok: false, code: 'ERR_INVALID_CREDENTIALS', message: '' }))
    expect(await signIn('a@b.c', 'x')).toMatchObject({ ok: false, code: 'ERR_INVALID_CREDENTIALS' })
    expect(useSession.getState()).toMatchObject({ status: 'signedOut', busy: false })
    const good = fakeBridge({ user: null })
    stopSession()
    await startSession(good.bridge)
    expect((await signIn('ana@demo.turno', 'x')).ok).toBe(true)
    expect(useSession.getState().status).toBe('signedIn')
    await signOut()
    expect(useSession.getState()).toMatchObject({ status: 'signedOut', reason: 'signedOut', user: null })
  })

  it('sends one sign-in at a time', async () => {
    const fake = fakeBridge({ user: null })
    await startSession(fake.bridge)
    const both = await Promise.all([signIn('a', 'b'), signIn('a', 'b')])
    expect(both.filter(answer => answer.ok)).toHaveLength(1)
    expect(fake.calls.filter(call => call.name === 'session.signIn')).toHaveLength(1)
  })
})
