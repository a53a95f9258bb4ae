// @vitest-environment jsdom
import '../support/jsdom'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Providers } from '@/app/providers'
import { endSession } from '@/stores/session-end'
import { announce } from '@/ui'

it('nothing that was said of a customer stays in the live region when a session ends', async () => {
  render(<Providers>{null}</Providers>)
  announce('Maria: meu CPF é 123')
  await waitFor(() => expect(screen.getByTestId('announcer').textContent).toBe('Maria: meu CPF é 123'))
  endSession('signedOut')
  await waitFor(() => expect(screen.getByTestId('announcer').textContent).toBe(''))
})
