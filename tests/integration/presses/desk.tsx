/** The screen of tickets with its keys, at one conversation. */
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { useKeyboard } from '@/app/shell/use-keyboard'
import { TicketsScreen } from '@/features/tickets'
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
