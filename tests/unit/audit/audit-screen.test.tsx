// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { AuditScreen } from '@/features/audit'
import { auditList } from '@/stores/audit'
import { startSession, stopSession } from '@/stores/session'
import { aUser, fakeBridge, installBridge } from '../support/fake-bridge'
import { openScreen } from '../support/open-screen'

const { call, saveBlob } = vi.hoisted(() => ({ call: vi.fn(), saveBlob: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))
vi.mock('@/stores/downloads', async original => ({ ...(await original<object>()), saveBlob }))

beforeEach(() => {
  call.mockReset()
  saveBlob.mockReset()
  call.mockImplementation(async (name: string) =>
    name === 'audit.list' ? { records: [], count: 0, hasMore: false } : [],
  )
})

const asked = (): unknown =>
  call.mock.calls
    .filter(([name]) => name === 'audit.list')
    .map(([, { query }]) => query)
    .at(-1)

it('offers to clear filters that leave nothing, days included', async () => {
  await openScreen(<AuditScreen />)
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
  await openScreen(<AuditScreen />)
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

it('gives whoever keeps the platform its log beside the company’s own, with companies to choose from', async () => {
  stopSession()
  const fake = fakeBridge({ user: aUser({ profile: 'admin', super: true }) })
  installBridge(fake)
  await startSession(fake.bridge)
  const moved = {
    id: 1,
    userId: 1,
    userName: 'Raiz',
    byPlatform: false,
    companyName: 'Açaí do Norte',
    action: 'update',
    subject: 'companies',
    subjectId: '2',
    subjectName: 'Açaí do Norte',
    changes: [],
    program: '',
    address: '',
    createdAt: '2026-03-02T12:00:00.000Z',
  }
  call.mockImplementation(async (name: string) => {
    if (name === 'audit.platform') return { records: [moved], count: 1, hasMore: false }
    if (name === 'companies.all') return [{ id: 2, name: 'Açaí do Norte', email: null }]
    if (name === 'audit.exportPlatform') return new Blob([JSON.stringify([moved])])
    return name === 'audit.list'
      ? { records: [{ ...moved, byPlatform: true, companyName: '' }], count: 1, hasMore: false }
      : []
  })
  await openScreen(<AuditScreen />)
  // What was done to the own company names who did it as the platform.
  expect((await screen.findAllByText('Raiz (plataforma)')).length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('tab', { name: 'Plataforma' }))
  expect(await screen.findByRole('columnheader', { name: 'Empresa' })).toBeDefined()
  expect(screen.queryByRole('combobox', { name: 'Quem' })).toBeNull()
  await waitFor(() => expect(call).toHaveBeenCalledWith('companies.all'))
  await userEvent.click(screen.getByRole('button', { name: 'Exportar CSV' }))
  await waitFor(() => expect(saveBlob).toHaveBeenCalledOnce())
  const [blob, name] = saveBlob.mock.calls[0] as [Blob, string]
  expect(name).toMatch(/^auditoria-plataforma-/)
  expect(await blob.text()).toContain('Raiz,Açaí do Norte,Alterou empresa Açaí do Norte')
})

it('shows an admin who keeps no platform no other log than the own', async () => {
  await openScreen(<AuditScreen />)
  await waitFor(() => expect(asked()).toEqual({ pageNumber: 1 }))
  expect(screen.queryByRole('tab')).toBeNull()
})
