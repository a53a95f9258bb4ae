// @vitest-environment jsdom
import '../support/jsdom'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SEARCH_MAX_CHARS } from '../../../src/contract/constants'
import { searchParam } from '../../../src/contract/requests'
import {
  Avatar,
  cutAt,
  DataTable,
  ErrorBoundary,
  initials,
  PaneSplitter,
  SearchField,
  SegmentedTabs,
  safeColour,
  TagChip,
  UnreadBadge,
  usePaneWidth,
  WaitingPill,
} from '../../../src/ui'
import { hueOf } from '../../../src/ui/colour'

function SearchBox({ onEscape }: { onEscape: () => void }) {
  const [text, setText] = useState('maria')
  return (
    <form onKeyDown={event => event.key === 'Escape' && onEscape()}>
      <SearchField value={text} onChange={setText} label="Buscar" clearLabel="Limpar" />
    </form>
  )
}

function Tabs() {
  const [tab, setTab] = useState<'a' | 'b' | 'c'>('a')
  const items = [
    { key: 'a', label: 'A', count: 0 },
    { key: 'b', label: 'B', count: 3 },
    { key: 'c', label: 'C' },
  ] as const
  return <SegmentedTabs id="t" label="Abas" value={tab} onChange={setTab} items={items} />
}

function Part({ fails }: { fails: boolean }) {
  if (fails) throw new Error('boom')
  return <p>fine</p>
}

const LIMITS = { initial: 340, min: 260, max: 480 }

function Panes() {
  const [width, setWidth] = usePaneWidth('list', LIMITS)
  return <PaneSplitter label="Ajustar largura: lista" value={width} onChange={setWidth} {...LIMITS} />
}

beforeEach(() => localStorage.clear())

describe('initials', () => {
  it.each([
    ['Maria da Silva', 'MS'],
    ['joão', 'J'],
    ['5511912345678', ''],
    ['+55 11 9', ''],
    ['', ''],
    ['👩‍👩‍👧‍👦 Família Lima', 'FL'],
    ['Ångström', 'Å'],
    ['李小龙', '李'],
    ['<script>alert(1)</script> Zé', 'Z'],
  ])('of %j are %j', (name, wanted) => {
    expect(initials(name)).toBe(wanted)
  })
})

describe('cutAt', () => {
  it('counts as people do, cuts no emoji of five code points in two, and leaves short texts alone', () => {
    expect(cutAt('Maria Aparecida', 10)).toBe('Maria Apar…')
    expect(cutAt('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 2)).toBe('👨‍👩‍👧👨‍👩‍👧…')
    expect(cutAt('👨‍👩‍👧👨‍👩‍👧', 2)).toBe('👨‍👩‍👧👨‍👩‍👧')
    expect(cutAt('Ana', 10)).toBe('Ana')
  })
})

describe('safeColour', () => {
  it.each(['#0f0', '#00ff00', '#00ff0080', 'rgb(1, 2, 3)', 'rgba(1,2,3,0.5)', 'hsl(120 50% 50%)'])(
    'takes %s',
    value => {
      expect(safeColour(value)).toBe(value)
    },
  )
  it.each([
    '',
    null,
    undefined,
    'url(https://x)',
    '#12',
    'red;background:url(x)',
    'var(--x)',
    'expression(1)',
    '}body{display:none',
  ])('refuses %j', value => {
    expect(safeColour(value)).toBeNull()
  })
  it('gives a name the same hue always', () => {
    expect(hueOf(' Maria ')).toBe(hueOf('maria'))
    expect(hueOf('x')).toBeLessThan(360)
  })
})

describe('pieces', () => {
  it('falls back to initials when the picture fails', () => {
    const { container } = render(<Avatar name="Maria Silva" src="/media/1/x.jpg" />)
    const picture = container.querySelector('img') as HTMLImageElement
    fireEvent.error(picture)
    expect(container.querySelector('img')).toBeNull()
    expect(container.textContent).toBe('MS')
  })

  it('speaks counters and waiting times', () => {
    render(
      <>
        <UnreadBadge count={120} label="120 não lidas" />
        <UnreadBadge count={0} label="nothing" />
        <WaitingPill level={3} text="1 h 05" label="aguardando há 1 h 05" />
      </>,
    )
    expect(screen.getByRole('img', { name: '120 não lidas' }).textContent).toBe('99+')
    expect(screen.queryByRole('img', { name: 'nothing' })).toBeNull()
    expect(screen.getByRole('img', { name: 'aguardando há 1 h 05' })).toBeDefined()
  })

  it('shows a hostile tag as text, in grey when its colour is none', () => {
    const { container } = render(<TagChip name="<b>vip</b>" color="javascript:alert(1)" />)
    expect(container.textContent).toBe('<B>VIP</B>')
    expect((container.firstElementChild as HTMLElement).getAttribute('style')).toBeNull()
  })

  it('clears a search with Esc before anything else closes', async () => {
    const outer = vi.fn()
    render(<SearchBox onEscape={outer} />)
    const field = screen.getByLabelText('Buscar') as HTMLInputElement
    await userEvent.type(field, '{Escape}')
    expect([field.value, outer.mock.calls.length]).toEqual(['', 0])
    await userEvent.type(field, '{Escape}')
    expect(outer).toHaveBeenCalledTimes(1)
  })

  it('takes of a pasted text as much as servers search for', async () => {
    render(<SearchBox onEscape={() => undefined} />)
    const field = screen.getByLabelText('Buscar') as HTMLInputElement
    await userEvent.clear(field)
    await userEvent.paste('abc '.repeat(20_000))
    expect(field.value).toHaveLength(SEARCH_MAX_CHARS)
    expect(searchParam.safeParse(field.value).success).toBe(true)
  })

  it('takes a tab at the press, so that what moves it before the button is let go loses nothing', () => {
    render(<Tabs />)
    fireEvent.mouseDown(screen.getByRole('tab', { name: /^B/ }), { button: 2 })
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('A0')
    fireEvent.mouseDown(screen.getByRole('tab', { name: /^B/ }))
    expect(screen.getByRole('tab', { selected: true }).textContent).toMatch(/^B/)
  })

  it('asks once for a press, and for a key, also where the choice does not come at once', async () => {
    const asked = vi.fn()
    const items = [
      { key: 'a', label: 'A' },
      { key: 'b', label: 'B' },
    ] as const
    render(<SegmentedTabs id="t" label="Abas" value="a" onChange={asked} items={items} />)
    const tab = screen.getByRole('tab', { name: 'B' })
    await userEvent.click(tab)
    expect(asked.mock.calls).toEqual([['b']])
    tab.focus()
    await userEvent.keyboard('{Enter}')
    expect(asked.mock.calls).toEqual([['b'], ['b']])
  })

  it('moves between tabs by arrows with one tab stop', async () => {
    render(<Tabs />)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: /^B/ }))
    await userEvent.keyboard('{End}{ArrowRight}')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('A0')
    expect(screen.getAllByRole('tab').filter(tab => tab.tabIndex === 0)).toHaveLength(1)
  })

  it('catches the failure of a part and tries again when the place changes', () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
    const told = vi.fn()
    const frame = (fails: boolean, key: string) => (
      <ErrorBoundary title="Falhou" reloadLabel="Recarregar" resetKey={key} onError={told}>
        <Part fails={fails} />
      </ErrorBoundary>
    )
    const { rerender } = render(frame(true, 'a'))
    expect(screen.getByRole('alert').textContent).toContain('Falhou')
    expect(told).toHaveBeenCalledTimes(1)
    rerender(frame(false, 'b'))
    expect(screen.getByText('fine')).toBeDefined()
    quiet.mockRestore()
  })
})

