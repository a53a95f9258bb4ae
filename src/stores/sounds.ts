/** The loudspeaker: the shipped sounds. Main decides whether and which; the settings screen lets people try them. */
import { LOCAL_SOUNDS_PATH, type SoundName } from '@contract'

const players = new Map<SoundName, HTMLAudioElement>()

/** Plays a shipped sound from its beginning. @param volume 0 to 1. */
export async function playSound(name: SoundName, volume: number): Promise<void> {
  const player = players.get(name) ?? new Audio(`${LOCAL_SOUNDS_PATH}/${name}.wav`)
  players.set(name, player)
  player.volume = Math.min(1, Math.max(0, volume))
  player.currentTime = 0
  try {
    await player.play()
  } catch (error) {
    // A new sound interrupts the one before it; anything else is worth a line in the log.
    if (error instanceof DOMException && error.name === 'AbortError') return
    void window.turno.log.write({ level: 'warn', message: `sound not played: ${String(error)}` })
  }
}
