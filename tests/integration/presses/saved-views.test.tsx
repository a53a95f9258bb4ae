// @vitest-environment jsdom
import './pressing'
import { NO_QUEUE_ID, type SavedView } from '@contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { BELOW } from '@/app/composition'
import { Shell } from '@/app/shell/shell'
import { PaletteSearches, TicketsScreen } from '@/features/tickets'
import { setPreferences } from '@/stores/preferences'
import { savedViews, tickets } from '../../../electron/server/db/schema'
import { harnessForFile } from '../server/for-file'
import type { Person } from '../server/harness'
import { answered, handOn, live, onScreen } from './pressing'

const h = harnessForFile()
beforeEach(async () => {
  await h.db.platform.delete(tickets)
  await h.db.platform.delete(savedViews)
})

const NoPanel = () => null
const desk = async (who: Person) => {
  await onScreen(
    h,
    who,
    <Shell title="" version="1" pending={0} slots={{ profile: () => null }} below={BELOW}>
      <PaletteSearches />
      <Routes>
        <Route path="/tickets/:uuid?" element={<TicketsScreen contactPanel={NoPanel} />} />
      </Routes>
    </Shell>,
    '/tickets',
  )
  setPreferences({ drawerOpen: true })
  await live(h, who, ['open', 'pending'])
}
const views = async (who: Person) => (await h.call<SavedView[]>(who, 'savedViews.list')).body
const rows = (): number[] =>
  [...document.querySelectorAll('[data-ticket-id]')].map(row => Number(row.getAttribute('data-ticket-id')))
/** By what stands in the page: whoever asks for roles in the whole console waits. */
const found = (selector: string, named: string): Promise<HTMLElement> =>
  waitFor(() => {
    const all = [...document.querySelectorAll<HTMLElement>(selector)]
    const one = all.find(it => (it.getAttribute('aria-label') ?? it.textContent ?? '').startsWith(named))
    if (!one) throw new Error(`no ${named}`)
    return one
  })
const press = async (selector: string, named: string) => userEvent.click(await found(selector, named))
const SIDE = 'ul[aria-label="Visões"] button'
const inSide = (): string[] =>
  [...document.querySelectorAll(SIDE)].map(({ textContent }) => textContent ?? '')
const dialog = async (title: string) => {
  const heading = await found('[role=dialog] .ant-modal-title', title)
  return heading.closest('[role=dialog]') as HTMLElement
}
const openForm = async (): Promise<HTMLElement> => {
  await press('[role=tab]', 'Visões')
  await press('[data-pane=list] button', 'Nova visão')
  return dialog('Nova visão')
}

it('deleted with an undo, put into another order, and reached from the side and by the key', async () => {
  const { ana } = h.one
  for (const name of ['Um', 'Dois'])
    await h.call(ana, 'savedViews.create', {
      body: { name, conditions: { queueIds: [NO_QUEUE_ID] }, order: 'oldest', sharedWith: null },
    })
  await desk(ana)
  await press(SIDE, 'Dois')
  const act = async (name: string) => {
    await press('button', 'Ações da visão Dois')
    await press('[role=menuitem]', name)
    await answered()
  }
  await act('Mover para cima')
  expect((await views(ana)).map(({ name }) => name)).toEqual(['Dois', 'Um'])
  await waitFor(() => expect(inSide()).toEqual(['Dois, 0', 'Um, 0']))
  await act('Excluir')
  await waitFor(async () => expect((await views(ana)).map(({ name }) => name)).toEqual(['Um']))
  await screen.findByText('Escolha uma visão')
  fireEvent.keyDown(document.body, { key: '6', code: 'Digit6', ctrlKey: true })
  await found('button', 'Ações da visão Um')
  await press('[data-testid=toasts] button', 'Desfazer')
  await waitFor(async () => expect((await views(ana)).map(({ name }) => name)).toEqual(['Dois', 'Um']))
})

it('a supervisor shows it to a queue; its people look into it and change nothing', async () => {
  const { ana, sup, caio, suporte } = h.one
  await desk(sup)
  const form = handOn(await openForm())
  form.type('Nome', 'Da fila')
  await form.pick('Quem vê', 'Suporte')
  await form.press('Adicionar')
  await answered()
  expect((await views(ana))[0]).toMatchObject({ name: 'Da fila', sharedWith: [suporte] })
  expect(await views(caio)).toEqual([])

  const ticket = await h.newTicket(h.one, { name: 'Rita', queueId: suporte })
  await desk(ana)
  await press(SIDE, 'Da fila')
  await waitFor(() => expect(rows()).toEqual([ticket.id]))
  expect(document.querySelector('[aria-label^="Editar a visão"]')).toBeNull()
  await press('[data-pane=list] button', 'Da fila')
  await press('[role=menuitem]', 'Nova visão')
  // Agents keep theirs to themselves.
  expect(within(await dialog('Nova visão')).queryByText('Quem vê')).toBeNull()
})
