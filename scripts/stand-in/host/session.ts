import { EventEmitter } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { bus, happened } from './bus'
import { dialog } from './dialog'
import { makeEvent } from './event'
import { pathOf } from './paths'
import { handlerOf, protocol } from './protocol'
import { requireReady } from './ready'
import { refusing } from './refusing'
import { allContents, type WebContentsHost } from './web-contents'

type Details = Record<string, unknown>
type RequestHandler = (
  contents: WebContentsHost,
  permission: string,
  callback: (granted: boolean) => void,
  details: Details,
) => void
type CheckHandler = (
  contents: WebContentsHost,
  permission: string,
  origin: string,
  details: Details,
) => boolean

let focusedContents = -1
bus.on('focused-contents', (id: number) => {
  focusedContents = id
})

/** Electron's DownloadItem over one Response. */
export class DownloadHost extends EventEmitter {
  private state: 'progressing' | 'completed' | 'cancelled' | 'interrupted' = 'progressing'
  private savePath = ''
  private asking: Record<string, unknown> | null = null
  private received = 0
  private readonly stop = new AbortController()

  constructor(
    private readonly url: string,
    private readonly filename: string,
    private readonly response: Response,
  ) {
    super()
  }

  /** Writes the body to the chosen path (the downloads folder when main chose none) and tells the end. */
  async run(): Promise<void> {
    if (!this.savePath && this.asking) {
      const answer = (await dialog.showSaveDialog(this.asking)) as { canceled: boolean; filePath: string }
      if (answer.canceled || !answer.filePath) return this.end('cancelled')
      this.savePath = answer.filePath
    }
    if (!this.savePath) this.savePath = join(pathOf('downloads'), this.filename)
    try {
      if (!this.response.ok) throw new Error(`HTTP ${this.response.status}`)
      await mkdir(dirname(this.savePath), { recursive: true })
      const body = this.response.body
      const source = body ? Readable.fromWeb(body as ReadableStream<Uint8Array>) : Readable.from([])
      source.on('data', (chunk: Uint8Array) => {
        this.received += chunk.length
        this.emit('updated', makeEvent(), 'progressing')
      })
      await pipeline(source, createWriteStream(this.savePath), { signal: this.stop.signal })
      this.end('completed')
    } catch {
      await rm(this.savePath, { force: true })
      this.end(this.stop.signal.aborted ? 'cancelled' : 'interrupted')
    }
  }

  private end(state: 'completed' | 'cancelled' | 'interrupted'): void {
    this.state = state
    happened('download', { url: this.url, savePath: this.savePath, state: this.state, bytes: this.received })
    this.emit('done', makeEvent(), this.state)
  }

  setSavePath(path: string): void {
    this.savePath = path
  }

  getSavePath = () => this.savePath
  setSaveDialogOptions(options: Record<string, unknown>): void {
    this.asking = options
  }
  getURL = () => this.url
  getFilename = () => this.filename
  getTotalBytes = () => Number(this.response.headers.get('content-length') ?? 0)
  getReceivedBytes = () => this.received

  cancel(): void {
    this.stop.abort()
  }
}

/** Electron's Session: permissions, downloads, spell checker settings, storage. */
export class SessionHost extends EventEmitter {
  readonly protocol = protocol
  readonly availableSpellCheckerLanguages = ['en-US', 'en-GB', 'es-ES', 'pt-BR', 'pt-PT']
  private request: RequestHandler | null = null
  private check: CheckHandler | null = null
  private languages = ['en-US']
  private words: string[] = []
  private agent = ''
  private clearing = false
  readonly webRequest: object

  constructor(private readonly partition: string) {
    super()
    // A listener would be skipped silently, so it is refused; but headers that only a host elsewhere sees are nothing
    // that a page here could miss.
    this.webRequest = refusing('session.webRequest', { onBeforeSendHeaders: () => {} })
  }

