/** The thread that makes voice notes: a separate program beside the server's. */
import { parentPort, workerData } from 'node:worker_threads'
import type { VoicePackages } from './packages'
import { type SoundFile, voiceNoteFrom } from './voice'

const { packages, file } = workerData as { packages: VoicePackages; file: SoundFile }
parentPort?.postMessage(await voiceNoteFrom(packages, file))
