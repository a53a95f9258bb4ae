/** The event object that Electron's listeners get: it can be refused by preventDefault. */
export interface HostEvent {
  readonly defaultPrevented: boolean
  preventDefault(): void
}

/** A fresh event carrying the given fields. */
export function makeEvent<T extends object>(fields?: T): HostEvent & T {
  let prevented = false
  return Object.defineProperties({ ...fields } as HostEvent & T, {
    defaultPrevented: { get: () => prevented, enumerable: true },
    preventDefault: {
      value: () => {
        prevented = true
      },
      enumerable: true,
    },
  })
}
