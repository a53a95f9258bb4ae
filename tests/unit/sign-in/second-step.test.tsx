// @vitest-environment jsdom
import '../support/jsdom'
import type { TwoFactorSetup } from '@contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SignInScreen } from '@/features/sign-in'
import { fakeBridge } from '../support/fake-bridge'
import { openScreen } from '../support/open-screen'

const setup: TwoFactorSetup = {
  uri: 'otpauth://totp/Turno:ana@demo.turno?secret=GEZDGNBV&issuer=Turno',
  secret: 'GEZDGNBV',
  recoveryCodes: ['AAAAA-11111', 'BBBBB-22222'],
}

/** The sign-in of a server that answers the password by `asks`, and refuses one code. */
async function open(asks: { code: string; message: string }) {
  const fake = fakeBridge({ user: null })
  fake.answer('session.signIn', input => {
    const { code } = input as { code?: string }
    if (code === undefined) return { ok: false, ...asks }
    return { ok: false, code: 'ERR_TWO_FACTOR_WRONG', message: 'ERR_TWO_FACTOR_WRONG' }
  })
  await openScreen(<SignInScreen />, { fake })
  const field = (label: string) => screen.getByLabelText(label, { selector: 'input' })
  fireEvent.change(field('E-mail'), { target: { value: 'ana@demo.turno' } })
  fireEvent.change(field('Senha'), { target: { value: 'segredo' } })
  fireEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  return fake
}

it('asks for a code after the password, sends it with both, and says when it is wrong', async () => {
  const fake = await open({ code: 'ERR_TWO_FACTOR_CODE', message: 'ERR_TWO_FACTOR_CODE' })
  const code = await screen.findByLabelText('Código')
  expect(document.activeElement).toBe(code)
  fireEvent.change(code, { target: { value: ' 123 456 ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  expect(await screen.findByText('Este código não confere ou já foi usado.')).toBeTruthy()
  const sent = fake.calls.filter(({ name }) => name === 'session.signIn').map(({ input }) => input)
  expect(sent).toEqual([
    { email: 'ana@demo.turno', password: 'segredo' },
    { email: 'ana@demo.turno', password: 'segredo', code: '123 456' },
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Entrar com outra conta' }))
  expect(screen.getByLabelText('Senha', { selector: 'input' })).toBeTruthy()
})

it('shows what the app is set up with and the recovery codes where the company demands a second step', async () => {
  await open({ code: 'ERR_TWO_FACTOR_SETUP', message: JSON.stringify(setup) })
  expect(await screen.findByRole('img', { name: 'Código QR para o aplicativo autenticador' })).toBeTruthy()
  for (const text of [setup.secret, ...setup.recoveryCodes]) expect(screen.getByText(text)).toBeTruthy()
  // Too short for any code: nothing is asked.
  fireEvent.change(screen.getByLabelText('Código'), { target: { value: '123' } })
  fireEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  expect(await screen.findByText('Digite o código do aplicativo ou um código de recuperação')).toBeTruthy()
})
