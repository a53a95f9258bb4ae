/**
 * Compile-time check against electron.d.ts: whatever the stand-in offers under an Electron name exists in Electron's
 * own types (so that main cannot come to lean on something invented here), and plain modules have Electron's shapes.
 */
import type { EventEmitter } from 'node:events'
import type { Writable } from 'node:stream'
import type * as Electron from 'electron'
import type { app } from './host/app'
import type { autoUpdater } from './host/auto-updater'
import type { BrowserWindowHost } from './host/browser-window'
import type { MenuHost, MenuItemHost } from './host/menu'
import type { nativeImage } from './host/native-image'
import type { net } from './host/net'
import type { ClientRequestHost } from './host/net-request'
import type { NetWebSocketHost } from './host/net-socket'
import type { NotificationHost } from './host/notification'
import type { protocol } from './host/protocol'
import type { safeStorage } from './host/safe-storage'
import type { DownloadHost, SessionHost } from './host/session'
import type { clipboard, shell } from './host/shell'
import type { globalShortcut, powerMonitor, powerSaveBlocker, screen } from './host/surroundings'
import type { TrayHost } from './host/tray'
import type { WebContentsHost } from './host/web-contents'

/** Members of Ours that Electron does not have and that are not named as the stand-in's own. */
type Invented<Ours, Theirs, Own extends PropertyKey = never> = Exclude<
  keyof Ours,
  keyof Theirs | keyof EventEmitter | Own
>
type None<T extends never> = T

export type Checked = [
  None<Invented<typeof app, Electron.App, 'snapshot' | 'windowGone' | 'isEnding' | 'toastActivatorCLSID'>>,
  None<Invented<typeof autoUpdater, Electron.AutoUpdater>>,
  None<
    Invented<
      BrowserWindowHost,
      Electron.BrowserWindow,
      'options' | 'snapshot' | 'path' | 'preloadSource' | 'closedByPerson'
    >
  >,
  None<
    Invented<
      WebContentsHost,
      Electron.WebContents,
      | 'frame'
      | 'arriving'
      | 'attach'
      | 'attached'
      | 'reachable'
      | 'lost'
      | 'post'
      | 'heading'
      | 'finished'
      | 'crash'
      | 'destroyNow'
    >
  >,
  None<
    Invented<
      SessionHost,
      Electron.Session,
      'askPermission' | 'checkPermission' | 'startDownload' | 'keep' | 'takeClearing' | 'isContentsFocused'
    >
  >,
  None<Invented<DownloadHost, Electron.DownloadItem, 'run'>>,
  None<
    Invented<
      NotificationHost,
      Electron.Notification,
      'number' | 'dismiss' | 'click' | 'act' | 'reply' | 'snapshot'
    >
  >,
  None<Invented<TrayHost, Electron.Tray, 'guid' | 'press' | 'choose' | 'snapshot'>>,
  None<Invented<MenuHost, Electron.Menu>>,
  None<Invented<MenuItemHost, Electron.MenuItem>>,
  None<Invented<typeof nativeImage, typeof Electron.nativeImage>>,
  None<Invented<typeof protocol, Electron.Protocol>>,
  None<Invented<typeof screen, Electron.Screen, 'displays'>>,
  None<Invented<typeof powerMonitor, Electron.PowerMonitor, 'idleSeconds' | 'locked'>>,
  None<Invented<typeof net, Electron.Net>>,
  None<Invented<ClientRequestHost, Electron.ClientRequest, keyof Writable>>,
  None<Invented<NetWebSocketHost, Electron.WebSocket, keyof EventTarget>>,
]

type Same<Ours extends Pick<Theirs, keyof Ours & keyof Theirs>, Theirs> = Ours
export type Shaped = [
  Same<typeof safeStorage, Electron.SafeStorage>,
  Same<typeof shell, Electron.Shell>,
  Same<typeof globalShortcut, Electron.GlobalShortcut>,
  Same<typeof powerSaveBlocker, Electron.PowerSaveBlocker>,
  Same<typeof clipboard, Electron.Clipboard>,
]
