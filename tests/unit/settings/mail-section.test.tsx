// @vitest-environment jsdom
/** The platform's mail server on the settings screen. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { MailSection } from '@/features/settings/company/mail-section'
import { groupsFor } from '@/features/settings/sections'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

let kept: Record<string, unknown>
let test: () => unknown
beforeEach(() => {
  kept = {
    host: 'smtp.casa.example',
    port: 587,
    security: 'starttls',
    user: 'turno',
    hasPassword: true,
    fromName: 'Turno',
    fromAddress: 'nao-responda@casa.example',
    delivery: 'smtp',
    folder: null,
    failure: null,
  }
  test = () => ({ delivery: 'smtp' })
  call.mockReset()
  call.mockImplementation(async (name: string, options: { body?: object } = {}) => {
    if (name === 'mail.saveSettings') kept = { ...kept, ...options.body }
    return name === 'mail.test' ? test() : kept
  })
})
const show = () => openScreen(<MailSection />, { user: { super: true, email: 'super@demo.turno' } })
const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

it('is the super-administrator’s, where the server lets it be set', () => {
  const sections = (isSuper: boolean, mailServer: boolean) =>
    groupsFor({
      admin: true,
      isSuper,
      companyHours: false,
      mailServer,
      localCopilot: false,
      localNetwork: false,
      ownHere: false,
    }).flatMap(group => [...group.sections])
  expect(sections(true, true)).toContain('mail')
  expect(sections(true, false)).not.toContain('mail')
  expect(sections(false, true)).not.toContain('mail')
})

it('shows how mails leave and the last failure, and keeps a password that is not typed', async () => {
  kept.failure = { at: '2026-03-01T12:00:00Z', reason: '535 wrong password' }
  await show()
  expect(await screen.findByText('Os e-mails saem por smtp.casa.example:587')).toBeDefined()
  expect(screen.getByText('Remetente: Turno <nao-responda@casa.example>')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('535 wrong password')
  await userEvent.click(screen.getByRole('button', { name: 'Configurar servidor' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Uma senha está guardada. Deixe vazio para mantê-la.')).toBeDefined()
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Senha/).value).toBe('')
  const host = within(dialog).getByLabelText(/^Servidor \(SMTP\)/)
  await userEvent.clear(host)
  await userEvent.type(host, 'mail.nova.example')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(sent('mail.saveSettings')).toHaveLength(1))
  expect(sent('mail.saveSettings')).toMatchObject([{ body: { host: 'mail.nova.example', password: '' } }])
  expect(await screen.findByText('Os e-mails saem por mail.nova.example:587')).toBeDefined()
})

it('sends a test mail, and says in the mail server’s words why one is refused', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar e-mail de teste' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Para').value).toBe('super@demo.turno')
  test = () => {
    throw new ApiError('refused', 'ERR_MAIL_REFUSED', '', 424, { reason: '550 mailbox full' })
  }
  const send = within(dialog).getByRole('button', { name: 'Enviar teste' })
  await userEvent.click(send)
  expect(await within(dialog).findByText('O servidor de e-mail não aceitou: 550 mailbox full')).toBeDefined()
  test = () => ({ delivery: 'smtp' })
  await userEvent.click(send)
  expect(await screen.findByText('E-mail de teste enviado')).toBeDefined()
  expect(sent('mail.test').at(-1)).toEqual({ body: { to: 'super@demo.turno', language: 'pt' } })
})

it('says where a demo keeps its mails, and that a server without one sends none', async () => {
  Object.assign(kept, { host: '', delivery: 'folder', folder: '/dados/mails' })
  await show()
  expect(await screen.findByText('Demonstração: os e-mails ficam numa pasta')).toBeDefined()
  expect(screen.getByText('/dados/mails')).toBeDefined()
  Object.assign(kept, { delivery: 'none', folder: null })
  document.body.innerHTML = ''
  await show()
  expect(await screen.findByText('Nenhum e-mail sai ainda')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Enviar e-mail de teste' })).toBeNull()
})
