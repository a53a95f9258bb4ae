/**
 * Files that leave the console for the disk: only those of our own origin, under safe names, marked as foreign,
 * with their progress sent to the windows. Opening is for kinds that are shown; the rest is pointed out in its folder.
 */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'
import {
  DOWNLOADABLE,
  type DownloadEntry,
  type downloadRequest,
  type PdfOutcome,
  type PdfRequest,
} from '../../../src/contract'
import { APP_ORIGIN } from '../gateway/guard'
import type { Log } from '../log/log'
import { freeName, mayBeOpened, safeFileName } from './names'
import { type PdfOptions, pdfOptions, printInto } from './pdf'

/** The part of Electron's DownloadItem that is used. */
export interface Item {
  getURL(): string
  getFilename(): string
  getTotalBytes(): number
  getReceivedBytes(): number
  getSavePath(): string
  setSavePath(path: string): void
  setSaveDialogOptions(options: { defaultPath: string }): void
  cancel(): void
  on(event: 'updated', listener: (event: unknown, state: string) => void): unknown
  once(event: 'done', listener: (event: unknown, state: string) => void): unknown
}

export interface Downloads {
  list(): DownloadEntry[]
  start(request: z.output<typeof downloadRequest>, windowId: number): Promise<boolean>
  /** Saves the page of a window as PDF, where the person says; cancelled like any other. */
  pdf(request: PdfRequest, windowId: number): Promise<PdfOutcome>
  /** The session's `will-download`. */
  take(event: { preventDefault(): void }, item: Item): void
  cancel(id: string): void
  open(id: string): Promise<'opened' | 'shown' | 'gone'>
  reveal(id: string): 'shown' | 'gone'
  forget(id: string): void
  /** Ends what runs and forgets the list (sign-out); finished files stay where they are. */
  reset(): void
}

const KEPT = 30
/** Progress is sent this often at most. Milliseconds. */
const PROGRESS_INTERVAL_MS = 120
/** A disk with less than this is full: what failed there failed for that. */
const FULL_BYTES = 1024 * 1024
/** Path on our origin a download comes from, null for a file a window made; undefined when it is none of ours. */
export function sourceOf(url: string): string | null | undefined {
  if (url.startsWith(`blob:${APP_ORIGIN}/`)) return null
  if (!url.startsWith(`${APP_ORIGIN}/`)) return undefined
  const path = url.slice(APP_ORIGIN.length)
  return DOWNLOADABLE.test(path) ? path : undefined
}

interface Kept {
  entry: DownloadEntry
  path: string
  item: Pick<Item, 'cancel'> | null
}

/** Why a file did not arrive whole. */
function failureAt(path: string, received: number): DownloadEntry['failure'] {
  try {
    accessSync(dirname(path), constants.W_OK)
    const { bavail, bsize } = statfsSync(dirname(path))
    if (bavail * bsize < FULL_BYTES) return 'disk'
  } catch {
    return 'disk'
  }
  return received > 0 ? 'line' : 'missing'
}

interface Deps {
  folder: () => string
  /** The preference: ask each time. */
  ask: () => boolean
  /** The system's "save as"; null when the person changed their mind. */
  askWhere: (suggested: string, windowId: number) => Promise<string | null>
  begin: (windowId: number, url: string) => void
  /** The page of a window on paper. */
  print: (windowId: number, options: PdfOptions) => Promise<Uint8Array>
  quarantine: (path: string) => Promise<void>
  /** Answers the system's words when it could not. */
  openPath: (path: string) => Promise<string>
  showInFolder: (path: string) => void
  onChange: (entries: DownloadEntry[]) => void
  newId: () => string
  now: () => number
  log: Log
}

