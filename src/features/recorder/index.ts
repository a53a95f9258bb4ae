/** Voice messages in the composer: the button, the bar while one speaks, and what was recorded. */
export { RecorderBar, type RecorderBarProps } from './recorder-bar'
export { startRecordings } from './recordings'
export { useRecordingHere } from './use-recording'
export { VoiceButton, type VoiceButtonProps } from './voice-button'
export { VoiceDrafts, type VoiceDraftsProps } from './voice-drafts'
