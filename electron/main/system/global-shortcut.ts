/**
 * The chord that brings Turno up from anywhere in the system: none until the agent chooses one, because a chord taken from
 * other programs is a surprise.
 */
import type { GlobalShortcut } from 'electron'
import { acceleratorOf } from '../../../src/contract'
import type { Log } from '../log/log'

type ShortcutState = 'off' | 'on' | 'refused'

export interface SystemShortcut {
  /** Takes another chord, or none. */
  follow(chord: string | null): void
  state(): ShortcutState
  stop(): void
}

export function createSystemShortcut(deps: {
  shortcuts: Pick<GlobalShortcut, 'register' | 'unregister'>
  onPress: () => void
  log: Log
}): SystemShortcut {
  const { shortcuts, log } = deps
  let chosen: string | null = null
  let held: string | null = null
  const release = () => {
    if (held !== null) shortcuts.unregister(held)
    held = null
  }
  return {
    follow(chord) {
      if (chord === chosen) return
      chosen = chord
      release()
      const accelerator = chord === null ? null : acceleratorOf(chord)
      if (accelerator !== null && shortcuts.register(accelerator, deps.onPress)) held = accelerator
      if (chord !== null && held === null) log.warn('the shortcut was refused')
    },
    state: () => (chosen === null ? 'off' : held === null ? 'refused' : 'on'),
    stop: release,
  }
}
