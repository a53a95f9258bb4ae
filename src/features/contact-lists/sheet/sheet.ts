/** A spreadsheet as a window has it: questions to its worker, one at a time, and their answers. */
import type { ListRow, Mapping } from '@/spreadsheet/columns'
import { SheetError } from '@/spreadsheet/faults'
import type { FromSheet, Opened, ToSheet } from './protocol'

export interface Sheet {
  /** Reads one sheet of a file. @throws SheetError */
  open(file: File, sheet?: number): Promise<Opened>
  /** Rows from a place on. @throws SheetError */
  rows(from: number, count: number, mapping: Mapping): Promise<{ rows: ListRow[]; next: number | null }>
  /** An .xlsx file with one sheet. @throws SheetError */
  example(sheetName: string, rows: readonly (readonly string[])[]): Promise<Uint8Array<ArrayBuffer>>
  /** Ends the worker, whatever it does; questions on their way are never answered. */
  close(): void
}

type Answer<K extends FromSheet['kind']> = Extract<FromSheet, { kind: K }>

const start = (): Worker => new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })

/** Starts a worker with its first question. @param make for tests, which have no workers. */
export function createSheet(make: () => Worker = start): Sheet {
  let worker: Worker | null = null
  let before: Promise<unknown> = Promise.resolve()

  const ask = <K extends FromSheet['kind']>(question: ToSheet): Promise<Answer<K>> => {
    const answered = before.then(
      () =>
        new Promise<Answer<K>>((resolve, reject) => {
          worker ??= make()
          worker.onmessage = ({ data }: MessageEvent<FromSheet>) =>
            data.kind === 'fault' ? reject(new SheetError(data.fault)) : resolve(data as Answer<K>)
          // It ran out of memory, or its chunk did not come.
          worker.onerror = () => {
            worker?.terminate()
            worker = null
            reject(new SheetError('unreadable'))
          }
          worker.postMessage(question)
        }),
    )
    before = answered.catch(() => undefined)
    return answered
  }

  return {
    open: (file, sheet = 0) => ask<'opened'>({ kind: 'open', file, sheet }),
    rows: (from, count, mapping) => ask<'rows'>({ kind: 'rows', from, count, mapping }),
    example: async (sheetName, rows) => (await ask<'example'>({ kind: 'example', sheetName, rows })).bytes,
    close() {
      worker?.terminate()
      worker = null
    },
  }
}
