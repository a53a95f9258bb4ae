// @vitest-environment jsdom
import '../support/jsdom'
import type { SessionState, TurnoBridge } from '@contract'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const state = { loads: 0 }
type Loading = typeof import('@/app/routing/console-loading')
let loading: Loading

/** What main says of the session. */
const said = (status: SessionState['status']) => ({
  session: {
    state: vi.fn(async () => ({ ok: true, value: { status, user: null, reason: 'none', storage: 'none' } })),
  } as unknown as TurnoBridge['session'],
})

const Shown = () => {
  const console = loading.useConsole()
  return console ? <console.Frame /> : <p>mark</p>
}

beforeEach(async () => {
  vi.resetModules()
  vi.doMock('@/app/console', () => {
    state.loads += 1
    return { Frame: () => <p>console</p>, RouteScreen: () => null }
  })
  localStorage.clear()
  state.loads = 0
  loading = await import('@/app/routing/console-loading')
})
afterEach(() => {
  cleanup()
  vi.doUnmock('@/app/console')
  vi.unstubAllGlobals()
})

it('comes with the page where somebody was signed in at the last start: drawn at once', async () => {
  loading.noteSignedIn(true)
  const main = said('starting')
  await loading.consoleAtStart(main)
  expect(state.loads).toBe(1)
  expect(main.session.state).not.toHaveBeenCalled()
  render(<Shown />)
  expect(screen.getByText('console')).toBeDefined()
})

it('comes with the page where main says that somebody is signed in and storage does not', async () => {
  await loading.consoleAtStart(said('signedIn'))
  expect(state.loads).toBe(1)
  render(<Shown />)
  expect(screen.getByText('console')).toBeDefined()
})

it('is not waited for by whoever has to sign in; it comes when it is shown', async () => {
  loading.noteSignedIn(true)
  loading.noteSignedIn(false)
  await loading.consoleAtStart(said('signedOut'))
  expect(state.loads).toBe(0)
  render(<Shown />)
  expect(screen.getByText('mark')).toBeDefined()
  expect(await screen.findByText('console')).toBeDefined()
})

it('comes in idle time behind the form that is filled in, once', async () => {
  const idle: IdleRequestCallback[] = []
  vi.stubGlobal('requestIdleCallback', (work: IdleRequestCallback) => idle.push(work))
  vi.stubGlobal('cancelIdleCallback', () => {})
  render(<loading.ConsoleAhead />)
  expect([idle.length, state.loads]).toEqual([1, 0])
  idle[0]?.({ didTimeout: false, timeRemaining: () => 10 })
  const [first, second] = await Promise.all([loading.loadConsole(), loading.loadConsole()])
  expect(first).toBe(second)
  expect(state.loads).toBe(1)
})
