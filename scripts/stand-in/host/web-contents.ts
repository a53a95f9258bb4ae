import type { PrintToPDFOptions } from 'electron'
import type { Frame, OpenHandler } from './frame-host'
import { PageContents } from './page-contents'
import { printParams } from './pdf'
import { refusing } from './refusing'
import type { SessionHost } from './session'

const all = new Map<number, WebContentsHost>()

/** Every live web contents, oldest first. */
export const allContents = (): WebContentsHost[] => [...all.values()]
/** A live web contents by id. */
export const contentsById = (id: number): WebContentsHost | undefined => all.get(id)

/** Electron's WebContents over one page's socket. */
export class WebContentsHost extends PageContents {
  backgroundThrottling = true
  private zoom = 1
  private devTools = false
  private agent = ''

  /** A new web contents that refuses unknown members. */
  static create(frame: Frame, session: SessionHost): WebContentsHost {
    const contents = refusing('webContents', new WebContentsHost(frame, session))
    all.set(contents.id, contents)
    return contents
  }

  protected live(): WebContentsHost {
    return all.get(this.id) ?? this
  }

  protected forget(): void {
    all.delete(this.id)
  }

  getTitle(): string {
    return this.title
  }

  loadURL(url: string): Promise<void> {
    this.must()
    const target = new URL(url)
    const done = this.finished()
    this.frame.goto(target.pathname + target.search + target.hash)
    return done
  }

  reload(): void {
    this.must()
    if (this.reachable) this.post({ t: 'reload' })
    else this.frame.goto(this.getURL().slice(this.frame.appOrigin().length) || '/')
  }

  stop(): void {}

  isLoading(): boolean {
    return this.loading
  }

  isCrashed(): boolean {
    return this.crashed
  }

  isFocused(): boolean {
    return this.session.isContentsFocused(this.id)
  }

  focus(): void {
    this.frame.focusWindow(true)
  }

  close(): void {
    this.frame.closeWindow()
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }

  downloadURL(url: string): void {
    void this.session.startDownload(this.live(), url, '')
  }

  getUserAgent(): string {
    return this.agent
  }

  setUserAgent(agent: string): void {
    this.agent = agent
  }

  getZoomFactor(): number {
    return this.zoom
  }

  setZoomFactor(factor: number): void {
    this.zoom = factor
    this.post({ t: 'zoom', factor })
  }

  getZoomLevel(): number {
    return Math.log(this.zoom) / Math.log(1.2)
  }

  setZoomLevel(level: number): void {
    this.setZoomFactor(1.2 ** level)
  }

  setVisualZoomLevelLimits(): Promise<void> {
    return Promise.resolve()
  }

  async printToPDF(options: PrintToPDFOptions): Promise<Buffer> {
    this.must()
    return await this.frame.print(printParams(options))
  }

  toggleDevTools(): void {
    this.devTools = !this.devTools
  }

  /** The process ends a moment later, as Electron's does; a reload asked for meanwhile goes to the page that is ending. */
  forcefullyCrashRenderer(): void {
    setImmediate(() => {
      if (!this.destroyed) this.crash('killed')
    })
  }

  undo = () => this.edit('undo')
  redo = () => this.edit('redo')
  cut = () => this.edit('cut')
  copy = () => this.edit('copy')
  paste = () => this.edit('paste')
  delete = () => this.edit('delete')
  selectAll = () => this.edit('selectAll')
  replaceMisspelling = (word: string) => this.edit(`insertText:${word}`)

  private edit(command: string): void {
    this.must()
    this.post({ t: 'edit', command })
  }
}
