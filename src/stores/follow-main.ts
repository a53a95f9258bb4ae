import type { Result } from '@contract'

/**
 * Follows a state that main keeps: listens first, then asks, so that no change is missed. An answer that a change overtook
 * is the older one, and is left out.
 * @param on hands over a listener of changes; gives how to stop it.
 * @param accept gets the state each time it is known anew.
 * @returns how to stop, and when the first answer was taken.
 */
export function followMain<State>(
  on: (listener: (state: State) => void) => () => void,
  ask: () => Promise<Result<State>>,
  accept: (state: State) => void,
): { stop: () => void; asked: Promise<void> } {
  let changed = false
  const stop = on(state => {
    changed = true
    accept(state)
  })
  const asked = ask().then(answer => {
    if (answer.ok && !changed) accept(answer.value)
  })
  return { stop, asked }
}
