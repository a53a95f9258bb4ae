/**
 * Voice messages: what the composer asks of main and hears of it, and what main and the hidden
 * recorder page say to each other. Main owns the microphone; the page only captures and encodes.
 */
import { z } from 'zod'

/** Longest recording; the composer counts the last seconds down. */
export const RECORDING_MAX_MS = 15 * 60_000
export const RECORDING_WARN_MS = 30_000

/** Longest part of a recording handed to main at once; parts come about once a second. */
export const RECORDING_PART_MAX_BYTES = 1024 * 1024

/** A test of the microphone ends by itself after this long and can then be listened to. */
export const MICROPHONE_TEST_MS = 20_000

/** Part of the file name by which servers know a voice message. */
export const VOICE_FILE_MARK = 'audio-record-site'
export const VOICE_MIME = 'audio/mpeg'

/** Whether a file of a draft is a recording of ours: it is listened to, not read. */
export const isVoiceFile = (file: { name: string; mime: string }): boolean =>
  file.mime === VOICE_MIME && file.name.includes(VOICE_FILE_MARK)

/**
 * Why there is no recording: the system or the person said no, no microphone is there, another program holds it, the
 * file could not be kept, the recorder itself broke.
 */
export const RECORDING_FAILURES = ['denied', 'noDevice', 'busy', 'storage', 'broken'] as const
export type RecordingFailure = (typeof RECORDING_FAILURES)[number]

/** Why a recording ended by itself or by hand; `broken`: the recorder is gone, and what it had encoded was kept. */
export const RECORDING_ENDS = ['person', 'limit', 'device', 'broken'] as const
export type RecordingEnd = (typeof RECORDING_ENDS)[number]

/** The recorded file as it lies in the outbox's folder; duration in seconds. */
export const recordedFile = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number().int().nonnegative(),
  duration: z.number().nonnegative(),
})
export type RecordedFile = z.output<typeof recordedFile>

export const finishedTake = z.object({
  takeId: z.string(),
  ticketId: z.number().int(),
  file: recordedFile,
  end: z.enum(RECORDING_ENDS),
})
export type FinishedTake = z.output<typeof finishedTake>

export const recorderState = z.object({
  phase: z.enum(['idle', 'starting', 'recording', 'paused', 'stopping', 'failed']),
  /** The take under way, or the one that failed; null when idle. */
  takeId: z.string().nullable(),
  /** The ticket it belongs to; null for a test of the microphone. */
  ticketId: z.number().int().nullable(),
  failure: z.enum(RECORDING_FAILURES).nullable(),
  /** Whether this system has a page where the microphone is allowed, which main can open. */
  hasSystemSettings: z.boolean(),
  /** The recording of the last test of the microphone, until the next recording begins or it is deleted. */
  testRecording: recordedFile.nullable(),
  /** Recordings that no window has taken over yet. */
  finished: z.array(finishedTake),
})
export type RecorderState = z.output<typeof recorderState>

export const recorderLevel = z.object({
  takeId: z.string(),
  /** Milliseconds recorded, counted in samples: pauses do not count. */
  elapsedMs: z.number().nonnegative(),
  /** Loudest sample since the last event, 0 to 1. */
  level: z.number().min(0).max(1),
})
export type RecorderLevel = z.output<typeof recorderLevel>

export const audioInput = z.object({ deviceId: z.string().max(256), label: z.string().max(256) })
export type AudioInput = z.output<typeof audioInput>

/** What main orders the recorder page to do. */
export const microphoneOrder = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    takeId: z.string(),
    /** Null is the system's choice. */
    deviceId: z.string().nullable(),
    /** Some Linux drivers turn the automatic gain into noise. */
    autoGain: z.boolean(),
    /** A test only listens; nothing is encoded. */
    keep: z.boolean(),
    fileName: z.string(),
    maxMs: z.number().int().positive(),
    minBytes: z.number().int().nonnegative(),
    kbps: z.number().int().positive(),
  }),
  z.object({ kind: z.enum(['pause', 'resume', 'stop', 'cancel']), takeId: z.string() }),
  z.object({ kind: z.literal('devices') }),
])
export type MicrophoneOrder = z.output<typeof microphoneOrder>

/** What the recorder page reports to main. */
export const microphoneReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('started'), takeId: z.string() }),
  recorderLevel.extend({ kind: z.literal('level') }),
  /** What was encoded since the last part, in order: main holds it, so that it outlives the page. */
  z.object({
    kind: z.literal('part'),
    takeId: z.string(),
    bytes: z.instanceof(Uint8Array).refine(bytes => bytes.byteLength <= RECORDING_PART_MAX_BYTES),
  }),
  /** Capture has ended and the microphone is free; the file is being completed. */
  z.object({ kind: z.literal('ending'), takeId: z.string(), end: z.enum(RECORDING_ENDS) }),
  z.object({ kind: z.literal('done'), takeId: z.string(), file: recordedFile }),
  /** Too short, or cancelled: nothing is kept. */
  z.object({ kind: z.literal('discarded'), takeId: z.string() }),
  z.object({
    kind: z.literal('failed'),
    takeId: z.string(),
    failure: z.enum(RECORDING_FAILURES),
    detail: z.string().max(500),
  }),
  z.object({ kind: z.literal('devices'), devices: z.array(audioInput).max(64) }),
])
export type MicrophoneReport = z.output<typeof microphoneReport>
