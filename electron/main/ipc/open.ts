/** The bridge's end in main, over Electron's own IPC; nothing else imports `ipcMain`. */
import { ipcMain } from 'electron'
import type { Log } from '../log/log'
import { createIpc, type Ipc } from './ipc'

export const openIpc = (log: Log): Ipc => createIpc(ipcMain, log)
