/** A page of a window on paper, as PDF: light, on A4, with a head and the number of each sheet. */
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { DownloadEntry, PdfOutcome, PdfRequest } from '../../../src/contract'
import { within } from '../../time-limit'
import type { Log } from '../log/log'

/** A page is printed within this, milliseconds; a year by days takes a few seconds. */
const PRINT_MS = 60_000

const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, char => ENTITY[char] ?? char)

/** Head and foot are pages of their own, with no style of ours; their letters are a third smaller than they say. */
const LINE =
  'display:flex;width:100%;padding:0 12mm;gap:8mm;justify-content:space-between;font:8px Arial,Helvetica,sans-serif;color:#555'
const TEXT = 'min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap'

/** Inches, as Electron takes them. */
const mm = (length: number): number => length / 25.4

/** How Electron prints a page (`webContents.printToPDF`). Lying, since tables of figures are wide. Pure. */
export const pdfOptions = ({ head, foot }: Pick<PdfRequest, 'head' | 'foot'>) => ({
  landscape: true,
  pageSize: 'A4' as const,
  printBackground: true,
  generateTaggedPDF: true,
  margins: { top: mm(16), bottom: mm(14), left: mm(12), right: mm(12) },
  displayHeaderFooter: true,
  headerTemplate: `<div style="${LINE}"><span style="${TEXT}">${escaped(head)}</span></div>`,
  footerTemplate: `<div style="${LINE}"><span style="${TEXT}">${escaped(foot)}</span><span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>`,
})
export type PdfOptions = ReturnType<typeof pdfOptions>

/** Writes a file whole or not at all: what stood under the name stays until the new one is on the disk. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  // What an earlier one that was killed left there is written over.
  const part = join(dirname(path), `.${basename(path)}.part`)
  try {
    const file = await open(part, 'w', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

type PdfEnd = Pick<DownloadEntry, 'state'> & Partial<DownloadEntry> & { outcome: PdfOutcome }

/**
 * Prints a page into a file.
 * @param ended the person gave it up.
 * @returns what its entry among the downloads says then; never rejects.
 */
export async function printInto(
  path: string,
  print: () => Promise<Uint8Array>,
  ended: AbortSignal,
  log: Log,
): Promise<PdfEnd> {
  let bytes: Uint8Array
  try {
    bytes = await within(PRINT_MS, print, ended)
  } catch (error) {
    if (ended.aborted) return { outcome: 'cancelled', state: 'cancelled' }
    log.warn('a page could not be printed', { error })
    return { outcome: 'failed', state: 'failed', failure: 'printing' }
  }
  try {
    await writeWhole(path, bytes)
  } catch (error) {
    log.warn('a printed page could not be written', { error })
    return { outcome: 'failed', state: 'failed', failure: 'disk' }
  }
  return { outcome: 'saved', state: 'done', progress: 1, size: bytes.byteLength }
}
