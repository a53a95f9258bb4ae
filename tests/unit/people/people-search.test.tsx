// @vitest-environment jsdom
/** Finding contacts while one types (docs/specification.md 1.9). */
import '../support/jsdom'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePeopleSearch } from '@/features/people/use-people-search'
import { fakeBridge, installBridge } from '../support/fake-bridge'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

beforeEach(() => {
  vi.useFakeTimers()
  installBridge(fakeBridge())
  call.mockReset().mockResolvedValue({ contacts: [], count: 0, hasMore: false })
})
afterEach(() => void vi.useRealTimers())

it('asks the server for contacts from the third character on, 500 ms after the last', async () => {
  const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  const { result } = renderHook(() => usePeopleSearch())
  act(() => result.current.type('Ma'))
  await pass(1_000)
  expect(call).not.toHaveBeenCalled()
  act(() => result.current.type('Mar'))
  await pass(499)
  expect(call).not.toHaveBeenCalled()
  await pass(1)
  expect(call.mock.calls).toMatchObject([['contacts.list', { query: { searchParam: 'Mar' } }]])
})
