// @vitest-environment jsdom
import '../support/jsdom'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useNavigate, useParams } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { useSide } from '@/features/tickets/tickets-screen'

afterEach(cleanup)

const within = ({ children }: { children: ReactNode }) => (
  <MemoryRouter initialEntries={['/tickets']}>
    <Routes>
      <Route path="/tickets/:uuid?" element={children} />
    </Routes>
  </MemoryRouter>
)
const shown = () => {
  const { result } = renderHook(
    () => {
      const [side, setSide] = useSide(useParams().uuid)
      return { side, setSide, navigate: useNavigate() }
    },
    { wrapper: within },
  )
  return {
    side: () => result.current.side,
    press: (side: 'ticket' | 'manager') => act(() => result.current.setSide(side)),
    go: (path: string) => act(() => void result.current.navigate(path)),
  }
}

describe('a narrow window', () => {
  it('shows the conversation that is chosen, and the list when it is left', () => {
    const window = shown()
    expect(window.side()).toBe('manager')
    window.go('/tickets/a')
    expect(window.side()).toBe('ticket')
    window.go('/tickets')
    expect(window.side()).toBe('manager')
  })
})
