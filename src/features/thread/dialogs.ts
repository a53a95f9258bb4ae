/** What lies over a conversation, but its menu: loaded when it is opened for the first time. */
import { onDemand } from '@/ui'

export const EditDialog = onDemand(async () => (await import('./edit-dialog')).EditDialog)
export const ForwardDialog = onDemand(async () => (await import('./forward-dialog')).ForwardDialog)
export const ImageViewer = onDemand(async () => (await import('./image-viewer')).ImageViewer)
export const WhisperDialog = onDemand(async () => (await import('./whisper-dialog')).WhisperDialog)
