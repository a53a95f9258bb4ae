// @vitest-environment jsdom
import './pressing'
import { NO_QUEUE_ID, type SavedView } from '@contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { asc, eq, inArray } from 'drizzle-orm'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { BELOW } from '@/app/composition'
import { Shell } from '@/app/shell/shell'
import { PaletteSearches, TicketsScreen } from '@/features/tickets'
import { showOpenTab } from '@/features/tickets/manager-state'
import { setPreferences } from '@/stores/preferences'
import { fetchTicketById } from '@/stores/tickets'
import { savedViews, tags, tickets, ticketTags } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from '../server/for-file'
import type { Person } from '../server/harness'
import { answered, handOn, live, onScreen } from './pressing'

const h = harnessForFile()

describe('many at once', () => {
  let ids: number[] = []
  const names = ['Aline', 'Beto', 'Célia', 'Davi']
  beforeEach(async () => {
    await h.db.platform.delete(tickets)
    ids = []
    for (const name of names) ids.push((await h.newTicket(h.one, { name })).id)
  })

  const desk = async (tab: 'assigned' | 'pending') => {
    await onScreen(
      h,
      h.one.ana,
      <Routes>
        <Route path="/tickets/:uuid?" element={<TicketsScreen />} />
      </Routes>,
      '/tickets',
    )
    act(() => showOpenTab(tab))
    await waitFor(() => expect(document.querySelectorAll('[data-row-button]')).toHaveLength(names.length))
  }
  const row = (id: number): HTMLElement => {
    const found = document.querySelector<HTMLElement>(`[data-row-button="${id}"]`)
    if (!found) throw new Error(`no row of ${id}`)
    return found
  }
  const bar = () => screen.getByRole('toolbar', { name: 'O que fazer com os tickets selecionados' })
  const press = (name: string | RegExp) => userEvent.click(within(bar()).getByRole('button', { name }))
  const rows = (of: readonly number[]) =>
    h.db
      .select({
        id: tickets.id,
        status: tickets.status,
        userId: tickets.userId,
        snoozedAt: tickets.snoozedAt,
      })
      .from(tickets)
      .where(inArray(tickets.id, [...of]))
      .orderBy(asc(tickets.id))

  it('Ctrl, Shift, the box and Ctrl+A choose rows; a press then chooses instead of opening, and Escape ends it', async () => {
    await desk('pending')
    const order = [...document.querySelectorAll<HTMLElement>('[data-row-button]')].map(one =>
      Number(one.dataset.rowButton),
    )
    const [one, two, three, four] = order as [number, number, number, number]
    const boxes = () => screen.getAllByRole('checkbox').map(box => box.getAttribute('aria-checked'))
    fireEvent.click(row(one), { ctrlKey: true })
    expect(boxes()).toEqual(['true', 'false', 'false', 'false'])
    fireEvent.click(row(three), { shiftKey: true })
    expect(boxes()).toEqual(['true', 'true', 'true', 'false'])
    fireEvent.click(row(two))
    expect(boxes()).toEqual(['true', 'false', 'true', 'false'])
    expect(screen.queryByTestId('composer-text')).toBeNull()
    fireEvent.keyDown(row(four), { key: 'Escape' })
    expect(boxes()).toEqual(['false', 'false', 'false', 'false'])
    fireEvent.keyDown(row(four), { key: 'a', ctrlKey: true })
    expect(boxes()).toEqual(['true', 'true', 'true', 'true'])
    fireEvent.keyDown(row(four), { key: 'Escape' })
    fireEvent.keyDown(row(one), { key: 'ArrowDown', shiftKey: true })
    expect(boxes()).toEqual(['true', 'true', 'false', 'false'])
    fireEvent.keyDown(row(one), { key: ' ', ctrlKey: true })
    expect(boxes()).toEqual(['false', 'true', 'false', 'false'])
    const [, , , box] = screen.getAllByRole('checkbox')
    if (box) fireEvent.click(box)
    expect(boxes()).toEqual(['false', 'true', 'false', 'true'])
  })

  it('accepting those that wait tells which one a colleague was faster with, and undo gives the others back', async () => {
    await desk('pending')
    const [first, ...others] = ids as [number, ...number[]]
    fireEvent.keyDown(row(first), { key: 'a', ctrlKey: true })
    // A colleague takes one behind this console's back.
    await h.update(tickets, { status: 'open', userId: h.one.bia.id }, eq(tickets.id, first))
    await press('Aceitar 4')
    const report = await screen.findByRole('dialog', { name: 'Nem tudo pôde ser feito' })
    expect(within(report).getByText('1 ticket ficou como estava.')).toBeTruthy()
    expect(within(report).getAllByRole('listitem')).toHaveLength(1)
    expect(within(report).getByRole('listitem').textContent).toMatch(/^Aline.*Bia/)
    expect(await rows(others)).toMatchObject(others.map(id => ({ id, status: 'open', userId: h.one.ana.id })))
    expect(await rows([first])).toMatchObject([{ userId: h.one.bia.id }])
    await userEvent.click(within(report).getByRole('button', { name: 'Fechar' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
    await waitFor(async () =>
      expect(await rows(others)).toMatchObject(others.map(id => ({ id, status: 'pending', userId: null }))),
    )
  })

  it('resolving is asked about with how many, and a tag or a pause goes to all of them', async () => {
    const mine = { status: 'open' as const, userId: h.one.ana.id }
    await h.update(tickets, mine, inArray(tickets.id, ids))
    const [tag] = await h.db.platform
      .insert(tags)
      .values({ companyId: h.one.id, name: 'PROMOÇÃO' })
      .returning()
    await desk('assigned')
    const all = () => fireEvent.keyDown(row(ids[0] ?? 0), { key: 'a', ctrlKey: true })
    all()
    await press('Adicionar tag a todos')
    const field = await screen.findByRole('combobox', { name: 'Tags do ticket' })
    fireEvent.mouseDown(field)
    await userEvent.click(await screen.findByTitle('PROMOÇÃO'))
    await waitFor(async () => {
      const tagged = await h.db
        .select()
        .from(ticketTags)
        .where(eq(ticketTags.tagId, tag?.id ?? 0))
      expect(tagged.map(one => one.ticketId).sort()).toEqual([...ids].sort())
    })
    await answered()
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: /selecionados/ })).toBeNull())
    // Put away: the next offer to take something back is that of the pause.
    const tagged = (await screen.findByText('4 tickets alterados.')).closest('li') as HTMLElement
    await userEvent.click(within(tagged).getByRole('button', { name: 'Dispensar' }))
    all()
    await press('Adiar 4')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Até o cliente escrever' }))
    await waitFor(async () =>
      expect((await rows(ids)).every(({ snoozedAt }) => snoozedAt !== null)).toBe(true),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
    await waitFor(async () =>
      expect((await rows(ids)).every(({ snoozedAt }) => snoozedAt === null)).toBe(true),
    )
    await waitFor(() => expect(document.querySelectorAll('[data-row-button]')).toHaveLength(4))
    all()
    await press('Resolver 4')
    await userEvent.click(await screen.findByRole('button', { name: 'Resolver' }))
    await waitFor(async () =>
      expect((await rows(ids)).map(({ status }) => status)).toEqual(Array(4).fill('closed')),
    )
  })

  it('resolves only what is still chosen when its question is answered', async () => {
    await h.update(tickets, { status: 'open', userId: h.one.ana.id }, inArray(tickets.id, ids))
    await desk('assigned')
    fireEvent.keyDown(row(ids[0] ?? 0), { key: 'a', ctrlKey: true })
    await press('Resolver 4')
    const yes = await screen.findByRole('button', { name: 'Resolver' })
    const [gone = 0, ...kept] = ids
    const body = { status: 'open', userId: h.one.bia.id }
    await h.call(h.one.admin, 'tickets.update', { params: { id: gone }, body })
    await act(async () => void (await fetchTicketById(gone)))
    await waitFor(() => expect(bar().textContent).toContain('3 selecionados'))
    await userEvent.click(yes)
    await waitFor(async () =>
      expect((await rows(kept)).map(({ status }) => status)).toEqual(Array(3).fill('closed')),
    )
    await answered()
    expect(await rows([gone])).toMatchObject([{ status: 'open', userId: h.one.bia.id }])
  })
})

describe('a saved view', () => {
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
})
