/**
 * What main is made of. A part says its name, what it needs of the others, how it starts and how it ends; runner.ts starts
 * parts in the order of their list and ends them in reverse. What windows and other rooms see of a part is typed here.
 */
import type { BrowserWindow } from 'electron'
import type { AttentionState, Message, NoticeKind, Ticket } from '../../../src/contract'
import type { ServerConfig, WorkspaceName } from '../config/config'
import type { DeepLinks } from '../deep-links/deep-links'
import type { Downloads } from '../downloads/downloads'
import type { Environment } from '../environment'
import type { Pictures } from '../gateway/pictures'
import type { Ipc } from '../ipc/ipc'
import type { LocalAnswer } from '../local-answer'
import type { LocalStore } from '../local-store'
import type { Log } from '../log/log'
import type { Microphone } from '../microphone/microphone'
import type { Network } from '../network/network'
import type { Pairing } from '../pairing/pairing'
import type { Quit } from '../quit'
import type { ServerClock } from '../servers/clock'
import type { KnownServers } from '../servers/known'
import type { Servers } from '../servers/servers'
import type { Switchboard } from '../servers/switchboard'
import type { AdaptedClient } from '../session/adapted-client'
import type { ServerAddress } from '../session/address'
import type { Session } from '../session/session'
import type { SettingsStore } from '../settings/settings'
import type { Feed } from '../socket/feed'
import type { ListReadings } from '../socket/list-readings'
import type { ServerSocket } from '../socket/socket'
import type { Spelling } from '../spelling/spelling'
import type { SystemShortcut } from '../system/global-shortcut'
import type { Presence } from '../system/presence'
import type { StayAwake } from '../system/stay-awake'
import type { TrayHost } from '../system/tray-host'
import type { Updates } from '../updates/updates'
import type { ConsoleWindow } from '../windows/console-window'
import type { Graphics } from '../windows/graphics'
import type { SecondWindows } from '../windows/second-windows'
import type { Keeping } from '../workspace/keeping'
import type { Recovery } from '../workspace/recovery'

/** The line to the server in use, and what is known of servers before anything else of main is read. */
export interface FirstLine {
  switchboard: Switchboard
  known: KnownServers
  keeping: Keeping
  recovery: Recovery
  /** Holds this computer awake while others need its workspace. */
  awake: StayAwake
  /** Whether a workspace of this computer was ever written. */
  holds(workspace: WorkspaceName): boolean
}

export interface ServerAccess {
  address: ServerAddress
  session: Session
  client: AdaptedClient
  servers: Servers
  clock: ServerClock
  pictures: Pictures
  keeping: Keeping
  recovery: Recovery
  /** Whether the certificate of the server in use is refused. Never rejects. */
  refusesTls(): Promise<boolean>
  /** Folder of the workspace of this computer that is in use; null while another server is. */
  workspaceFolder(): string | null
}

export interface Sync {
  feed: Feed
  socket: ServerSocket
  local: LocalStore
  presence: Presence
  listReadings: ListReadings
  /** Reminders, views and macros, where the server in use keeps none. */
  reminders: LocalAnswer
  views: LocalAnswer
  macros: LocalAnswer
  /** Shows windows a message that has changed on this computer. */
  tell(message: Message): void
  /** Has windows ask anew what the copilot of this computer offers. */
  copilotChanged(): void
  /** Calls back when what waits for the agent is to be read again. */
  onOwnReading(listener: () => void): void
}

/** The console window for parts that start before it is opened. */
export interface ConsoleHandle {
  /** Sets which window is the console. */
  attach(console: ConsoleWindow): void
  /** Null before it is opened. */
  window(): BrowserWindow | null
  /** Shows a screen of the console, in front. */
  go(path: string): void
  /** Brings the console to the front as it is. */
  reveal(): void
}

export interface Notifications {
  state(): AttentionState
  pause(paused: boolean): void
  snooze(minutes: number): void
  test(kind: NoticeKind): void
  openSystemSettings(): Promise<boolean>
  /** A window changes a ticket itself: the server's events about it are not notified. */
  localChange(ticketId: number): void
  /** A window made a ticket. */
  made(ticket: Ticket): void
  /** What a window shows, or has read, has changed. */
  looked(): void
  /** Brings up the tray for the console window. */
  attach(console: ConsoleWindow): void
  /** Whether there is a tray icon to come back from. */
  hasTray(): boolean
  /** Shows once that closing the window did not end Turno. */
  explainTray(): void
}

/** What parts may need, by name: what the first steps of boot.ts give, then what parts give one another. */
export interface Parts {
  env: Environment
  config: ServerConfig
  log: Log
  quit: Quit
  network: Network
  /** The addresses the system hands over, from the very start on. */
  links: DeepLinks
  graphics: Graphics
  /** Asked for before Electron is ready, as the answer takes its time. */
  askedTrayHost: Promise<TrayHost>
  line: FirstLine
  settings: SettingsStore
  server: ServerAccess
  ipc: Ipc
  sync: Sync
  trayHost: TrayHost
  microphone: Microphone
  consoleHandle: ConsoleHandle
  second: SecondWindows
  notifications: Notifications
  updates: Updates
  downloads: Downloads
  spelling: Spelling
  pairing: Pairing
  shortcut: SystemShortcut
  windows: ConsoleWindow
}

/** Registers an end; the newest runs first. @param limitMs how long it is waited for, milliseconds; 2 s unless given. */
export type AtEnd = (end: () => unknown, limitMs?: number) => void

/** What a part gives the others: nothing where `Parts` does not name it. */
type Given<N extends string> = N extends keyof Parts ? Parts[N] : unknown

export interface Part {
  name: string
  needs: readonly (keyof Parts)[]
  start(needs: Parts, atEnd: AtEnd): unknown
}

/** Makes a part. @param start gets the parts it names and no others. */
export const part = <N extends string, K extends keyof Parts>(
  name: N,
  needs: readonly K[],
  start: (needs: Pick<Parts, K>, atEnd: AtEnd) => Given<N> | Promise<Given<N>>,
): Part => ({ name, needs, start })
