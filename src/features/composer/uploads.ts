/**
 * Files on their way into a draft. They belong to the ticket they were added to: leaving it does not stop them, and
 * their attachments land in its draft, whatever is on screen by then.
 */
import { localFiles, UploadError } from '@/api'
import { draftOf, flushDrafts, saveDraft } from '@/stores/drafts'
import { atSessionEnd, createSessionStore } from '@/stores/session-end'
import { prepareImage } from './image-compress'

export interface Upload {
  key: string
  name: string
  /** Share handed over, 0 to 1. */
  progress: number
}

export interface Refused {
  name: string
  code: string
}

interface Uploads {
  byTicket: ReadonlyMap<number, readonly Upload[]>
}

export const useUploads = createSessionStore<Uploads>('uploads', () => ({ byTicket: new Map() }))

const NONE: readonly Upload[] = []
export const uploadsOf = (state: Uploads, ticketId: number): readonly Upload[] =>
  state.byTicket.get(ticketId) ?? NONE

const stops = new Map<string, AbortController>()
/** Pictures of this window's own files, so that a thumbnail needs no round trip. */
const previews = new Map<string, string>()

atSessionEnd('uploads', () => {
  for (const stop of stops.values()) stop.abort()
  stops.clear()
  for (const url of previews.values()) URL.revokeObjectURL(url)
  previews.clear()
})

export const previewOf = (attachmentId: string): string | undefined => previews.get(attachmentId)

function change(ticketId: number, edit: (uploads: readonly Upload[]) => readonly Upload[]): void {
  useUploads.setState(state => {
    const byTicket = new Map(state.byTicket)
    const next = edit(byTicket.get(ticketId) ?? [])
    if (next.length === 0) byTicket.delete(ticketId)
    else byTicket.set(ticketId, next)
    return { byTicket }
  })
}

async function bring(ticketId: number, file: File, key: string, signal: AbortSignal): Promise<void> {
  const prepared = await prepareImage(file)
  const stored = await localFiles.keep(
    prepared.file,
    progress => change(ticketId, rows => rows.map(row => (row.key === key ? { ...row, progress } : row))),
    signal,
  )
  if (file.type.startsWith('image/')) previews.set(stored.id, URL.createObjectURL(prepared.file))
  const { width, height } = prepared
  saveDraft(ticketId, {
    attachments: [...(draftOf(ticketId)?.attachments ?? []), { ...stored, width, height }],
  })
}

/**
 * Takes files into the draft of a ticket, one after the other so that their order stays.
 * @param limit largest size in bytes; larger files are refused before anything is read.
 * @returns what was refused, and why.
 */
export async function addFiles(ticketId: number, files: readonly File[], limit: number): Promise<Refused[]> {
  const refused: Refused[] = []
  const accepted = files.flatMap(file => {
    if (file.size > limit) {
      refused.push({ name: file.name, code: 'ERR_FILE_TOO_LARGE' })
      return []
    }
    return [{ file, key: crypto.randomUUID() }]
  })
  for (const { key } of accepted) stops.set(key, new AbortController())
  change(ticketId, rows => [
    ...rows,
    ...accepted.map(({ file, key }) => ({ key, name: file.name, progress: 0 })),
  ])
  for (const { file, key } of accepted) {
    const stop = stops.get(key)
    try {
      if (stop && !stop.signal.aborted) await bring(ticketId, file, key, stop.signal)
    } catch (error) {
      const code = error instanceof UploadError ? error.code : 'BRIDGE_FAILED'
      if (code !== 'ABORTED') refused.push({ name: file.name, code })
    } finally {
      stops.delete(key)
      change(ticketId, rows => rows.filter(row => row.key !== key))
    }
  }
  return refused
}

/** Stops a file that is on its way. */
export function cancelUpload(ticketId: number, key: string): void {
  stops.get(key)?.abort()
  change(ticketId, rows => rows.filter(row => row.key !== key))
}

/** Forgets the preview of a file that has left the draft. */
export function forgetPreview(attachmentId: string): void {
  const url = previews.get(attachmentId)
  if (!url) return
  previews.delete(attachmentId)
  URL.revokeObjectURL(url)
}

/** Takes a file out of the draft and gives it up. */
export function removeAttachment(ticketId: number, attachmentId: string): void {
  const attachments = draftOf(ticketId)?.attachments ?? []
  saveDraft(ticketId, { attachments: attachments.filter(file => file.id !== attachmentId) })
  flushDrafts(ticketId)
  forgetPreview(attachmentId)
  localFiles.drop(attachmentId)
}
