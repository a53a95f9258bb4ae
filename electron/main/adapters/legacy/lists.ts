/** Contact lists and file lists of the legacy servers. */
import { ApiError, type Ask, answer, type Json, type LegacyApi, passOn, record, rows } from './call'
import { digits, type SheetRow, uploadRows } from './spreadsheet'

/** Rows of one page of contact lists there; it never reports more. */
const LISTS_PAGE = 20
/** Fewest digits of a number that can be written to. */
const FEWEST_DIGITS = 8

/** A full page may have another one behind it. */
export async function pageOfLists(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const page = record(await legacy.json('GET', `${ask.path}?${ask.query}`, undefined, ask.signal))
  return answer({ ...page, hasMore: rows(page.records).length === LISTS_PAGE })
}

/** All lists, to choose from: that server wants to know whose. */
export async function allLists(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const companyId = legacy.user()?.companyId ?? ''
  return answer(await legacy.json('GET', `${ask.path}?companyId=${companyId}`, undefined, ask.signal))
}

/** One list, with how many contacts it has, counted from its items. */
export async function oneList(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const list = record(await legacy.json('GET', ask.path, undefined, ask.signal))
  const items = `/contact-list-items?contactListId=${ask.params.id}&pageNumber=1`
  const page = record(await legacy.json('GET', items, undefined, ask.signal))
  return answer({ ...list, contactsCount: Number(page.count) || 0 })
}

/** Items are not filtered by their state there. */
export async function pageOfItems(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const query = new URLSearchParams(ask.query)
  query.delete('state')
  return answer(await legacy.json('GET', `${ask.path}?${query}`, undefined, ask.signal))
}

/** A number goes there as digits. */
export async function saveItem(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const body = { ...ask.body, number: digits(ask.body?.number), email: ask.body?.email ?? '' }
  return answer(await legacy.json(ask.method, ask.path, body, ask.signal))
}

/** Rows go there as a spreadsheet; it checks every number at once, and reports nothing of those it has already. */
export async function addRows(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const wanted = rows(ask.body?.rows).map(row => ({
    line: row.line,
    typed: row.number,
    sent: { name: String(row.name ?? '').trim(), number: digits(row.number), email: String(row.email ?? '') },
  }))
  const reasonOf = ({ name, number }: SheetRow): string =>
    name === '' ? 'INVALID_NAME' : number.length < FEWEST_DIGITS ? 'INVALID_NUMBER' : ''
  const taken = wanted.map(row => row.sent).filter(row => reasonOf(row) === '')
  const { made } = await uploadRows(legacy, `/contact-lists/${ask.params.id}/upload`, taken, ask.signal)
  const outcomes = wanted.map(({ line, typed, sent }) => {
    const reason = reasonOf(sent)
    const base = { line, id: null, number: sent.number || typed, reason }
    if (reason !== '') return { ...base, outcome: 'rejected' }
    const item = made.get(sent)
    if (!item) return { ...base, outcome: 'repeated' }
    // It keeps a number that WhatsApp does not know, marked as one.
    const numberState = item.isWhatsappValid === false ? 'invalid' : 'valid'
    return { ...base, outcome: 'added', id: item.id, numberState }
  })
  return answer({ rows: outcomes })
}

/** Several contacts go one by one. */
export async function removeItems(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const ids = Array.isArray(ask.body?.ids) ? ask.body.ids : []
  let removed = 0
  for (const id of ids) {
    try {
      await legacy.json('DELETE', `/contact-list-items/${id}`, undefined, ask.signal)
      removed += 1
    } catch (error) {
      // Gone already is as good; anything else is an error.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
  }
  return answer({ removed })
}

/** A file list with the addresses of its files: that server gives their names in a folder of the list. */
function readFileList(given: unknown): Json {
  const list = record(given)
  if (!Array.isArray(list.options)) return list
  const options = rows(list.options).map(option => {
    const name = String(option.path ?? '')
    const path = name === '' ? '' : `/public/fileList/${list.id}/${encodeURIComponent(name)}`
    return { ...option, path, mediaName: name === '' ? null : name }
  })
  return { ...list, options, optionsCount: options.length }
}

export async function oneFileList(legacy: LegacyApi, ask: Ask): Promise<Response> {
  return answer(readFileList(await legacy.json('GET', ask.path, undefined, ask.signal)))
}

/** Each entry must say the name of its file there, also an empty one. */
export async function saveFileList(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const options = rows(ask.body?.options).map(option => ({
    ...option,
    path: decodeURIComponent(
      String(option.path ?? '')
        .split('/')
        .pop() ?? '',
    ),
  }))
  const body = { ...ask.body, ...(ask.body?.options === undefined ? {} : { options }) }
  const saved = record(await legacy.json(ask.method, ask.path, body, ask.signal))
  // What a change answers leaves the entries out: the whole record is asked for.
  const whole = `/files/${ask.params.id ?? saved.id}`
  return answer(readFileList(await legacy.json('GET', whole, undefined, ask.signal)))
}

/** Files of entries: that server answers with a sentence, Turno with the list. */
export async function uploadFiles(legacy: LegacyApi, ask: Ask): Promise<Response> {
  await passOn(legacy, ask)
  return answer(readFileList(await legacy.json('GET', `/files/${ask.params.id}`, undefined, ask.signal)))
}

const ITEMS_OF = /^company-(\d+)-ContactListItem-(\d+)$/
const FILES = /^company(\d+)-file$/

/** Events of lists by Turno's names; null for others. */
export function readListEvent(name: string, body: Json): { name: string; payload: unknown } | null {
  const items = ITEMS_OF.exec(name)
  if (items)
    return {
      name: `company-${items[1]}-ContactListItem`,
      payload: { action: 'reload', contactListId: Number(items[2]) },
    }
  const files = FILES.exec(name)
  if (!files) return null
  const { fileList, fileId, ...rest } = body
  return {
    name: `company-${files[1]}-file`,
    payload: rest.action === 'delete' ? { ...rest, id: fileId } : { ...rest, record: readFileList(fileList) },
  }
}
