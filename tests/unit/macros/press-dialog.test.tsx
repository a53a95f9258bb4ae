// @vitest-environment jsdom
/** Choosing a macro by keyboard. */
import { ticket as ticketSchema } from '@contract'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PressDialog } from '@/features/macros/press-dialog'
import { openScreen } from '../support/open-screen'

vi.mock('@/api', async original => ({ ...(await original<object>()), call: vi.fn(async () => []) }))

it('takes what is typed from its first drawing on, not once it has opened', async () => {
  await openScreen(<p>Ticket</p>)
  const ticket = ticketSchema.parse({ id: 9, uuid: 'u', status: 'open', contactId: 3 })
  const nothing = (): void => {}
  render(<PressDialog ticket={ticket} first={null} onDone={nothing} onClose={nothing} />)
  expect(document.activeElement).toBe(screen.getByRole('combobox'))
})
