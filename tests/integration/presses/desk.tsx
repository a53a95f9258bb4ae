/** The screen of tickets with its keys, at one conversation. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { expect } from 'vitest'
import { useKeyboard } from '@/app/shell/use-keyboard'
import { ENTER_GUARD_MS } from '@/features/composer/sending'
import { TicketsScreen } from '@/features/tickets'
import { soon } from '../../support/soon'
import type { Harness, Person } from '../server/harness'
import { live, onScreen } from './pressing'

function Keyed({ children }: { children: ReactElement }) {
  useKeyboard()
  return children
}

/** Opens it and waits until its events come. @returns the bridge of the window. */
export async function atTicket(
  h: Harness,
  who: Person,
  { id, uuid }: { id: number; uuid: string },
  screen: ReactElement = <TicketsScreen />,
) {
  const page = <Route path="/tickets/:uuid?" element={<Keyed>{screen}</Keyed>} />
  const fake = await onScreen(h, who, <Routes>{page}</Routes>, `/tickets/${uuid}`)
  await live(h, who, [String(id), 'open', 'notification'])
  return fake
}

/** The composer's field, once Enter counts: right after a ticket came on screen it does not. */
export async function composerField(): Promise<HTMLTextAreaElement> {
  const field = await screen.findByTestId<HTMLTextAreaElement>('composer-text')
  const since = performance.now()
  await soon(() => expect(performance.now() - since).toBeGreaterThan(ENTER_GUARD_MS))
  return field
}

/** Opens the menu of a message by its key. */
export async function openMenuOf(messageId: string | undefined): Promise<HTMLElement> {
  const bubble = await waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-message-id="${messageId}"]`)
    if (!found) throw new Error('not drawn')
    return found
  })
  bubble.focus()
  fireEvent.keyDown(bubble, { key: 'Enter' })
  return screen.findByRole('menu')
}
