// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { DataTable } from '@/ui'
import { stillRows } from '@/ui/use-still-rows'
import { withLayout } from '../support/jsdom'

const same = (row: number): number => row

describe('rows under a pointer', () => {
  it('keep their order and places: newcomers show below the last one only, and none is lost or repeated', () => {
    const rows = fc.uniqueArray(fc.nat(60), { maxLength: 25 })
    fc.assert(
      fc.property(rows, rows, (shown, live) => {
        const still = stillRows(shown, live, same)
        expect(new Set(still.rows).size).toBe(still.rows.length)
        const kept = shown.filter(row => live.includes(row))
        expect(still.rows.slice(0, kept.length)).toEqual(kept.length > 0 ? kept : [])
        expect(still.rows.every(row => live.includes(row))).toBe(true)
        expect(still.waiting).toBe(live.length - still.rows.length)
      }),
    )
  })
})

describe('a table', () => {
  beforeEach(() => withLayout())
  const table = (rows: readonly string[]) => (
    <DataTable<string>
      label="Nomes"
      columns={[{ key: 'name', title: 'Nome', render: row => row }]}
      rows={rows}
      rowKey={row => row}
      loading={false}
      loadingLabel=""
      empty={null}
      onOpen={() => {}}
      newRowsLabel={count => `${count} novos`}
    />
  )
  const names = (): (string | null)[] =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map(row => row.textContent)

  it('keeps new rows back while the pointer is on it, says how many, and shows them on demand', async () => {
    const { rerender } = render(table(['b', 'd']))
    const body = (await screen.findByText('b')).closest<HTMLElement>('[role=rowgroup]') as HTMLElement
    fireEvent.pointerEnter(body, { pointerType: 'mouse' })
    rerender(table(['a', 'b', 'c', 'd', 'e']))
    await waitFor(() => expect(names()).toEqual(['b', 'd', 'e']))
    fireEvent.click(screen.getByRole('button', { name: '2 novos' }))
    await waitFor(() => expect(names()).toEqual(['a', 'b', 'c', 'd', 'e']))
    rerender(table(['0', 'a', 'b', 'c', 'd', 'e']))
    expect(names()).toEqual(['a', 'b', 'c', 'd', 'e'])
    fireEvent.pointerLeave(body)
    await waitFor(() => expect(names()).toEqual(['0', 'a', 'b', 'c', 'd', 'e']))
  })

  it('draws the rows in view alone, also when a page makes thousands of them new', async () => {
    const drawn = new Set<number>()
    let times = 0
    const many = (count: number) => (
      <DataTable<number>
        label="Números"
        columns={[
          {
            key: 'number',
            title: 'Número',
            render: row => {
              drawn.add(row)
              times += 1
              return `n${row}`
            },
          },
        ]}
        rows={Array.from({ length: count }, (_, row) => row)}
        rowKey={row => row}
        loading={false}
        loadingLabel=""
        empty={null}
      />
    )
    const { rerender } = render(many(4_000))
    await screen.findByText('n0')
    times = 0
    rerender(many(5_000))
    expect(drawn.size).toBeLessThan(100)
    expect(times).toBeLessThan(200)
  })
})
