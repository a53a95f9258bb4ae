import { ONLY_ON } from './elsewhere'

/** Reading a member the stand-in lacks is a mistake to be seen at once, not an `undefined` to be called later. */
export class NotInStandIn extends Error {
  constructor(what: string) {
    super(`The stand-in does not implement ${what} (see scripts/stand-in).`)
    this.name = 'NotInStandIn'
  }
}

// Names that Node, promises, inspectors and test runners probe on any object.
const PROBED = new Set([
  'then',
  'toJSON',
  'constructor',
  'asymmetricMatch',
  'nodeType',
  '$$typeof',
  'default',
])

/**
 * Wraps an object so that reading an unknown member throws NotInStandIn.
 * @param name how the object is called in Electron, for the message
 * @param absent members that Electron itself leaves undefined here (e.g. `dock` outside macOS)
 * @param early throws when a member is read too early (`requireReady`); left out where Electron takes calls at any time
 */
export function refusing<T extends object>(
  name: string,
  target: T,
  absent: readonly string[] = [],
  early: () => void = () => undefined,
): T {
  return new Proxy(target, {
    get(object, key) {
      const systems = typeof key === 'string' ? ONLY_ON[name]?.[key] : undefined
      if (typeof key === 'string' && !PROBED.has(key)) early()
      if (systems && !systems.includes(process.platform))
        throw new NotInStandIn(`${name}.${String(key)}: Electron has it on ${systems.join(' and ')} only`)
      if (key in object || typeof key === 'symbol' || PROBED.has(key) || absent.includes(key)) {
        const value: unknown = Reflect.get(object, key, object)
        return value
      }
      throw new NotInStandIn(`${name}.${key}`)
    },
  })
}

/** An Electron module of which the stand-in has nothing: any use of it throws NotInStandIn. */
export function absentModule(name: string): never {
  const refuse = (): never => {
    throw new NotInStandIn(name)
  }
  return new Proxy(refuse, {
    get(_target, key) {
      if (typeof key === 'symbol' || PROBED.has(key) || key === 'prototype') return undefined
      throw new NotInStandIn(`${name}.${key}`)
    },
    construct: refuse,
    apply: refuse,
  }) as never
}
