// @vitest-environment jsdom
import '../support/jsdom'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NetworkQuestion } from '@/features/network'
import { setLanguage } from '@/i18n'
import { startNetwork, stopNetwork } from '@/stores/network'
import { type FakeBridge, fakeBridge } from '../support/fake-bridge'

let fake: FakeBridge
beforeEach(async () => {
  fake = fakeBridge()
  await startNetwork(fake.bridge)
  render(<NetworkQuestion />)
})
afterEach(async () => {
  cleanup()
  stopNetwork()
  await setLanguage('pt')
})
const proxy = (refused: boolean) =>
  act(() =>
    fake.emit('networkAsked', {
      question: { kind: 'proxy', id: 4, host: 'proxy.empresa:3128', realm: 'Empresa', refused },
    }),
  )
const answers = () => fake.calls.filter(one => one.name === 'network.answer').map(one => one.input)

it.each([
  ['pt', 'A rede da empresa pede uma senha', 'Usuário', 'Senha', 'Continuar'],
  ['en', 'The company’s network asks for a password', 'User name', 'Password', 'Continue'],
  ['es', 'La red de la empresa pide una contraseña', 'Usuario', 'Contraseña', 'Continuar'],
] as const)('asks for the proxy’s password in %s', async (language, title, username, password, proceed) => {
  await act(() => setLanguage(language))
  proxy(false)
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(/proxy\.empresa:3128/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.change(screen.getByLabelText(username), { target: { value: 'ana' } })
  fireEvent.change(screen.getByLabelText(password), { target: { value: 'segredo' } })
  fireEvent.click(screen.getByRole('button', { name: proceed }))
  await waitFor(() =>
    expect(answers()).toEqual([{ id: 4, answer: { username: 'ana', password: 'segredo' } }]),
  )
})

it('says that a password was not taken, and lets the person put it off', async () => {
  proxy(true)
  expect((await screen.findByRole('alert')).textContent).toContain('não aceitou')
  fireEvent.click(screen.getByRole('button', { name: 'Agora não' }))
  expect(answers()).toEqual([{ id: 4, answer: null }])
})

it('offers the certificates and shows none that was not chosen', async () => {
  const certificates = ['AA', 'BB'].map(fingerprint => ({
    fingerprint,
    subject: `Ana ${fingerprint}`,
    issuer: 'Empresa',
    validUntil: '2030-03-17T17:46:40.000Z',
  }))
  act(() =>
    fake.emit('networkAsked', { question: { kind: 'certificate', id: 5, host: 'servidor', certificates } }),
  )
  const go = await screen.findByRole('button', { name: 'Continuar' })
  expect((go as HTMLButtonElement).disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: /Ana BB/ }))
  fireEvent.click(go)
  expect(answers()).toEqual([{ id: 5, answer: { fingerprint: 'BB' } }])
})
