// @vitest-environment jsdom
import '../support/jsdom'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

function Pane({
  onScroll,
  onPress,
}: {
  onScroll?: (offset: number) => void
  onPress?: (row: number) => void
}) {
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
          <button key={row} type="button" onClick={() => onPress?.(row)}>
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
  vi.restoreAllMocks()
})

/** jsdom's pointer events know neither a button nor a place. */
function pointer(target: HTMLElement, type: string, { pointerId = 1, pointerType = 'mouse', ...init }): void {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...init })
  fireEvent(target, Object.assign(event, { pointerId, pointerType }))
}

function layOut(): void {
  vi.stubGlobal('ResizeObserver', Sized)
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement
    },
  })
}

describe('the rows of a virtual list', () => {
  it('can be pressed while the list scrolls', async () => {
    layOut()
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

  describe('that move between press and release', () => {
    const AT = { clientX: 40, clientY: 290, button: 0 }
    let lists: HTMLElement
    let row: HTMLElement
    let neighbour: HTMLElement
    const onPress = vi.fn()

    beforeEach(async () => {
      onPress.mockReset()
      layOut()
      render(<Pane onPress={onPress} />)
      row = await screen.findByText('Row 4')
      neighbour = screen.getByText('Row 5')
      lists = row.closest('#pane') as HTMLElement
    })
    const lie = (top: number): void => {
      vi.spyOn(row, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 340, 64))
    }
    const press = (change: object = {}): void => {
      lie(256)
      pointer(row, 'pointerdown', { ...AT, ...change })
    }
    /** What a browser does at the release over the neighbour: the click is of what both have in common. */
    const release = (change: object = {}): void => {
      pointer(neighbour, 'pointerup', { ...AT, ...change })
      fireEvent.click(lists, { ...AT, detail: 1, ...change })
    }

    it('keep it: the row that lay under the press is opened, once', () => {
      press()
      lie(192)
      release()
      expect(onPress.mock.calls).toEqual([[4]])
      fireEvent.click(lists, { ...AT, detail: 1 })
      expect(onPress).toHaveBeenCalledTimes(1)
    })

    it('take nothing from a click that reached its row', () => {
      press()
      lie(250)
      fireEvent.click(row, { ...AT, detail: 1 })
      fireEvent.click(lists, { ...AT, detail: 1 })
      expect(onPress.mock.calls).toEqual([[4]])
    })

    it('leave keys alone, and the press still counts after them', () => {
      press()
      lie(192)
      fireEvent.click(neighbour, { detail: 0 })
      release()
      expect(onPress.mock.calls).toEqual([[5], [4]])
    })

    it('open nothing for a hand that went away, in rows that stood still, and by the other button', () => {
      press()
      lie(192)
      release({ clientY: 330 })
      press()
      release()
      press({ button: 2 })
      lie(192)
      release()
      press({ pointerType: 'touch' })
      lie(192)
      release()
      expect(onPress).not.toHaveBeenCalled()
    })

    it('open nothing for a press that a drag, the system or another press ended', () => {
      press()
      lie(192)
      fireEvent.dragStart(row)
      release()
      press()
      lie(192)
      pointer(row, 'pointercancel', AT)
      release()
      press()
      lie(192)
      pointer(lists, 'pointerdown', AT)
      release()
      expect(onPress).not.toHaveBeenCalled()
    })
  })

  it('are the only way to virtua, so that no list loses a press', () => {
    const root = join(import.meta.dirname, '../../../src')
    const importers = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      path => /\.tsx?$/.test(path) && /from 'virtua'/.test(readFileSync(join(root, path), 'utf8')),
    )
    expect(importers).toEqual([join('ui', 'virtual-rows.tsx')])
  })
})
