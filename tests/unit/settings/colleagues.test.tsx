// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ColleaguesSection } from '@/features/settings/company/colleagues-section'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))
afterEach(() => void vi.useRealTimers())

it('shows the address of this computer once its network is there, without being opened again', async () => {
  let places: string[] = []
  call.mockImplementation(async (name: string) =>
    name === 'localNetwork.get' ? { on: true, places, invitations: [] } : [],
  )
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openScreen(<ColleaguesSection />, { user: { super: true } })
  expect(await screen.findByText(/não está em nenhuma rede local agora/)).toBeDefined()
  places = ['192.168.0.7:48443']
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByText(/192\.168\.0\.7:48443/)).toBeDefined()
})
