/** At most one window of each key: asking for it again brings the one that is open to the front. */

/** The parts of a window used here. */
export interface KeyedWindow {
  isDestroyed(): boolean
  close(): void
  once(event: 'closed', listener: () => void): unknown
}

export interface WindowRegistry<W extends KeyedWindow> {
  /** @returns the window of the key, opened by `open` when there is none; `reveal` gets one that was open already. */
  show(key: string, open: () => W, reveal: (window: W) => void): W
  /** Open windows whose key begins with `prefix`, the newest last. */
  list(prefix?: string): W[]
  closeAll(): void
}

export function createWindowRegistry<W extends KeyedWindow>(): WindowRegistry<W> {
  const windows = new Map<string, W>()
  return {
    show(key, open, reveal) {
      const known = windows.get(key)
      if (known && !known.isDestroyed()) {
        reveal(known)
        return known
      }
      const window = open()
      windows.set(key, window)
      window.once('closed', () => {
        // A successor of the same key may be there already.
        if (windows.get(key) === window) windows.delete(key)
      })
      return window
    },
    list: (prefix = '') =>
      [...windows].flatMap(([key, window]) =>
        key.startsWith(prefix) && !window.isDestroyed() ? [window] : [],
      ),
    closeAll() {
      for (const window of [...windows.values()]) if (!window.isDestroyed()) window.close()
    },
  }
}
