/** Joins items that arrive while the previous batch is stored: a flood becomes few large transactions. */

/**
 * Wraps a function over batches. Calls during a run are joined into the next; each resolves (or rejects) with the run
 * of its items. Order is kept.
 * @param most items per run.
 * @param onIdle called when nothing waits any more.
 */
function oneBatcher<T>(
  most: number,
  run: (items: T[]) => Promise<void>,
  onIdle: () => void,
): (items: readonly T[]) => Promise<void> {
  type Waiting = { items: readonly T[]; resolve: () => void; reject: (reason: unknown) => void }
  const waiting: Waiting[] = []
  let running = false

  const takeNext = (): Waiting[] => {
    const taken: Waiting[] = []
    let size = 0
    for (let next = waiting[0]; next && (size === 0 || size + next.items.length <= most); next = waiting[0]) {
      taken.push(next)
      size += next.items.length
      waiting.shift()
    }
    return taken
  }

  const work = async (): Promise<void> => {
    running = true
    while (waiting.length > 0) {
      const taken = takeNext()
      try {
        await run(taken.flatMap(w => [...w.items]))
        for (const w of taken) w.resolve()
      } catch (error) {
        for (const w of taken) w.reject(error)
      }
      // Requests that wait for the thread get a turn between two batches.
      await new Promise(resolve => setImmediate(resolve))
    }
    running = false
    onIdle()
  }

  return items =>
    new Promise((resolve, reject) => {
      waiting.push({ items, resolve, reject })
      if (!running) void work()
    })
}

/**
 * The same by key: items of one company (or number) never wait for another's or share a run with them.
 * @param most items per run.
 * @param keyOf the key of an item.
 * @param run gets the items of one key.
 */
export function batcher<T, K>(
  most: number,
  keyOf: (item: T) => K,
  run: (items: T[], key: K) => Promise<void>,
): (items: readonly T[]) => Promise<void> {
  const own = new Map<K, (items: readonly T[]) => Promise<void>>()
  return async items => {
    const parts = new Map<K, T[]>()
    for (const item of items) parts.set(keyOf(item), [...(parts.get(keyOf(item)) ?? []), item])
    await Promise.all(
      [...parts].map(([key, part]) => {
        const known =
          own.get(key) ??
          oneBatcher<T>(
            most,
            all => run(all, key),
            () => own.delete(key),
          )
        own.set(key, known)
        return known(part)
      }),
    )
  }
}
