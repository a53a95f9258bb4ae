import { type ComponentType, lazy, Suspense } from 'react'

/**
 * A dialog or another piece whose files are loaded when it is drawn for the first time: forms and their kind are no part of
 * what a start waits for, nor of what a window that never opens one remembers.
 * @param load gives the component.
 * @returns one with the same props that draws nothing until then.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
