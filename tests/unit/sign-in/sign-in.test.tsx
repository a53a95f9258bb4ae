// @vitest-environment jsdom
import '../support/jsdom'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SignInScreen } from '@/features/sign-in'
import { useSession } from '@/stores/session'
import { openScreen } from '../support/open-screen'

it('says why a session ended to whoever was signed in, and not to who types another address', async () => {
  await openScreen(<SignInScreen />)
  act(() => useSession.setState({ status: 'signedOut', user: null, reason: 'elsewhere' }))
  const words = 'Sua conta foi acessada em outro computador.'
  expect(screen.getByRole('status').textContent).toBe(words)
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'bruno@demo.turno' } })
  expect(screen.queryByText(words)).toBeNull()
})
