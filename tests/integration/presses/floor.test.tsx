// @vitest-environment jsdom
import './pressing'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { WallScreen } from '@/features/wall'
import { setClockOffset } from '@/stores/clock'
import { useConnection } from '@/stores/connection'
import { flushFeed, receiveFeed } from '@/stores/feed'
import { harnessForFile } from '../server/for-file'
import { onScreen } from './pressing'

const h = harnessForFile()

it('after a sleep and after a lost connection the floor says that it is old, and reads again', async () => {
  const { two } = h
  await onScreen(h, two.admin, <WallScreen page="floor" />)
  await screen.findByText('Filas agora')
  const waits = () =>
    [...document.querySelectorAll('tr[data-queue] td:nth-of-type(1)')].reduce(
      (sum, cell) => sum + Number(cell.textContent),
      0,
    )
  expect(waits()).toBe(0)
  const connection = (status: 'connected' | 'reconnecting') =>
    act(() => useConnection.setState({ status, since: new Date().toISOString() }))
  connection('connected')
  onTestFinished(() => {
    setClockOffset(0)
    useConnection.setState({ status: 'idle' })
  })

  // The computer slept: what was counted is minutes old at once, and nobody told of what happened meanwhile.
  await h.customer(two, '5511944440001', 'Oi')
  act(() => setClockOffset(10 * 60_000))
  expect((await screen.findByRole('status')).textContent).toMatch(/^Números das .*, atualizando/)
  await waitFor(() => expect(waits()).toBe(1))
  act(() => setClockOffset(0))
  await waitFor(() => expect(screen.queryByText(/^Números das/)).toBeNull())

  connection('reconnecting')
  await screen.findByText(/^Sem conexão: números das/)
  await h.customer(two, '5511944440002', 'Oi')
  connection('connected')
  act(() => {
    receiveFeed({ events: [{ seq: 1, event: { channel: 'resync', data: { since: null } } }] })
    flushFeed()
  })
  await waitFor(() => expect(waits()).toBe(2))
  expect(screen.queryByText(/^Sem conexão/)).toBeNull()
})
