// @vitest-environment jsdom
import { capabilitiesOf } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Personal } from '@/features/contact-drawer/contact-panel'
import { toggleSection } from '@/features/contact-drawer/open-sections'
import { useServers } from '@/stores/servers'
import type { FakeBridge } from '../support/fake-bridge'
import { closeScreen, openScreen, said } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const helena = { id: 7, name: 'Helena', number: '5511999990000' }
let fake: FakeBridge

async function show(profile: 'user' | 'admin', level: 'native' | 'missing' = 'native'): Promise<void> {
  useServers.setState({
    state: {
      current: 'embedded',
      locked: false,
      servers: [],
      facts: { version: '1', adapter: 'turno', capabilities: capabilitiesOf(level) },
      clockOffsetMs: 0,
    },
  })
  toggleSection('personal', true)
  fake = await openScreen(<Personal contact={helena} />, { user: { profile } })
}

beforeEach(() => {
  call.mockReset()
  call.mockImplementation(async (name: string) =>
    name === 'contacts.personalCounts'
      ? { tickets: 1, messages: 1_234, files: 2, notes: 0, schedules: 1, copiesUntil: '2026-03-09' }
      : null,
  )
})

describe('personal data of a contact', () => {
  it('is for admins, where the server has it', async () => {
    await show('user')
    expect(screen.queryByText('Dados pessoais')).toBeNull()
    closeScreen()
    await show('admin', 'missing')
    expect(screen.queryByText('Dados pessoais')).toBeNull()
    closeScreen()
    await show('admin')
    expect(screen.getByText('Dados pessoais')).toBeTruthy()
  })

  it('is saved the way every download is, under the name of the person', async () => {
    await show('admin')
    await userEvent.click(screen.getByText('Exportar tudo (ZIP)'))
    expect(fake.calls.find(one => one.name === 'downloads.start')?.input).toEqual({
      source: '/api/contacts/7/personal-data',
      name: 'dados-de Helena.zip',
    })
  })

  it('is erased after a question that counts what goes and says what stays', async () => {
    await show('admin')
    await userEvent.click(screen.getByText('Apagar de vez'))
    const dialog = await screen.findByRole('dialog')
    const words = dialog.textContent ?? ''
    for (const part of ['1 ticket,', '1.234 mensagens', '2 arquivos', '1 agendamento,'])
      expect(words).toContain(part)
    expect(words).not.toMatch(/observaç/)
    expect(words).toMatch(/cópias diárias.*09\/03\/2026.*recibo na auditoria/)
    expect(call.mock.calls.map(([name]) => name)).toEqual(['contacts.personalCounts'])
    await userEvent.click(within(dialog).getByText('Apagar de vez'))
    await waitFor(() => expect(call.mock.calls.at(-1)).toEqual(['contacts.erase', { params: { id: 7 } }]))
    await waitFor(() => expect(said().join()).toContain('Tudo sobre Helena foi apagado'))
  })
})
