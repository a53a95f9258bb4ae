import type { Home } from '@contract'
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { isAborted } from '@/api'
import { errorText, useTexts } from '@/i18n'
import type { Mapping } from '@/spreadsheet/columns'
import { SheetError, type SheetFault } from '@/spreadsheet/faults'
import { noteNumber, watchNumberChecks } from '@/stores/live-numbers'
import { contentToasts } from '@/stores/toasts'
import { announce } from '@/ui'
import { type ReportRow, sendRows } from './send-rows'
import type { Opened } from './sheet/protocol'
import { createSheet, type Sheet } from './sheet/sheet'

export type ImportPhase =
  | { at: 'choosing'; fault: SheetFault | null }
  | { at: 'reading' }
  | { at: 'columns'; opened: Opened }
  | { at: 'sending'; done: number; total: number }
  | { at: 'report'; end: 'done' | 'stopped' | 'failed'; reason: string }

export interface Choice {
  hasHeading: boolean
  /** The country of numbers without its code; null: they stay as they are. */
  home: Home | null
  mapping: Mapping
}

export interface Import {
  phase: ImportPhase
  file: File | null
  /** What became of the rows so far; a new list with each piece that was sent. */
  rows: readonly ReportRow[]
  /** Some rows were not sent: they can be. */
  canGoOn: boolean
  choose: (file: File) => void
  /** Another sheet of the same file. */
  openSheet: (sheet: number) => void
  /** Back to no file. */
  forget: () => void
  send: (choice: Choice) => void
  goOn: () => void
  /** Stops reading or sending; what was sent stays. */
  stop: () => void
}

/**
 * One import into a contact list, from a file to its report.
 * @param make for tests, which have no workers.
 */
export function useImport(contactListId: number, make: () => Sheet = createSheet): Import {
  const { t } = useTexts()
  const [phase, setPhase] = useState<ImportPhase>({ at: 'choosing', fault: null })
  const [file, setFile] = useState<File | null>(null)
  const [rows, setRows] = useState<readonly ReportRow[]>([])
  const [next, setNext] = useState<number | null>(null)
  const sheet = useRef<Sheet | null>(null)
  const sending = useRef<AbortController | null>(null)
  const total = useRef(0)
  /** Rows before the first contact: the heading, which is none of those that are counted. */
  const skipped = useRef(0)
  const mapping = useRef<Mapping>({ name: null, number: null, email: null })
  const home = useRef<Home | null>(null)

  useEffect(() => watchNumberChecks(contactListId), [contactListId])
  useEffect(
    () => () => {
      sending.current?.abort()
      sheet.current?.close()
    },
    [],
  )

  /** A step with much on it is drawn in slices: its form alone would hold the window up for longer than a frame. */
  const showStep = useCallback((step: ImportPhase): void => startTransition(() => setPhase(step)), [])

  const endSheet = useCallback(() => {
    sheet.current?.close()
    sheet.current = null
  }, [])

  const read = useCallback(
    async (chosen: File, at: number): Promise<void> => {
      endSheet()
      const mine = make()
      sheet.current = mine
      setFile(chosen)
      setPhase({ at: 'reading' })
      try {
        const opened = await mine.open(chosen, at)
        if (sheet.current === mine) showStep({ at: 'columns', opened })
      } catch (error) {
        if (sheet.current !== mine) return
        endSheet()
        setFile(null)
        setPhase({ at: 'choosing', fault: error instanceof SheetError ? error.fault : 'unreadable' })
      }
    },
    [endSheet, make, showStep],
  )

  const run = useCallback(
    async (from: number): Promise<void> => {
      const open = sheet.current
      if (!open) return
      const controller = new AbortController()
      sending.current = controller
      let at: number | null = from
      setNext(from)
      setPhase({ at: 'sending', done: from - skipped.current, total: total.current })
      try {
        await sendRows({
          sheet: open,
          mapping: mapping.current,
          home: home.current,
          listId: contactListId,
          from,
          signal: controller.signal,
          onNumber: noteNumber,
          onStep: step => {
            at = step.next
            setNext(step.next)
            setRows(before => [...before, ...step.rows])
            const done = step.next === null ? total.current : step.next - skipped.current
            setPhase({ at: 'sending', done, total: total.current })
          },
        })
        const end = at === null ? 'done' : 'stopped'
        if (end === 'done') endSheet()
        showStep({ at: 'report', end, reason: '' })
        // A finished import is said as every success is; how far a stopped one got is in the dialog.
        if (end === 'done') contentToasts.success(t('contactLists.file.done'))
        else announce(t('contactLists.file.stopped'))
      } catch (error) {
        const stopped = isAborted(error)
        showStep({
          at: 'report',
          end: stopped ? 'stopped' : 'failed',
          reason: stopped ? '' : errorText(t, error),
        })
        announce(t(`contactLists.file.${stopped ? 'stopped' : 'failed'}`))
      }
    },
    [contactListId, endSheet, showStep, t],
  )

  const forget = useCallback(() => {
    endSheet()
    setFile(null)
    setRows([])
    setNext(null)
    setPhase({ at: 'choosing', fault: null })
  }, [endSheet])

  return {
    phase,
    file,
    rows,
    canGoOn: next !== null,
    choose: chosen => void read(chosen, 0),
    openSheet: at => {
      if (file) void read(file, at)
    },
    forget,
    send(choice) {
      if (phase.at !== 'columns') return
      skipped.current = choice.hasHeading ? 1 : 0
      total.current = phase.opened.total - skipped.current
      mapping.current = choice.mapping
      home.current = choice.home
      setRows([])
      void run(skipped.current)
    },
    goOn() {
      if (next !== null) void run(next)
    },
    stop() {
      if (phase.at === 'reading') forget()
      else sending.current?.abort()
    },
  }
}
