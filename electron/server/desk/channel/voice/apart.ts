/** Voice notes for a channel that works in the server's own thread: they are made in another one, one at a time. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inThread } from '../../../../documents/in-thread'
import { queue } from '../../../../queue'
import type { VoicePackages } from './packages'
import { canBeVoiceNote, type SoundFile, type VoiceNote, voiceNoteFrom } from './voice'

/** The longest sound takes some ten seconds. */
const LIMITS = { ms: 45_000, mb: 768 }
/** Beside the built server; where it runs from its sources there is none, and it is made here. */
const THREAD = join(dirname(fileURLToPath(import.meta.url)), 'voice-thread.js')

/**
 * Makes what makes voice notes of files: null for a file that is none or could not be made one, which goes as it is. It
 * never throws.
 * @param find the packages, looked for only where there is a sound to be made one; null where they are missing.
 */
export function createVoiceNotes(
  find: () => Promise<VoicePackages | null>,
): (file: SoundFile) => Promise<VoiceNote | null> {
  const inTurn = queue(1)
  return async file => {
    if (!canBeVoiceNote(file)) return null
    const packages = await find().catch(() => null)
    if (!packages) return null
    return inTurn(() =>
      existsSync(THREAD)
        ? inThread<VoiceNote>(THREAD, { packages, file }, LIMITS)
        : voiceNoteFrom(packages, file).catch(() => null),
    )
  }
}
