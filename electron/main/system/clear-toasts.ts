/**
 * Takes every toast of Turno out of Windows' notification centre, those of earlier runs too: Electron takes away only what
 * the present run has shown. Windows' own PowerShell asks the system's own history.
 */
import { execFile } from 'node:child_process'
import { win32 } from 'node:path'
import type { Log } from '../log/log'
import { APP_ID } from './app-id'

const LIMIT_MS = 15_000
const HISTORY =
  '[Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType=WindowsRuntime]::History'

type Start = (program: string, args: readonly string[], done: (error: Error | null) => void) => void
const start: Start = (program, args, done) =>
  void execFile(program, args, { timeout: LIMIT_MS, windowsHide: true }, done)

/** @returns whether the centre was emptied; a refusal is logged. Never throws, never takes longer than fifteen seconds. */
export const clearToasts = (log: Log, run: Start = start, env = process.env): Promise<boolean> =>
  new Promise(resolve => {
    const program = win32.join(
      env.SystemRoot || 'C:\\Windows',
      'System32\\WindowsPowerShell\\v1.0\\powershell.exe',
    )
    const args = ['-NoProfile', '-NonInteractive', '-Command', `${HISTORY}.Clear('${APP_ID}')`]
    run(program, args, error => {
      if (error) log.warn('notices of an earlier run could not be taken away', { error })
      resolve(error === null)
    })
  })
