/**
 * The recorder as this window sees it. Main owns the microphone; here its state and its level are
 * mirrored, and its verbs are called.
 */
import type { AudioInput, RecorderLevel, RecorderState, Result, TurnoBridge } from '@contract'
import { atSessionEnd, createSessionStore } from './session-end'

export const IDLE: RecorderState = {
  phase: 'idle',
  takeId: null,
  ticketId: null,
  failure: null,
  hasSystemSettings: false,
  testRecording: null,
  finished: [],
}

export const useRecorder = createSessionStore<RecorderState>('recorder', () => IDLE)

/** Apart from the state, because it changes some 19 times a second. */
export const useRecorderLevel = createSessionStore<RecorderLevel>('recorder level', () => ({
  takeId: '',
  elapsedMs: 0,
  level: 0,
}))

type RecorderBridge = Pick<TurnoBridge, 'recorder'> & {
  on: Pick<TurnoBridge['on'], 'recorderChanged' | 'recorderLevel'>
}

let bridge: RecorderBridge | null = null
let leave: (() => void) | null = null

const accept = (state: RecorderState): void => {
  if (state.takeId !== useRecorder.getState().takeId) {
    useRecorderLevel.setState({ takeId: state.takeId ?? '', elapsedMs: 0, level: 0 }, true)
  }
  useRecorder.setState(state, true)
}

/** Starts mirroring main's recorder; called once per window. Further calls do nothing. */
export function startRecorder(from: RecorderBridge = window.turno): void {
  if (bridge) return
  bridge = from
  const leaveState = from.on.recorderChanged(accept)
  const leaveLevel = from.on.recorderLevel(level => {
    if (level.takeId === useRecorder.getState().takeId) useRecorderLevel.setState(level, true)
  })
  leave = () => {
    leaveState()
    leaveLevel()
  }
  void from.recorder.state().then(answer => {
    if (answer.ok) accept(answer.value)
  })
}

/** Forgets everything and stops listening (sign-out, tests). */
export function resetRecorder(): void {
  leave?.()
  leave = null
  bridge = null
  useRecorder.setState(IDLE, true)
}
atSessionEnd('recorder', resetRecorder)

const unavailable = { ok: false, code: 'BRIDGE_FAILED', message: '' } as const
const settle = (answer: Result<RecorderState>): Result<RecorderState> => {
  if (answer.ok) accept(answer.value)
  return answer
}

/** Begins a recording for a ticket; null tests the microphone: what it heard can be listened to once. */
export const startRecording = async (ticketId: number | null): Promise<Result<RecorderState>> =>
  settle((await bridge?.recorder.start({ ticketId })) ?? unavailable)

/** A command for the take under way; one that is over by then is no failure. */
export async function controlRecording(
  command: 'pause' | 'resume' | 'stop' | 'cancel',
  takeId: string,
): Promise<Result<RecorderState>> {
  return settle((await bridge?.recorder[command]({ takeId })) ?? unavailable)
}

/** Takes a finished recording over; false when another window was faster. */
export async function claimRecording(takeId: string): Promise<boolean> {
  const answer = await bridge?.recorder.claim({ takeId })
  return answer?.ok === true && answer.value.claimed
}

/** The microphones of this computer. */
export const recordingDevices = async (): Promise<Result<AudioInput[]>> =>
  (await bridge?.recorder.devices()) ?? unavailable

/** Opens the system's page where the microphone is allowed, where there is one. */
export const openMicrophoneSettings = async (): Promise<void> =>
  void (await bridge?.recorder.openSystemSettings())
