/** Sends the rows of a spreadsheet to a list, a bounded number at a time, and keeps what became of each. */
import {
  CONTACT_LIST,
  type Home,
  type ListRowReason,
  NUMBER_STATES,
  type NumberState,
  type Phone,
  readPhone,
} from '@contract'
import { call } from '@/api'
import type { Mapping } from '@/spreadsheet/columns'
import type { Sheet } from './sheet/sheet'

export interface ReportRow {
  line: number
  name: string
  number: string
  outcome: 'added' | 'repeated' | 'rejected'
  /** One of LIST_ROW_REASONS, or words of the server's own; "" where there is nothing to say. */
  reason: ListRowReason | string
  /** The new item; null for others. */
  id: number | null
  /** The code of the country that was put before the number; '' where it had one. */
  countryAdded: string
}

export interface SendStep {
  rows: readonly ReportRow[]
  /** Where the following rows begin; null when these were the last. */
  next: number | null
}

export interface SendRows {
  sheet: Pick<Sheet, 'rows'>
  mapping: Mapping
  /** The country of numbers without its code; null: they stay as they are. */
  home: Home | null
  listId: number
  /** First row to send, from 0. */
  from: number
  signal: AbortSignal
  onStep: (step: SendStep) => void
  /** Some servers say with the row whether its number is on WhatsApp. */
  onNumber: (id: number, state: NumberState) => void
}

/** A row as it goes in: with the number that is meant where it was written as one dials it at home, or among others. */
export function rowIn<R extends { number: string }>(
  row: R,
  home: Home | null,
): { row: R; phone: Phone | null } {
  const phone = readPhone(row.number, home)
  if ('fault' in phone) return { row, phone: null }
  return {
    row: phone.number === row.number.replace(/\D/g, '') ? row : { ...row, number: phone.number },
    phone,
  }
}

/**
 * @returns when everything was sent or the signal said stop; what was sent stays sent.
 * @throws what a call throws; `onStep` received everything that was answered before, so that it can go on from there.
 */
export async function sendRows({
  sheet,
  mapping,
  home,
  listId,
  from,
  signal,
  onStep,
  onNumber,
}: SendRows): Promise<void> {
  const read = (at: number): Promise<Awaited<ReturnType<Sheet['rows']>>> => {
    const rows = sheet.rows(at, CONTACT_LIST.batch, mapping)
    // One that is not waited for any more, because a call was refused meanwhile, fails nobody.
    rows.catch(() => undefined)
    return rows
  }
  let coming = signal.aborted ? null : read(from)
  while (coming && !signal.aborted) {
    const part = await coming
    if (signal.aborted) return
    // Read while the server works on those before.
    coming = part.next === null ? null : read(part.next)
    const completed = new Map<number, string>()
    const firsts = new Set<number>()
    const sent = part.rows.map(typed => {
      const { row, phone } = rowIn(typed, home)
      if (phone?.added) completed.set(row.line, phone.number.slice(0, 2))
      if (phone?.isFirst) firsts.add(row.line)
      return row
    })
    // Empty by the chosen columns: there is nothing to ask.
    const { rows } =
      sent.length === 0
        ? { rows: [] }
        : await call('contactLists.addRows', { params: { id: listId }, body: { rows: sent } })
    const names = new Map(sent.map(row => [row.line, row.name]))
    for (const { id, numberState } of rows) {
      const state = NUMBER_STATES.find(one => one === numberState)
      if (id !== null && state) onNumber(id, state)
    }
    onStep({
      rows: rows.map(({ line, number, outcome, reason, id }) => ({
        line,
        name: names.get(line) ?? '',
        number,
        outcome,
        reason: reason === '' && firsts.has(line) ? 'FIRST_NUMBER' : reason,
        id,
        countryAdded: completed.get(line) ?? '',
      })),
      next: part.next,
    })
  }
}
