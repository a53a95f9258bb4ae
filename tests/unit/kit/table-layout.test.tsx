// @vitest-environment jsdom
/** What a person arranges in a table: columns, widths, height of rows; kept by main for this computer. */
import { type Tag, tag as tagSchema } from '@contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Copy, Eye, Mail, Tags, Trash2 } from 'lucide-react'
import { beforeEach, describe, expect, it } from 'vitest'
import { PagedScreen } from '@/features/kit'
import { createPagedList } from '@/stores/paged-list'
import { type OpenScreen, openScreen } from '../support/open-screen'

const tag = (id: number, name: string): Tag => tagSchema.parse({ id, name, color: '#1e88e5' })
const list = createPagedList<Tag>({
  name: 'of the table',
  order: (a, b) => a.id - b.id,
  matches: () => true,
  read: async () => ({ rows: [tag(1, 'Cobrança'), tag(2, 'VIP')], count: 2, hasMore: false }),
  onEvent: () => null,
})

let fake: OpenScreen
const kept = () => fake.state.preferences.tables['of the table']
const heads = (): string[] =>
  screen.getAllByRole('columnheader').flatMap(({ textContent }) => (textContent ? [textContent] : []))
const edge = (column: string): HTMLElement => screen.getByRole('separator', { name: `Largura de ${column}` })
const tracks = (): string => screen.getByRole('table').style.getPropertyValue('--tracks')
/** Opens the menu of the columns and takes an entry of it. */
async function choose(entry: string, role = 'menuitemcheckbox'): Promise<void> {
  if (screen.queryByRole(role, { name: entry }) === null)
    await userEvent.click(screen.getByRole('button', { name: 'Colunas' }))
  await userEvent.click(await screen.findByRole(role, { name: entry }))
}

beforeEach(async () => {
  fake = await openScreen(
    <PagedScreen
      list={list}
      texts="tags"
      columns={[
        { key: 'name', title: 'Nome', width: 'minmax(0, 2fr)', render: ({ name }) => name },
        { key: 'color', title: 'Cor', width: '96px', foldable: true, render: ({ color }) => color },
        {
          key: 'id',
          title: 'Número',
          width: '72px',
          align: 'end',
          foldable: 'phone',
          render: ({ id }) => id,
        },
      ]}
      rowName={({ name }) => name}
      // However many: they lie over the row's end, and no track is kept for them.
      rowActions={({ name }) =>
        [Copy, Eye, Mail, Trash2].map((icon, at) => ({
          key: `${at}`,
          icon,
          label: `${at} ${name}`,
          run() {},
        }))
      }
      empty={{ icon: Tags }}
    />,
  )
  await screen.findByText('2 tags')
  // jsdom lays nothing out.
  for (const head of screen.getAllByRole('columnheader'))
    head.getBoundingClientRect = () => new DOMRect(0, 0, 200, 44)
})

describe('a table as somebody wants it', () => {
  it('leaves a column out and takes it back, never the first; the menu stays open meanwhile', async () => {
    expect(heads()).toEqual(['Nome', 'Cor', 'Número'])
    await choose('Cor')
    await waitFor(() => expect(heads()).toEqual(['Nome', 'Número']))
    expect(screen.queryByText('#1e88e5')).toBeNull()
    expect(kept()).toEqual({ hidden: ['color'] })
    expect(screen.queryByRole('menuitemcheckbox', { name: 'Nome' })).toBeNull()
    const entry = screen.getByRole('menuitemcheckbox', { name: 'Cor' })
    expect(entry.getAttribute('aria-checked')).toBe('false')
    await choose('Cor')
    await waitFor(() => expect(heads()).toEqual(['Nome', 'Cor', 'Número']))
    expect(kept()?.hidden).toEqual([])
  })

  it('gives the tracks of folded columns to the others: of most in half a window, of the rest on a phone', () => {
    const { style } = screen.getByRole('table')
    expect(style.getPropertyValue('--tracks-folded')).toBe('minmax(0, 2fr) 72px 44px')
    expect(style.getPropertyValue('--tracks-phone')).toBe('minmax(0, 2fr) 44px')
  })

  it('draws a column wider by arrows, and by Delete as wide as the table does; one edge is a stop of Tab', () => {
    expect(tracks()).toBe('minmax(0, 2fr) 96px 72px 44px')
    const stops = screen.getAllByRole('separator').map(one => one.tabIndex)
    expect(stops).toEqual([0, -1, -1])
    edge('Nome').focus()
    fireEvent.keyDown(edge('Nome'), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(edge('Cor'))
    expect(edge('Cor').tabIndex).toBe(0)
    expect(edge('Cor').getAttribute('aria-valuetext')).toBe('automática')
    fireEvent.keyDown(edge('Cor'), { key: 'ArrowRight' })
    expect(kept()).toEqual({ widths: { color: 216 } })
    expect(tracks()).toBe('minmax(72px, 2fr) 216px 72px 44px')
    expect(edge('Cor').getAttribute('aria-valuenow')).toBe('216')
    fireEvent.keyDown(edge('Cor'), { key: 'ArrowLeft', shiftKey: true })
    expect(kept()?.widths).toEqual({ color: 136 })
    fireEvent.keyDown(edge('Cor'), { key: 'Delete' })
    expect(tracks()).toBe('minmax(0, 2fr) 96px 72px 44px')
  })

  it('draws a column wider by the pointer: seen at once, kept when let go, given back by a double press', () => {
    const cor = edge('Cor')
    fireEvent.pointerDown(cor, { button: 0, clientX: 300 })
    fireEvent.pointerMove(cor, { clientX: 350 })
    expect(tracks()).toBe('minmax(72px, 2fr) 250px 72px 44px')
    expect(kept()).toBeUndefined()
    fireEvent.pointerUp(cor)
    expect(kept()).toEqual({ widths: { color: 250 } })
    // Never narrower than it can be taken hold of again; what is broken off was nothing.
    fireEvent.pointerDown(cor, { button: 0, clientX: 300 })
    fireEvent.pointerMove(cor, { clientX: -900 })
    expect(tracks()).toBe('minmax(72px, 2fr) 48px 72px 44px')
    fireEvent.pointerCancel(cor)
    expect(tracks()).toBe('minmax(72px, 2fr) 250px 72px 44px')
    fireEvent.doubleClick(cor)
    expect(kept()).toEqual({ widths: { color: null } })
    expect(tracks()).toBe('minmax(0, 2fr) 96px 72px 44px')
  })

  it('has lower rows in every table once that is chosen, and everything back by one press', async () => {
    const height = (): string => screen.getByRole('table').style.getPropertyValue('--row')
    expect(height()).toBe('44px')
    await choose('Linhas compactas')
    await waitFor(() => expect(height()).toBe('36px'))
    expect(fake.state.preferences.tableDensity).toBe('compact')
    await choose('Número')
    fireEvent.keyDown(edge('Nome'), { key: 'ArrowRight' })
    await choose('Restaurar a tabela', 'menuitem')
    await waitFor(() => expect(height()).toBe('44px'))
    expect(heads()).toEqual(['Nome', 'Cor', 'Número'])
    expect(kept()).toEqual({ hidden: [], widths: { name: null } })
  })
})
