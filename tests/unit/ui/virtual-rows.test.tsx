// @vitest-environment jsdom
import '../support/jsdom'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { VirtualRows } from '@/ui'

/** jsdom lays nothing out: the pane is told that it has 640 px. */
class Sized {
  constructor(private readonly report: ResizeObserverCallback) {}
  observe(target: Element): void {
    queueMicrotask(() => {
      const contentRect = { width: 340, height: target.id === 'pane' ? 640 : 64 } as DOMRectReadOnly
      this.report([{ target, contentRect } as ResizeObserverEntry], this as unknown as ResizeObserver)
    })
  }
  unobserve(): void {}
  disconnect(): void {}
}

function Pane({ onScroll }: { onScroll: (offset: number) => void }) {
  const pane = useRef<HTMLDivElement>(null)
  return (
    <div id="pane" ref={pane}>
      <VirtualRows
        scrollRef={pane}
        data={Array.from({ length: 100 }, (_, row) => row)}
        itemSize={64}
        onScroll={onScroll}
      >
        {(row: number) => (
          <button key={row} type="button">
            Row {row}
          </button>
        )}
      </VirtualRows>
    </div>
  )
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the rows of a virtual list', () => {
  it('can be pressed while the list scrolls', async () => {
    vi.stubGlobal('ResizeObserver', Sized)
    Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
      configurable: true,
      get(this: HTMLElement) {
        return this.parentElement
      },
    })
    const onScroll = vi.fn()
    const { container } = render(<Pane onScroll={onScroll} />)
    const row = await screen.findByText('Row 4')
    const pane = container.querySelector('#pane') as HTMLElement
    await waitFor(() => {
      pane.scrollTop += 64
      fireEvent.scroll(pane)
      expect(onScroll).toHaveBeenCalled()
    })
    for (let one: HTMLElement | null = row; one; one = one.parentElement)
      expect(getComputedStyle(one).pointerEvents).not.toBe('none')
  })

  it('are the only way to virtua, so that no list loses a press', () => {
    const root = join(import.meta.dirname, '../../../src')
    const importers = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      path => /\.tsx?$/.test(path) && /from 'virtua'/.test(readFileSync(join(root, path), 'utf8')),
    )
    expect(importers).toEqual([join('ui', 'virtual-rows.tsx')])
  })
})
