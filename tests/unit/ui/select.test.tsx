// @vitest-environment jsdom
import '../support/jsdom'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ClearLabel, Select } from '../../../src/ui'

const QUEUES = [
  { value: 1, label: 'Suporte' },
  { value: 2, label: 'Vendas' },
  { value: 3, label: 'Financeiro' },
  { value: 4, label: 'Pós-venda' },
]
const KEYS = { Enter: 13, Tab: 9, ArrowDown: 40 } as const

afterEach(cleanup)

/** A picker, what it took, and a hand on its keyboard. */
function picker(mode?: 'multiple' | 'tags') {
  const onChange = vi.fn()
  render(
    <Select
      aria-label="Fila"
      showSearch={mode ? undefined : true}
      mode={mode}
      options={mode === 'tags' ? QUEUES.map(({ label }) => ({ value: label })) : QUEUES}
      onChange={onChange}
    />,
  )
  const field = screen.getByRole('combobox')
  return {
    onChange,
    taken: () => onChange.mock.calls.map(([value]) => value),
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    press: (key: keyof typeof KEYS) => {
      fireEvent.keyDown(field, { key, which: KEYS[key], keyCode: KEYS[key] })
      fireEvent.keyUp(field, { key, which: KEYS[key], keyCode: KEYS[key] })
    },
    rows: () => [...document.querySelectorAll('.ant-select-item-option-content')].map(row => row.textContent),
  }
}

describe('a picker', () => {
  it('is cleared by a button with a name, which Tab passes by, and by Delete', () => {
    const onChange = vi.fn()
    render(
      <ClearLabel value="Limpar">
        <Select aria-label="Fila" allowClear showSearch value={2} options={QUEUES} onChange={onChange} />
      </ClearLabel>,
    )
    const clear = screen.getByRole('button', { name: 'Limpar' })
    expect(clear.tabIndex).toBe(-1)
    const field = screen.getByRole('combobox')
    fireEvent.change(field, { target: { value: 'V' } })
    fireEvent.keyDown(field, { key: 'Delete' })
    expect(onChange).not.toHaveBeenCalled()
    fireEvent.change(field, { target: { value: '' } })
    fireEvent.keyDown(field, { key: 'Delete' })
    expect(onChange).toHaveBeenCalledWith(undefined, undefined)
  })
  it('takes one value for a name and Enter, and none more for the Tab that leaves it', () => {
    const { type, press, taken } = picker('multiple')
    type('Fin')
    press('Enter')
    expect(taken()).toEqual([[3]])
    press('Tab')
    expect(taken()).toEqual([[3]])
  })
  it('takes nothing on Tab, even what the arrows marked', () => {
    const { type, press, taken } = picker()
    type('s')
    press('ArrowDown')
    press('Tab')
    expect(taken()).toEqual([])
  })
  it('keeps what was typed, and the list, when Enter finds no row that it may take', async () => {
    const { type, press, taken, rows } = picker()
    const field = screen.getByRole<HTMLInputElement>('combobox')
    type('ven')
    press('Enter')
    // A list closes in a later task.
    await act(() => new Promise(done => setTimeout(done, 30)))
    expect([taken(), field.value, field.getAttribute('aria-expanded')]).toEqual([[], 'ven', 'true'])
    expect(rows()).toEqual(['Vendas', 'Pós-venda'])
    press('ArrowDown')
    press('Enter')
    expect(taken()).toEqual([2])
    await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('false'))
  })
  it('ranks what it found: beginning of the name, then of a word; accents do not matter', () => {
    const { type, rows } = picker()
    type('ven')
    expect(rows()).toEqual(['Vendas', 'Pós-venda'])
    type('pos')
    expect(rows()).toEqual(['Pós-venda'])
  })
  it('does not make a tag of a word that is still being typed when Tab leaves it', () => {
    const { type, press, taken } = picker('tags')
    type('Novo')
    press('Tab')
    fireEvent.blur(screen.getByRole('combobox'))
    expect(taken()).toEqual([])
    type('Novo')
    press('Enter')
    expect(taken()).toEqual([['Novo']])
  })
})
