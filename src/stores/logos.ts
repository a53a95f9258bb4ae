/**
 * Logos that stand in for Turno's mark. Read before anybody is known, so they
 * outlive sessions; another server has others.
 */
import type { Logo, LogoTarget } from '@contract'
import { create } from 'zustand'
import { call } from '@/api'

export interface LogosState {
  /** Addresses below the window's own origin, by target. */
  paths: Readonly<Partial<Record<LogoTarget, string>>>
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** What was thrown when `failed`. */
  error: unknown
}

export const useLogos = create<LogosState>()(() => ({ paths: {}, status: 'idle', error: null }))

const pathsOf = (logos: readonly Logo[]): LogosState['paths'] =>
  Object.fromEntries(logos.filter(one => one.path.startsWith('/public/')).map(one => [one.target, one.path]))

let asked = 0

/** Reads the logos of the current server. Never throws: without an answer Turno's mark stands. */
export async function loadLogos(): Promise<void> {
  asked += 1
  const mine = asked
  useLogos.setState({ status: 'loading' })
  try {
    const { logos } = await call('settings.logos')
    if (mine === asked) useLogos.setState({ paths: pathsOf(logos), status: 'ready', error: null })
  } catch (error) {
    if (mine === asked) useLogos.setState({ paths: {}, status: 'failed', error })
  }
}

/** The address of a target's logo; null where Turno's own mark stands. */
export const useLogo = (target: LogoTarget): string | null => useLogos(state => state.paths[target] ?? null)
