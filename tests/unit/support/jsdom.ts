/** What jsdom lacks and Ant Design asks for. Import first in DOM tests. */
import { cleanup } from '@testing-library/react'
import axios, { type AxiosAdapter, AxiosError } from 'axios'
import { afterEach, vi } from 'vitest'

const way = globalThis as { callsGo?: AxiosAdapter }
/**
 * Where the calls of the file's tests go. Looked up at each call: what a file before this one still loads as it ends may
 * make the console's client before this file has said where.
 */
export function callsGo(adapter: AxiosAdapter): void {
  way.callsGo = adapter
  axios.defaults.adapter = config => (way.callsGo ?? adapter)(config)
}

// No server behind these tests: every call fails at once, as it does when nobody answers.
callsGo(async config => {
  throw new AxiosError('no server in this test', 'ERR_NETWORK', config)
})

// jsdom knows no pseudo elements and says so loudly; the plain style is what it has.
const computed = window.getComputedStyle.bind(window)
window.getComputedStyle = element => computed(element)

// jsdom does not know `<search>`, and React takes it for a component written small.
if (document.createElement('search') instanceof HTMLUnknownElement)
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' })

// Nothing moves here, so no transition would ever end: what waits for one would wait for good.
if (!window.matchMedia) {
  window.matchMedia = (query: string): MediaQueryList =>
    ({
      matches: query === '(prefers-reduced-motion: reduce)',
      media: query,
      onchange: null,
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
      dispatchEvent: () => false,
    }) as MediaQueryList
}
if (!('ResizeObserver' in window)) {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  )
}
if (typeof CSS === 'undefined' || !CSS.escape)
  vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') })
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.scrollTo ??= () => {}
Element.prototype.scrollBy ??= () => {}

afterEach(cleanup)

/**
 * jsdom lays nothing out: with this, every element that is measured is told a height, so that virtual rows are drawn.
 * Call it once at the top of a test of a list.
 * @param height of the pane in pixels; every other element is one row high.
 */
export function withLayout(height = 640, row = 44): void {
  // Rows without an offset parent are taken for hidden ones and never measured.
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockImplementation(function (this: HTMLElement) {
    return this.parentElement
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly report: ResizeObserverCallback) {}
      observe(target: Element): void {
        const pane = target.querySelector('[role=rowgroup]') !== null
        const contentRect = { width: 1_000, height: pane ? height : row } as DOMRectReadOnly
        queueMicrotask(() =>
          this.report([{ target, contentRect } as ResizeObserverEntry], this as unknown as ResizeObserver),
        )
      }
      unobserve(): void {}
      disconnect(): void {}
    },
  )
}

/** jsdom scrolls nothing either: with this, until mocks are restored, an element that is told where to go is there and says so. */
export function withScrolling(): void {
  const go = (element: Element, top: number): void => {
    element.scrollTop = top
    queueMicrotask(() => void element.dispatchEvent(new Event('scroll')))
  }
  const topOf = (options: unknown): number | undefined => (options as ScrollToOptions | undefined)?.top
  vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(function (this: Element, ...[to]: unknown[]) {
    go(this, topOf(to) ?? this.scrollTop)
  })
  vi.spyOn(Element.prototype, 'scrollBy').mockImplementation(function (this: Element, ...[by]: unknown[]) {
    go(this, this.scrollTop + (topOf(by) ?? 0))
  })
}
