// @vitest-environment jsdom
import { type Queue, queue as queueSchema } from '@contract'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Providers } from '@/app/providers'
import { QueueTable } from '@/features/queues/queue-table'
import { fakeBridge, installBridge } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'

const queues = (count: number): Queue[] =>
  Array.from({ length: count }, (_, at) =>
    queueSchema.parse({ id: at + 1, name: `Fila ${at + 1}`, color: '#2563eb', orderQueue: at + 1 }),
  )

async function table(count: number) {
  const onOrder = vi.fn()
  const idle = vi.fn()
  const draw = (rows: readonly Queue[]) => (
    <Providers>
      <QueueTable queues={rows} sortable onOrder={onOrder} onOpen={idle} onChatbot={idle} onRemove={idle} />
    </Providers>
  )
  const shown = render(draw(queues(count)))
  await screen.findByText('Fila 1')
  return { onOrder, redraw: (rows: readonly Queue[]) => shown.rerender(draw(rows)) }
}
const row = (name: string): HTMLElement => screen.getByText(name).closest('[role=row]') as HTMLElement

describe('the table of queues', () => {
  beforeEach(() => {
    withLayout()
    installBridge(fakeBridge())
  })

  it('draws the rows in view of five thousand', async () => {
    await table(5_000)
    expect(screen.getAllByRole('row').length).toBeLessThan(60)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001')
    expect(row('Fila 3').getAttribute('aria-rowindex')).toBe('4')
  })

  it('goes from row to row by arrows, and moves a row by Alt with an arrow', async () => {
    const { onOrder, redraw } = await table(4)
    act(() => row('Fila 2').focus())
    fireEvent.keyDown(row('Fila 2'), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(row('Fila 3'))
    fireEvent.keyDown(row('Fila 3'), { key: 'ArrowUp', altKey: true })
    expect(onOrder).toHaveBeenCalledWith([1, 3, 2, 4])
    const [first, second, third, fourth] = queues(4) as [Queue, Queue, Queue, Queue]
    redraw([first, third, second, fourth])
    await waitFor(() => expect(document.activeElement).toBe(row('Fila 3')))
  })

  it('is dragged by keys pressed one right after the other, without a moment between them', async () => {
    const { onOrder } = await table(40)
    const grip = screen.getByRole('button', { name: /Fila 1$/, description: /./ })
    const press = (...codes: string[]): void => {
      act(() => grip.focus())
      for (const code of codes) fireEvent.keyDown(grip, { code, key: code })
    }
    press('Space', 'ArrowDown', 'ArrowDown', 'Space')
    await waitFor(() => expect(onOrder).toHaveBeenCalled())
    expect(onOrder.mock.calls[0]?.[0].slice(0, 4)).toEqual([2, 3, 1, 4])
    expect(await screen.findByText('Fila 1 na posição 3 de 40')).toBeDefined()
    onOrder.mockClear()
    press('Space', 'End', 'Space')
    await waitFor(() => expect(onOrder).toHaveBeenCalled())
    expect(onOrder.mock.calls[0]?.[0].at(-1)).toBe(1)
    onOrder.mockClear()
    press('Space', 'ArrowDown', 'Escape')
    expect(onOrder).not.toHaveBeenCalled()
  })
})
