// @vitest-environment jsdom
import './pressing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { KeysOverview } from '@/app/shell/keys-overview'
import { SettingsScreen } from '@/features/settings/settings-screen'
import { TicketHeader } from '@/features/tickets/ticket-header'
import { UsersScreen } from '@/features/users/users-screen'
import { useTicket, useTicketsStore } from '@/stores/tickets'
import { fetchTicketById } from '@/stores/tickets/load'
import type { FakeBridge } from '../../unit/support/fake-bridge'
import { harnessForFile } from '../server/for-file'
import { onScreen } from './pressing'

const h = harnessForFile()

const Header = ({ id }: { id: number }) => {
  const ticket = useTicket(id)
  const { pathname } = useLocation()
  return (
    <>
      <output data-testid="path">{pathname}</output>
      {ticket ? <TicketHeader ticket={ticket} narrow={false} /> : null}
    </>
  )
}
/** “Atendimento” of the settings, and what stands beside it. */
const attendance = (beside = <span />): Promise<FakeBridge> =>
  onScreen(
    h,
    h.one.ana,
    <>
      {beside}
      <Routes>
        <Route path="/settings/:section" element={<SettingsScreen />} />
      </Routes>
    </>,
    '/settings/attendance',
  )

it('resolving goes on to the next ticket of the list once that is chosen; its key is called so then', async () => {
  const mine = { status: 'open' as const, userId: h.one.ana.id }
  const [first, second] = [await h.newTicket(h.one, mine), await h.newTicket(h.one, mine)]
  const fake = await attendance(
    <>
      <Header id={first.id} />
      <KeysOverview open onClose={() => undefined} />
    </>,
  )
  await fetchTicketById(first.id)
  await fetchTicketById(second.id)
  useTicketsStore.setState(({ lists }) => ({
    lists: { ...lists, assigned: { ...lists.assigned, ids: [first.id, second.id] } },
  }))
  const called = () => [...document.querySelectorAll('dt')].map(({ textContent }) => textContent)
  await waitFor(() => expect(called()).toContain('Resolver'))
  expect(called()).not.toContain('Resolver e ir para o próximo')
  await userEvent.click(await screen.findByRole('radio', { name: 'Abrir o próximo' }))
  await waitFor(() => expect(called()).toContain('Resolver e ir para o próximo'))
  expect(called()).not.toContain('Resolver')
  await waitFor(() => expect(fake.state.preferences.afterResolve).toBe('next'))
  await userEvent.click(screen.getByRole('button', { name: 'Resolver' }))
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe(`/tickets/${second.uuid}`))
  expect((await h.ticket(first.id)).status).toBe('closed')
})

it('columns that are left out of a table, and low rows, are kept by main', async () => {
  const fake = await onScreen(h, h.one.admin, <UsersScreen />)
  await screen.findByRole('columnheader', { name: 'E-mail' })
  await userEvent.click(screen.getByRole('button', { name: 'Colunas' }))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'E-mail' }))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'E-mail' })).toBeNull())
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Linhas compactas' }))
  await waitFor(() => expect(fake.state.preferences.tableDensity).toBe('compact'))
  expect(fake.state.preferences.tables.users).toEqual({ hidden: ['email'] })
  expect(screen.getByRole('table').style.getPropertyValue('--row')).toBe('36px')
})

it('the speed of voice messages is kept by main', async () => {
  const fake = await attendance()
  await userEvent.click(await screen.findByRole('radio', { name: /^1,5/ }))
  await waitFor(() => expect(fake.state.preferences.audioRate).toBe(1.5))
})
