// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Providers } from '@/app/providers'
import { AuditScreen } from '@/features/audit'
import { auditList } from '@/stores/audit'
import { startPreferences, stopPreferences } from '@/stores/preferences'
import { startSession, stopSession } from '@/stores/session'
import { usersDirectory } from '@/stores/users'
import { aUser, fakeBridge, installBridge } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'

const { call, saveBlob } = vi.hoisted(() => ({ call: vi.fn(), saveBlob: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))
vi.mock('@/stores/downloads', async original => ({ ...(await original<object>()), saveBlob }))

beforeEach(async () => {
  withLayout()
  call.mockReset()
  saveBlob.mockReset()
  call.mockImplementation(async (name: string) =>
    name === 'audit.list' ? { records: [], count: 0, hasMore: false } : [],
  )
  const fake = fakeBridge({ user: aUser({ profile: 'admin' }) })
  installBridge(fake)
  await Promise.all([startSession(fake.bridge), startPreferences(fake.bridge)])
})
afterEach(() => {
  stopSession()
  stopPreferences()
  auditList.reset()
  usersDirectory.reset()
})

const asked = (): unknown =>
  call.mock.calls
    .filter(([name]) => name === 'audit.list')
    .map(([, { query }]) => query)
    .at(-1)

it('offers to clear filters that leave nothing, days included', async () => {
  render(
    <Providers>
      <MemoryRouter>
        <AuditScreen />
      </MemoryRouter>
    </Providers>,
  )
  await waitFor(() => expect(asked()).toEqual({ pageNumber: 1 }))
  act(() => auditList.filter({ dateStart: '2026-03-02', dateEnd: '2026-03-05', action: 'remove' }))
  expect(await screen.findByText('Nada com estes filtros')).toBeDefined()
  expect(screen.getByDisplayValue('02/03/2026')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Limpar filtros' }))
  await waitFor(() => expect(asked()).toEqual({ pageNumber: 1 }))
  expect(screen.queryByDisplayValue('02/03/2026')).toBeNull()
})

it('searches by what the screen calls things, and saves what was found in the same words', async () => {
  const entry = {
    id: 1,
    userId: 1,
    userName: 'Ana',
    action: 'update',
    subject: 'queues',
    subjectId: '3',
    subjectName: 'Vendas',
    changes: [{ field: 'color', from: '#111111', to: '#222222' }],
    program: 'Turno',
    address: '127.0.0.1',
    createdAt: '2026-03-02T12:00:00.000Z',
  }
  render(
    <Providers>
      <MemoryRouter>
        <AuditScreen />
      </MemoryRouter>
    </Providers>,
  )
  await waitFor(() => expect(asked()).toEqual({ pageNumber: 1 }))
  await userEvent.type(screen.getByLabelText('Buscar na auditoria'), 'fila')
  const found = { searchParam: 'fila', meanings: expect.stringContaining('"queues"') }
  await waitFor(() => expect(asked()).toEqual({ pageNumber: 1, ...found }))
  call.mockResolvedValueOnce(new Blob([JSON.stringify([entry])]))
  await userEvent.click(screen.getByRole('button', { name: 'Exportar CSV' }))
  await waitFor(() => expect(saveBlob).toHaveBeenCalledOnce())
  expect(call).toHaveBeenCalledWith('audit.export', { query: { ...found, as: 'entries' } })
  const [blob, name] = saveBlob.mock.calls[0] as [Blob, string]
  expect(name).toMatch(/^auditoria-.*\.csv$/)
  expect(await blob.text()).toContain('Ana,Alterou fila Vendas,Cor: #111111 → #222222,127.0.0.1,Turno')
})
