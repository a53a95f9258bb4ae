import { happened } from './bus'
import type { Frame, OpenHandler } from './frame-host'
import { PageContents } from './page-contents'
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
  private muted = false
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

  getType(): string {
    return 'window'
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

  reloadIgnoringCache(): void {
    this.reload()
  }

  stop(): void {}

  isLoading(): boolean {
    return this.loading
  }

  isLoadingMainFrame(): boolean {
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

  setAudioMuted(muted: boolean): void {
    this.muted = muted
  }

  isAudioMuted(): boolean {
    return this.muted
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

  get zoomFactor(): number {
    return this.zoom
  }

  set zoomFactor(factor: number) {
    this.setZoomFactor(factor)
  }

  get zoomLevel(): number {
    return this.getZoomLevel()
  }

  set zoomLevel(level: number) {
    this.setZoomLevel(level)
  }

  setVisualZoomLevelLimits(): Promise<void> {
    return Promise.resolve()
  }

  insertCSS(css: string): Promise<string> {
    this.post({ t: 'insert-css', css })
    return Promise.resolve(`css-${css.length}`)
  }

  openDevTools(): void {
    this.devTools = true
    happened('devtools', { contents: this.id })
  }

  closeDevTools(): void {
    this.devTools = false
  }

  toggleDevTools(): void {
    this.devTools = !this.devTools
  }

  isDevToolsOpened(): boolean {
    return this.devTools
  }

  setBackgroundThrottling(allowed: boolean): void {
    this.backgroundThrottling = allowed
  }

  getBackgroundThrottling(): boolean {
    return this.backgroundThrottling
  }

  getOSProcessId(): number {
    return this.mainFrame.processId
  }

  getProcessId(): number {
    return this.mainFrame.processId
  }

  /** The process ends a moment later, as Electron's does; a reload asked for meanwhile goes to the page that is ending. */
  forcefullyCrashRenderer(): void {
    setImmediate(() => {
      if (!this.destroyed) this.crash('killed')
    })
  }

  setIgnoreMenuShortcuts(): void {}

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