describe('pane divider', () => {
  const value = (): number =>
    Number(screen.getByRole('separator', { name: /lista/ }).getAttribute('aria-valuenow'))

  it('is moved by keys, kept within limits and remembered', async () => {
    const { unmount } = render(<Panes />)
    screen.getByRole('separator').focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(value()).toBe(356)
    await userEvent.keyboard('{Home}{ArrowLeft}')
    expect(value()).toBe(260)
    await userEvent.keyboard('{End}{ArrowRight}')
    expect(value()).toBe(480)
    unmount()
    render(<Panes />)
    expect(value()).toBe(480)
    screen.getByRole('separator').focus()
    await userEvent.keyboard('{Delete}')
    expect(value()).toBe(340)
  })

  it('ignores a remembered width that is none', () => {
    localStorage.setItem('turno.pane.list', 'NaN')
    render(<Panes />)
    expect(value()).toBe(340)
  })
})

describe('data table', () => {
  const columns = [{ key: 'name', title: 'Nome', render: (row: { id: number; name: string }) => row.name }]
  const base = {
    label: 'Contatos',
    columns,
    rowKey: (row: { id: number }) => row.id,
    loadingLabel: 'Carregando',
    empty: <p>Nenhum registro</p>,
  }

  it('shows skeleton, then the empty state, then a failure instead of either', () => {
    const { rerender } = render(<DataTable {...base} rows={[]} loading />)
    expect(screen.getByRole('status', { name: 'Carregando' })).toBeDefined()
    rerender(<DataTable {...base} rows={[]} loading={false} />)
    expect(screen.getByText('Nenhum registro')).toBeDefined()
    rerender(<DataTable {...base} rows={[]} loading={false} error={<p>Falhou</p>} />)
    expect(screen.getByText('Falhou')).toBeDefined()
    expect(screen.queryByText('Nenhum registro')).toBeNull()
  })

  it('asks for more where the rows do not fill the pane, and within 100 px of their end', () => {
    const more = vi.fn()
    render(<DataTable {...base} rows={[{ id: 1, name: 'Maria' }]} loading={false} hasMore onMore={more} />)
    const pane = screen.getByRole('table').closest('[tabindex="0"]') as HTMLElement
    Object.defineProperties(pane, { scrollHeight: { value: 2_000 }, clientHeight: { value: 500 } })
    // One row does not fill the pane.
    expect(more).toHaveBeenCalled()
    more.mockClear()
    for (const [top, times] of [
      [1_400, 0],
      [1_401, 1],
    ] as const) {
      pane.scrollTop = top
      fireEvent.scroll(pane)
      expect(more).toHaveBeenCalledTimes(times)
    }
  })
})
