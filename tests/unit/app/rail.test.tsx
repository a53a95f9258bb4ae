// @vitest-environment jsdom
/** The side menu by hand: groups that fold, pins in one's own order. */
import '../support/jsdom'
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { menuOf, withPins } from '@/app/navigation'
import { Rail } from '@/app/shell/rail'
import { usePreferences } from '@/stores/preferences'
import { SteadyNavigate } from '@/ui'
import { openScreen } from '../support/open-screen'

function Menu() {
  const pinned = usePreferences(state => state.menuPinned)
  const sections = withPins(menuOf({ profile: 'admin', super: false }, null), pinned)
  const signals = { connections: true, chats: false }
  return (
    <SteadyNavigate>
      <Rail sections={sections} signals={signals} below={{}} open onToggle={() => {}} version="1" />
    </SteadyNavigate>
  )
}
const open = () => openScreen(<Menu />, { user: { profile: 'admin' }, at: '/tickets' })
const link = (name: string) => screen.getByRole('link', { name: new RegExp(`^${name}`) })
const pins = (): string[] => {
  const box = screen.queryByRole('region', { name: 'Fixados' })
  return box
    ? within(box)
        .getAllByRole('link')
        .map(({ textContent }) => textContent ?? '')
    : []
}
async function choose(entry: string, action: string): Promise<void> {
  fireEvent.contextMenu(link(entry))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

it('pins entries on top, moves them by menu, keys and drag, and lets them go', async () => {
  const fake = await open()
  expect(pins()).toEqual([])
  await choose('Filas', 'Fixar no topo do menu')
  await waitFor(() => expect(pins()).toEqual(['Filas e chatbot']))
  await choose('Contatos', 'Fixar no topo do menu')
  await waitFor(() => expect(pins()).toEqual(['Filas e chatbot', 'Contatos']))
  // Kept by main.
  expect(fake.state.preferences.menuPinned).toEqual(['queues', 'contacts'])

  fireEvent.keyDown(link('Contatos'), { key: 'ArrowUp', altKey: true })
  await waitFor(() => expect(pins()).toEqual(['Contatos', 'Filas e chatbot']))
  await choose('Contatos', 'Mover para baixo')
  await waitFor(() => expect(pins()).toEqual(['Filas e chatbot', 'Contatos']))

  const kept = new Map<string, string>()
  const dataTransfer = {
    setData: (kind: string, value: string) => kept.set(kind, value),
    getData: (kind: string) => kept.get(kind) ?? '',
    get types() {
      return [...kept.keys()]
    },
  }
  fireEvent.dragStart(link('Tags'), { dataTransfer })
  const over = createEvent.dragOver(link('Filas'), { dataTransfer })
  fireEvent(link('Filas'), over)
  expect(over.defaultPrevented).toBe(true)
  fireEvent.drop(link('Filas'), { dataTransfer })
  await waitFor(() => expect(pins()).toEqual(['Tags', 'Filas e chatbot', 'Contatos']))

  await choose('Filas', 'Desafixar')
  await waitFor(() => expect(pins()).toEqual(['Tags', 'Contatos']))
  expect(screen.getAllByRole('link', { name: /^Filas/ })).toHaveLength(1)
})

it('folds a group, keeps the screen one is on in view, and still says what needs attention', async () => {
  const fake = await open()
  const heading = (name: string) => screen.getByRole('button', { name })
  expect(heading('Gerência').getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(heading('Gerência'))
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Contatos/ })).toBeNull())
  expect(link('Atendimentos').getAttribute('aria-current')).toBe('page')
  expect(fake.state.preferences.menuFolded).toEqual(['management'])
  await userEvent.click(heading('Gerência'))
  await waitFor(() => expect(link('Contatos')).toBeTruthy())
})
