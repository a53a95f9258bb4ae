/** What jsdom lacks and Ant Design asks for. Import first in DOM tests. */
import { cleanup } from '@testing-library/react'
import axios, { AxiosError } from 'axios'
import { afterEach, vi } from 'vitest'

// No server behind these tests: every call fails at once, as it does when nobody answers.
axios.defaults.adapter = async config => {
  throw new AxiosError('no server in this test', 'ERR_NETWORK', config)
}

// jsdom knows no pseudo elements and says so loudly; the plain style is what it has.
const computed = window.getComputedStyle.bind(window)
window.getComputedStyle = element => computed(element)

if (!window.matchMedia) {
  window.matchMedia = (query: string): MediaQueryList =>
    ({
      matches: false,
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

afterEach(cleanup)
