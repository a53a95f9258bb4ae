import type { PrintToPDFOptions } from 'electron'
import { happened } from './bus'

/** Width and height of the sheets Electron knows by name, inches. */
const SHEETS: Readonly<Record<string, readonly [number, number]>> = {
  A0: [33.1, 46.8],
  A1: [23.4, 33.1],
  A2: [16.54, 23.4],
  A3: [11.7, 16.54],
  A4: [8.27, 11.7],
  A5: [5.83, 8.27],
  A6: [4.13, 5.83],
  Legal: [8.5, 14],
  Letter: [8.5, 11],
  Tabloid: [11, 17],
  Ledger: [17, 11],
}
const CM = 0.4

/**
 * The parameters of the browser's own `Page.printToPDF`, with Electron's defaults. Pure.
 * @throws for a sheet Electron does not know.
 */
export function printParams(options: PrintToPDFOptions): Record<string, unknown> {
  const { pageSize = 'Letter', margins = {} } = options
  const [paperWidth, paperHeight] =
    typeof pageSize === 'string' ? (SHEETS[pageSize] ?? []) : [pageSize.width, pageSize.height]
  if (!paperWidth || !paperHeight) throw new Error(`Invalid pageSize ${String(pageSize)}`)
  return {
    landscape: options.landscape ?? false,
    displayHeaderFooter: options.displayHeaderFooter ?? false,
    headerTemplate: options.headerTemplate ?? '',
    footerTemplate: options.footerTemplate ?? '',
    printBackground: options.printBackground ?? false,
    scale: options.scale ?? 1,
    pageRanges: options.pageRanges ?? '',
    preferCSSPageSize: options.preferCSSPageSize ?? false,
    generateTaggedPDF: options.generateTaggedPDF ?? false,
    generateDocumentOutline: options.generateDocumentOutline ?? false,
    ...{ paperWidth, paperHeight },
    marginTop: margins.top ?? CM,
    marginBottom: margins.bottom ?? CM,
    marginLeft: margins.left ?? CM,
    marginRight: margins.right ?? CM,
  }
}

let lastId = 0
const waiting = new Map<number, { resolve(bytes: Buffer): void; reject(error: Error): void }>()

/** Asks whoever drives the pages to print one: told as a happening `print-to-pdf`, answered by `printed`. */
export function printByDriver(window: number, params: Record<string, unknown>): Promise<Buffer> {
  const id = ++lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    happened('print-to-pdf', { id, window, params })
  })
}

/** The driver's answer: the file in base64, or null where it could not print. */
export function printed(id: number, base64: string | null): void {
  const asked = waiting.get(id)
  waiting.delete(id)
  if (base64 === null) asked?.reject(new Error('Failed to generate PDF'))
  else asked?.resolve(Buffer.from(base64, 'base64'))
}
