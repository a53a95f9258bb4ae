/**
 * Electron's contextBridge between two worlds that are one here: what the preload exposes is copied and frozen,
 * functions are wrapped, arguments and results are copied, so that neither side can reach the other's objects.
 */

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

type Fn = (...args: unknown[]) => unknown
const wrapped = new WeakMap<Fn, Fn>()

function carryFunction(fn: Fn): Fn {
  const known = wrapped.get(fn)
  if (known) return known
  const proxy: Fn = (...args) => {
    try {
      return carry(fn(...args.map(arg => carry(arg))))
    } catch (error) {
      throw carry(error)
    }
  }
  wrapped.set(fn, proxy)
  wrapped.set(proxy, fn)
  return proxy
}

/** A copy of a value for the other world, as Electron makes it: prototypes are lost, symbols refused. */
function carry(value: unknown, depth = 0): unknown {
  if (depth > 1000) throw new TypeError('Electron contextBridge recursion depth exceeded')
  if (typeof value === 'function') return carryFunction(value as Fn)
  if (typeof value === 'symbol') throw new TypeError('symbols cannot cross the contextBridge')
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Promise) {
    return value.then(
      result => carry(result),
      error => Promise.reject(carry(error)),
    )
  }
  if (value instanceof Error) {
    const copy = new Error(value.message)
    copy.name = value.name
    copy.stack = value.stack
    return copy
  }
  if (Array.isArray(value)) return value.map(item => carry(item, depth + 1))
  if (value instanceof Node || value instanceof Blob) return value
  if (!isPlain(value) && (ArrayBuffer.isView(value) || value instanceof ArrayBuffer))
    return structuredClone(value)
  if (value instanceof Date || value instanceof Map || value instanceof Set || value instanceof RegExp) {
    return structuredClone(value)
  }
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) copy[key] = carry((value as Record<string, unknown>)[key], depth + 1)
  return copy
}

function freeze(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && (Array.isArray(value) || isPlain(value))) {
    for (const item of Object.values(value)) freeze(item)
    Object.freeze(value)
  }
  return value
}

export const contextBridge = {
  exposeInMainWorld(key: string, api: unknown): void {
    if (key in window)
      throw new Error('Cannot bind an API on top of an existing property on the window object')
    Object.defineProperty(window, key, { value: freeze(carry(api)), enumerable: true })
  },
}
