/** Makes voice notes in another thread, one at a time, for a channel that runs in the server's own. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inThread } from '../../../../documents/in-thread'
import { queue } from '../../../../queue'
import type { VoicePackages } from './packages'
import { isRecording, type SoundFile, type VoiceNote, voiceNoteFrom } from './voice'

/** The longest sound takes some ten seconds. */
const LIMITS = { ms: 45_000, mb: 768 }
/** A file beside the built server; when running from source there is none, and it is made in this thread. */
const THREAD = join(dirname(fileURLToPath(import.meta.url)), 'voice-thread.js')

/**
 * Makes the converter of files to voice notes: null for a file that is no recording and goes as it is. It never
 * throws.
 * @param find the packages, looked up with the first sound; null when missing.
 */
export function createVoiceNotes(
  find: () => Promise<VoicePackages | null>,
): (file: SoundFile) => Promise<VoiceNote | null> {
  const inTurn = queue(1)
  return async file => {
    if (!isRecording(file)) return null
    const packages = await find().catch(() => null)
    if (!packages) return null
    return inTurn(() =>
      existsSync(THREAD)
        ? inThread<VoiceNote>(THREAD, { packages, file }, LIMITS)
        : voiceNoteFrom(packages, file).catch(() => null),
    )
  }
}