  get storagePath(): string | null {
    return this.isPersistent() ? pathOf('sessionData') : null
  }

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.request = handler
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.check = handler
  }

  // Pages of the stand-in ask for no device and are checked for no spelling.
  setDevicePermissionHandler(): void {}
  setSpellCheckerEnabled(): void {}

  setDisplayMediaRequestHandler(): void {}

  /** What main's request handler answers for a page's request; granted when there is none, as in Electron. */
  async askPermission(contents: WebContentsHost, permission: string, details: Details): Promise<boolean> {
    const full = this.describe(contents, details)
    const granted = await new Promise<boolean>(resolve => {
      if (this.request) this.request(contents, permission, resolve, full)
      else resolve(true)
    })
    happened('permission', { contents: contents.id, permission, details, granted })
    return granted
  }

  /** What main's check handler answers; true when there is none, as in Electron. */
  checkPermission(contents: WebContentsHost, permission: string, details: Details): boolean {
    if (!this.check) return true
    return this.check(
      contents,
      permission,
      `${contents.frame.appOrigin()}/`,
      this.describe(contents, details),
    )
  }

  private describe(contents: WebContentsHost, details: Details): Details {
    const origin = `${contents.frame.appOrigin()}/`
    return { ...details, isMainFrame: true, requestingUrl: contents.getURL(), securityOrigin: origin }
  }

  /** A page (or main) asks to keep a file: `will-download` may refuse it or choose where it goes. */
  async startDownload(
    contents: WebContentsHost,
    url: string,
    filename: string,
    bytes?: Uint8Array,
  ): Promise<void> {
    const scheme = new URL(url).protocol.slice(0, -1)
    const handler = handlerOf(scheme)
    const response = bytes
      ? new Response(bytes.slice().buffer)
      : handler
        ? await handler(new Request(url))
        : await fetch(url)
    this.keep(contents, url, filename || suggestedName(url, response), response)
  }

  /** Hands a Response that is a download to main's `will-download`. */
  keep(contents: WebContentsHost | null, url: string, filename: string, response: Response): void {
    const item = refusing('DownloadItem', new DownloadHost(url, basename(filename), response))
    const event = makeEvent()
    this.emit('will-download', event, item, contents)
    if (event.defaultPrevented) {
      void response.body?.cancel()
      happened('download', { url, state: 'prevented' })
      return
    }
    void item.run()
  }

  async clearStorageData(options?: { storages?: string[] }): Promise<void> {
    const storages = options?.storages ?? ['localstorage', 'indexdb', 'cachestorage', 'serviceworkers']
    this.clearing = true
    for (const contents of allContents()) contents.post({ t: 'clear-storage', storages })
    happened('clear-storage', { partition: this.partition, storages })
  }

  /** Whether pages that load from now on must forget what they stored; asked by the first one only. */
  takeClearing(): boolean {
    const clearing = this.clearing
    this.clearing = false
    return clearing
  }

  async clearCache(): Promise<void> {}
  async closeAllConnections(): Promise<void> {}

  setSpellCheckerLanguages(languages: string[]): void {
    const unknown = languages.find(one => !this.availableSpellCheckerLanguages.includes(one))
    if (unknown) throw new Error(`Invalid language code provided: "${unknown}" is not a valid language code`)
    this.languages = [...languages]
    happened('spell-checker', { languages })
  }

  getSpellCheckerLanguages = (): string[] => [...this.languages]

  addWordToSpellCheckerDictionary(word: string): boolean {
    this.words.push(word)
    return true
  }

  removeWordFromSpellCheckerDictionary(word: string): boolean {
    this.words = this.words.filter(one => one !== word)
    return true
  }

  listWordsInSpellCheckerDictionary = async (): Promise<string[]> => [...this.words]

  setUserAgent(agent: string): void {
    this.agent = agent
  }

  getUserAgent = (): string => this.agent
  isPersistent = (): boolean => this.partition === '' || this.partition.startsWith('persist:')
  isContentsFocused = (id: number): boolean => focusedContents === id

  downloadURL(url: string): void {
    const [contents] = allContents()
    if (contents) void this.startDownload(contents, url, '')
  }
}

function suggestedName(url: string, response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? ''
  const wide = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (wide) return decodeURIComponent(wide)
  const narrow = /filename="?([^";]+)"?/i.exec(disposition)?.[1]
  return narrow ?? (decodeURIComponent(basename(new URL(url).pathname)) || 'download')
}

const sessions = new Map<string, SessionHost>()

/** The session of a partition ('' is the default one). */
export function sessionOf(partition: string): SessionHost {
  const known = sessions.get(partition)
  if (known) return known
  const made = refusing('session', new SessionHost(partition))
  sessions.set(partition, made)
  bus.emit('session-created', made)
  return made
}

export const session = refusing(
  'session module',
  {
    get defaultSession(): SessionHost {
      return sessionOf('')
    },
    fromPartition: (partition: string): SessionHost => sessionOf(partition),
  },
  [],
  () => requireReady('session'),
)
