/** The question before a sign-out: the same wherever the button stands. The shell asks it, and knows what has not left. */

const askers = new Set<() => void>()

/** Somebody wants to sign out. */
export const askToSignOut = (): void => {
  for (const ask of askers) ask()
}

/** @returns how to stop. */
export const onSignOutAsked = (ask: () => void): (() => void) => {
  askers.add(ask)
  return () => askers.delete(ask)
}
