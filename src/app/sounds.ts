/** Plays the sounds main asks for. */
import type { TurnoBridge } from '@contract'
import { playSound } from '@/stores/sounds'

/** Follows what main asks for for the life of the window. */
export const startSounds = (bridge: Pick<TurnoBridge, 'on'> = window.turno): (() => void) =>
  bridge.on.sound(({ name, volume }) => void playSound(name, volume))
