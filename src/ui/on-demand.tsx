import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** A component that comes when it is drawn first. */
export interface OnDemand<Props extends object> {
  (props: Props): ReactNode
  /** Fetches it ahead: once it is there it is drawn at once. */
  prepare(): void
}

/**
 * A dialog or another piece whose files are loaded when it is drawn for the first time: forms and their kind are no part of
 * what a start waits for, nor of what a window that never opens one remembers. Not by Suspense, which holds what came
 * back for up to 300 ms.
 * @param load gives the component. What it throws reaches the nearest error boundary; the next drawing asks again.
 * @returns one with the same props that draws nothing until then.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  let loaded: ComponentType<Props> | null = null
  let loading: Promise<ComponentType<Props>> | null = null
  const ask = (): Promise<ComponentType<Props>> => {
    loading ??= load().then(
      component => {
        loaded = component
        return component
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }
  function Drawn(props: Props) {
    const [Component, setComponent] = useState(() => loaded)
    useEffect(() => {
      if (Component) return
      let left = false
      const take = (next: () => ComponentType<Props>): void => {
        if (!left) setComponent(next)
      }
      ask().then(
        component => take(() => component),
        (error: unknown) =>
          take(() => {
            throw error
          }),
      )
      return () => {
        left = true
      }
    }, [Component])
    return Component ? <Component {...props} /> : null
  }
  return Object.assign(Drawn, {
    prepare: () => {
      ask().catch(() => {}) // asked for again when it is drawn
    },
  })
}
