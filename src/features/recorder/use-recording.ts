import { useRecorder } from '@/stores/recorder'

/** Whether the recorder's bar takes the place of this ticket's text field. */
export const useRecordingHere = (ticketId: number): boolean =>
  useRecorder(state => state.ticketId === ticketId && state.phase !== 'idle')

/** Whether a new recording may begin. */
export const useRecorderFree = (): boolean =>
  useRecorder(state => state.phase === 'idle' || state.phase === 'failed')
