/** Files on their way to the disk, as main tells of them; the shell shows them, bubbles know their own. */
import type { DownloadEntry, DownloadRequest, PdfOutcome, PdfRequest, TurnoBridge } from '@contract'
import { create } from 'zustand'

export const useDownloads = create<{ entries: readonly DownloadEntry[] }>()(() => ({ entries: [] }))

type DownloadsBridge = Pick<TurnoBridge, 'downloads'> & { on: Pick<TurnoBridge['on'], 'downloadsChanged'> }

let bridge: DownloadsBridge | null = null
let leave: (() => void) | null = null

/** Follows main's downloads; called once per window. */
export function startDownloads(from: DownloadsBridge = window.turno): void {
  if (bridge) return
  bridge = from
  leave = from.on.downloadsChanged(({ entries }) => useDownloads.setState({ entries }))
  void from.downloads.list().then(answer => {
    if (answer.ok) useDownloads.setState({ entries: answer.value })
  })
}

/** Forgets everything; for tests. */
export function stopDownloads(): void {
  leave?.()
  leave = null
  bridge = null
  useDownloads.setState({ entries: [] })
}

/** The latest download of a file of ours; null when it was not saved since the start. */
export const useDownloadOf = (source: string | null): DownloadEntry | null =>
  useDownloads(state => (source ? (state.entries.find(entry => entry.source === source) ?? null) : null))

/**
 * Saves a file of our origin under a name. Main decides where, makes the name harmless and marks the file.
 * @returns false when the person changed their mind in the "save as", or the address is none of ours.
 */
export async function startDownload(request: DownloadRequest): Promise<boolean> {
  const answer = await window.turno.downloads.start(request)
  return answer.ok && answer.value.started
}

/**
 * Saves this window's page as PDF, as it is printed now. What becomes of it stands where all downloads do.
 * @returns null where main refused, which no entry tells of.
 */
export async function savePdf(request: PdfRequest): Promise<PdfOutcome | null> {
  const answer = await window.turno.downloads.pdf(request)
  return answer.ok ? answer.value.outcome : null
}

export const cancelDownload = (id: string): void => void window.turno.downloads.cancel({ id })
export const forgetDownload = (id: string): void => void window.turno.downloads.forget({ id })

/** Opens a saved file, or shows it in its folder; false when it is not there any more. */
export async function openDownload(id: string): Promise<boolean> {
  const answer = await window.turno.downloads.open({ id })
  return answer.ok && answer.value.outcome !== 'gone'
}

/** Shows a saved file in its folder; false when it is not there any more. */
export async function revealDownload(id: string): Promise<boolean> {
  const answer = await window.turno.downloads.reveal({ id })
  return answer.ok && answer.value.outcome !== 'gone'
}

/** How long the bytes stay readable after the click: main reads them while the person still chooses where to. */
const KEPT_MS = 60_000

/** Hands a file made in this window to the system's download; main guards it like any other. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
