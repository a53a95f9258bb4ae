import { EventEmitter } from 'node:events'
import { app } from './app'
import { bus, happened } from './bus'
import { refusing } from './refusing'
import { windows } from './window-manager'

/**
 * Electron's own updater (macOS): it closes every window first, and only when the last is gone does it install and quit.
 * `before-quit` comes after that. A window that stays keeps the old version running, and nobody hears of it.
 */
class AutoUpdaterHost extends EventEmitter {
  private feed = ''
  private waiting = false

  setFeedURL({ url }: { url: string }): void {
    this.feed = url
  }

  getFeedURL = (): string => this.feed

  checkForUpdates(): void {
    this.emit('checking-for-update')
    this.emit('update-not-available')
  }

  quitAndInstall(): void {
    this.emit('before-quit-for-update')
    this.waiting = true
    for (const window of [...windows.values()]) window.close()
    this.windowGone()
  }

  private windowGone(): void {
    if (!this.waiting || windows.size > 0) return
    this.waiting = false
    happened('update-installed')
    app.quit()
  }

  constructor() {
    super()
    bus.on('window-gone', () => this.windowGone())
  }
}

export const autoUpdater = refusing('autoUpdater', new AutoUpdaterHost())
