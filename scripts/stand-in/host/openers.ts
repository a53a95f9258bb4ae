import type { BrowserWindowHost } from './browser-window'
import { happened, say } from './bus'
import { openChromium } from './chromium'
import { browserMode } from './environment'
import { printByDriver } from './pdf'
import { type Opener, windows } from './window-manager'

interface PendingPage {
  window: number
  address: string
  bounds: Electron.Rectangle
}

const pending = new Map<number, PendingPage>()

/** Pages that the test fixture has still to open, oldest first. */
export const pendingPages = (): PendingPage[] => {
  const list = [...pending.values()]
  pending.clear()
  return list
}

const nothing = (): void => undefined

/** Windows are opened by a test: each is announced as a happening `page`. */
const byFixture: Opener = {
  open(window, address) {
    const page = { window: window.id, address, bounds: window.getBounds() }
    pending.set(window.id, page)
    happened('page', page)
  },
  close(window: BrowserWindowHost) {
    pending.delete(window.id)
    happened('page-close', { window: window.id })
  },
  raise: window => happened('raise', { window: window.id }),
  refresh: window => happened('window', window.snapshot()),
  print: (window, params) => printByDriver(window.id, params),
  end: nothing,
}

/**
 * Windows are opened by a person: the address is printed; it works once. Once a page is there, it opens the further
 * ones itself; a browser lets it when the person has just pressed something, and the address is printed all the same.
 */
const byPrinting: Opener = {
  open(window, address) {
    say(`open once in a browser on this machine (${window.getTitle()}): ${address}`)
    const other = [...windows.values()].find(one => one !== window && one.webContents.attached)
    const { width, height } = window.getBounds()
    other?.webContents.post({ t: 'open-window', address, width, height })
  },
  close: nothing,
  raise: nothing,
  refresh: nothing,
  print: () => Promise.reject(new Error('a browser that a person opened prints no PDF for main')),
  end: nothing,
}

/** The driver for TURNO_STAND_IN_BROWSER. */
export function chooseOpener(): Opener {
  const mode = browserMode()
  if (mode === 'driver') return byFixture
  if (mode === 'print') return byPrinting
  return openChromium(mode.executable)
}
