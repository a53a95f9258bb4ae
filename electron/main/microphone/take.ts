/** The life of one recording: what each command of a person and each report of the recorder page makes of it. Pure. */
import type {
  FinishedTake,
  MicrophoneReport,
  RecordedFile,
  RecordingEnd,
  RecordingFailure,
} from '../../../src/contract'

type TakePhase = 'starting' | 'recording' | 'paused' | 'stopping' | 'failed'

export interface Take {
  readonly id: string
  /** Null for a test of the microphone, which is only listened to. */
  readonly ticketId: number | null
  /** Window that began it. */
  readonly ownerId: number
  readonly phase: TakePhase
  readonly end: RecordingEnd
  readonly failure: RecordingFailure | null
}

export type Command = 'pause' | 'resume' | 'stop' | 'cancel'
export type TakeInput =
  | { kind: Command }
  | Extract<MicrophoneReport, { kind: 'started' | 'ending' | 'done' | 'discarded' | 'failed' }>
  /** The recorder page is gone, or silent for too long, and nothing of the recording is left. */
  | { kind: 'lost' }

export interface TakeStep {
  /** Null when nothing is left to show. */
  take: Take | null
  /** What the recorder page receives. */
  order: Command | null
  finished: FinishedTake | null
  /** The recording of a test of the microphone. */
  testRecording?: RecordedFile
}

export const newTake = (id: string, ticketId: number | null, ownerId: number): Take => ({
  id,
  ticketId,
  ownerId,
  phase: 'starting',
  end: 'person',
  failure: null,
})

/** Whether the microphone may be in use. */
export const isListening = (take: Take | null): boolean =>
  take !== null && (take.phase === 'starting' || take.phase === 'recording' || take.phase === 'paused')

/** Whether the recorder page is still needed. */
export const isActive = (take: Take | null): take is Take => take !== null && take.phase !== 'failed'

/** The next state. Inputs that make no sense in the present one change nothing. */
export function step(take: Take, input: TakeInput): TakeStep {
  const stay: TakeStep = { take, order: null, finished: null }
  const to = (change: Partial<Take>, order: Command | null = null): TakeStep => ({
    take: { ...take, ...change },
    order,
    finished: null,
  })
  const nothing = (order: Command | null = null): TakeStep => ({ take: null, order, finished: null })
  const fail = (failure: RecordingFailure): TakeStep =>
    // A test or a cancelled take that breaks is still reported; one that failed before keeps its first reason.
    take.phase === 'failed' ? stay : to({ phase: 'failed', failure })

  switch (input.kind) {
    case 'pause':
      return take.phase === 'recording' ? to({ phase: 'paused' }, 'pause') : stay
    case 'resume':
      return take.phase === 'paused' ? to({ phase: 'recording' }, 'resume') : stay
    case 'stop':
      // Nothing was recorded yet: there is nothing to keep.
      if (take.phase === 'starting') return nothing('cancel')
      return isListening(take) ? to({ phase: 'stopping' }, 'stop') : stay
    case 'cancel':
      return nothing(take.phase === 'failed' ? null : 'cancel')
    case 'started':
      return take.phase === 'starting' ? to({ phase: 'recording' }) : stay
    case 'ending':
      return isActive(take) ? to({ phase: 'stopping', end: input.end }) : stay
    case 'done':
      if (!isActive(take)) return stay
      if (take.ticketId === null) return { ...nothing(), testRecording: input.file }
      return {
        take: null,
        order: null,
        finished: { takeId: take.id, ticketId: take.ticketId, file: input.file, end: take.end },
      }
    case 'discarded':
      return isActive(take) ? nothing() : stay
    case 'failed':
      return fail(input.failure)
    case 'lost':
      return fail('broken')
  }
}
