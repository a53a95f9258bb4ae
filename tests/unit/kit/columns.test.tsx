// @vitest-environment jsdom
/** Kinds of columns: how a value is drawn, what is said where there is none, and what is folded away. */
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { column } from '@/features/kit'
import { type Column, DataTable } from '@/ui'
import { openScreen } from '../support/open-screen'

const ROW = {
  id: 7,
  name: 'Vendas',
  note: '',
  count: 12345,
  number: '5511912345678',
  at: '2026-03-05T17:30:00Z',
}
type Row = typeof ROW

/** Draws one column of the row, and gives its cell. */
async function cellOf(drawn: Column<Row>): Promise<HTMLElement> {
  await openScreen(
    <DataTable
      label="Filas"
      columns={[drawn]}
      rows={[ROW]}
      rowKey={({ id }) => id}
      loading={false}
      loadingLabel=""
      empty={null}
    />,
  )
  return within(await screen.findByRole('table', { name: 'Filas' })).findByRole('cell')
}

it.each<[string, Column<Row>, string]>([
  ['a name', column.name('name', 'Nome', 2, ({ name }) => name), 'Vendas'],
  ['an amount', column.amount('count', 'Total', '96px', ({ count }) => count), '12.345'],
  ['a phone number', column.phone('number', 'Número', 1, ({ number }) => number), '+55 (11) 91234-5678'],
  ["a time of the company's clock", column.moment('at', 'Quando', 1, ({ at }) => at), '05/03/2026 14:30'],
  ['a state', column.state('state', 'Estado', 1, () => ['success', 'Ativa']), 'Ativa'],
  ['a file', column.file('file', 'Arquivo', 1, () => 'preços.pdf'), 'preços.pdf'],
  ['no text', column.text('note', 'Nota', 1, ({ note }) => note, { none: 'Sem nota' }), 'Sem nota'],
  ['no amount', column.amount('count', 'Total', 1, () => null, { none: ({ id }) => `– ${id}` }), '– 7'],
  ['0', column.amount('count', 'Total', 1, () => 0, { none: '–' }), '0'],
  [
    'what stands around and below a value',
    column.name('name', 'Nome', 1, ({ name }) => name, {
      before: () => '1 ',
      beside: () => ' 2',
      below: () => ' 3',
    }),
    '1 Vendas 2 3',
  ],
])('a column draws %s', async (_what, drawn, text) => {
  expect((await cellOf(drawn)).textContent).toBe(text)
})

it('a column but of names and states is folded away on narrow screens, unless it says otherwise', () => {
  const folds = [
    column.name('a', '', 1, () => ''),
    column.state('b', '', 1, () => null),
    column.text('c', '', 1, () => ''),
    column.cell('d', '', 1, () => '', { foldable: false }),
  ].map(({ foldable = false }) => foldable)
  expect(folds).toEqual([false, false, true, false])
  expect(column.text('c', '', 2, () => '').width).toBe('minmax(0, 2fr)')
})