export function createDownloads(deps: Deps): Downloads {
  const { log } = deps
  let kept: Kept[] = []
  /** Requests whose `will-download` has not come yet, by address. */
  const requests = new Map<
    string,
    { name: string; source: string; path: string | null; thenOpen: boolean }[]
  >()
  /** Paths promised to downloads under way: two of one name must not meet. */
  const promised = new Set<string>()

  const list = () => kept.map(one => one.entry)
  const emitChange = () => deps.onChange(list())
  const change = (id: string, next: Partial<DownloadEntry>) => {
    kept = kept.map(one => (one.entry.id === id ? { ...one, entry: { ...one.entry, ...next } } : one))
    emitChange()
  }
  const find = (id: string) => kept.find(one => one.entry.id === id)
  const free = (folder: string, name: string): string =>
    join(
      folder,
      freeName(name, other => promised.has(join(folder, other)) || existsSync(join(folder, other))),
    )

  const openKept = async (one: Kept): Promise<'opened' | 'shown' | 'gone'> => {
    if (!existsSync(one.path)) return 'gone'
    if (one.entry.mayOpen) {
      const failure = await deps.openPath(one.path)
      if (failure === '') return 'opened'
      log.warn('the system did not open a file', { failure })
    }
    deps.showInFolder(one.path)
    return 'shown'
  }

  const finish = async (id: string, item: Item, state: string, thenOpen: boolean): Promise<void> => {
    const one = find(id)
    if (!one) return
    const path = item.getSavePath() || one.path
    promised.delete(one.path)
    one.item = null
    one.path = path
    const size = item.getReceivedBytes()
    if (state === 'cancelled') return change(id, { state: 'cancelled', progress: null, size })
    if (state !== 'completed') {
      const failure = failureAt(path, size)
      log.warn('download failed', { failure, bytes: size })
      return change(id, { state: 'failed', failure, progress: null, size })
    }
    try {
      await deps.quarantine(path)
    } catch (error) {
      // Such as a memory stick without extended attributes: the file is there, its kind still decides about opening.
      log.warn('a received file could not be marked', { error })
    }
    const name = basename(path)
    change(id, {
      state: 'done',
      progress: 1,
      size,
      name,
      mayOpen: mayBeOpened(name),
      folder: basename(dirname(path)),
    })
    const done = find(id)
    if (thenOpen && done) await openKept(done)
  }

  const begin = (path: string, source: string | null, item: Kept['item']): string => {
    promised.add(path)
    const id = deps.newId()
    const name = basename(path)
    const entry: DownloadEntry = {
      ...{ id, name, source, state: 'running', progress: null, size: 0, failure: null },
      mayOpen: mayBeOpened(name),
      folder: basename(dirname(path)),
    }
    kept = [{ entry, path, item }, ...kept].slice(0, KEPT)
    emitChange()
    return id
  }

  return {
    list,
    async pdf({ name, ...lines }, windowId) {
      const path = await deps.askWhere(join(deps.folder(), safeFileName(`${name}.pdf`)), windowId)
      if (path === null) return 'cancelled'
      const ended = new AbortController()
      const id = begin(path, null, { cancel: () => ended.abort() })
      const work = () => deps.print(windowId, pdfOptions(lines))
      const { outcome, ...end } = await printInto(path, work, ended.signal, log)
      promised.delete(path)
      kept = kept.map(one => (one.entry.id === id ? { ...one, item: null } : one))
      change(id, end)
      return outcome
    },
    async start(request, windowId) {
      const url = new URL(`${APP_ORIGIN}${request.source}`).href
      if (sourceOf(url) === undefined) return false
      const name = safeFileName(request.name)
      let path: string | null = null
      if (request.ask || deps.ask()) {
        path = await deps.askWhere(join(deps.folder(), name), windowId)
        if (path === null) return false
      }
      requests.set(url, [
        ...(requests.get(url) ?? []),
        { name, source: request.source, path, thenOpen: request.thenOpen },
      ])
      deps.begin(windowId, url)
      return true
    },
    take(event, item) {
      const url = URL.canParse(item.getURL()) ? new URL(item.getURL()).href : ''
      const source = sourceOf(url)
      if (source === undefined) {
        event.preventDefault()
        log.warn('download refused', { scheme: url.split(':')[0] })
        return
      }
      const [request, ...later] = requests.get(url) ?? []
      if (later.length > 0) requests.set(url, later)
      else requests.delete(url)
      const name = request?.name ?? safeFileName(item.getFilename())
      const path = request?.path ?? free(deps.folder(), name)
      // A request has asked already; what a page began by itself is asked for by Electron's own dialog.
      if (request === undefined && deps.ask()) item.setSaveDialogOptions({ defaultPath: path })
      else item.setSavePath(path)
      const id = begin(path, request?.source ?? source, item)
      let reportedAt = 0
      let broken = false
      item.on('updated', (_event, state) => {
        // Chromium waits for somebody to resume it and says nothing more; its half file goes with the cancelling.
        if (state === 'interrupted') {
          broken = true
          return item.cancel()
        }
        if (deps.now() - reportedAt < PROGRESS_INTERVAL_MS) return
        reportedAt = deps.now()
        const [total, size] = [item.getTotalBytes(), item.getReceivedBytes()]
        change(id, { size, progress: total > 0 ? Math.min(1, size / total) : null })
      })
      item.once('done', (_event, state) => {
        finish(id, item, broken ? 'interrupted' : state, request?.thenOpen ?? false).catch(error =>
          log.error('a download could not be finished', { error }),
        )
      })
    },
    cancel: id => find(id)?.item?.cancel(),
    async open(id) {
      const one = find(id)
      return one?.entry.state === 'done' ? openKept(one) : 'gone'
    },
    reveal(id) {
      const one = find(id)
      if (one?.entry.state !== 'done' || !existsSync(one.path)) return 'gone'
      deps.showInFolder(one.path)
      return 'shown'
    },
    forget(id) {
      if (find(id)?.entry.state === 'running') return
      kept = kept.filter(one => one.entry.id !== id)
      emitChange()
    },
    reset() {
      const running = kept.filter(one => one.item !== null)
      kept = []
      requests.clear()
      promised.clear()
      for (const { item } of running) item?.cancel()
      emitChange()
    },
  }
}
