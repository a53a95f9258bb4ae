/** Media of a contact, sorted into what is looked at and what is downloaded. Pure. */
import type { Message } from '@contract'
import { mediaKind, safeMediaUrl } from '@/features/thread'

export interface SortedMedia {
  /** Newest first. */
  pictures: Message[]
  files: Message[]
}

/** Pictures of our own origin are shown; anything else with a file is a file. Deleted ones are left out. */
export function sortMedia(messages: readonly Message[]): SortedMedia {
  const sorted: SortedMedia = { pictures: [], files: [] }
  for (const message of messages) {
    if (message.isDeleted || safeMediaUrl(message.mediaUrl) === null) continue
    if (mediaKind(message) === 'image') sorted.pictures.push(message)
    else sorted.files.push(message)
  }
  return sorted
}
