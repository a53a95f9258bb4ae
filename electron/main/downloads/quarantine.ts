/**
 * Files that came from outside carry the mark by which the system warns before it runs them: an alternate stream on
 * Windows, an extended attribute on macOS, no execute bit elsewhere. Electron sets none of them by itself.
 */
import { execFile } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export type Quarantine =
  | { kind: 'stream'; path: string; text: string }
  | { kind: 'attribute'; command: string; args: string[] }
  | { kind: 'mode'; path: string; mode: number }

/** "The internet" among Windows' zones. */
const ZONE = 3

/**
 * How a file is marked on a system. Pure.
 * @param at instant of the download.
 * @param id a UUID; macOS wants one for each file.
 */
export function quarantineOf(platform: NodeJS.Platform, path: string, at: Date, id: string): Quarantine {
  if (platform === 'win32') {
    return { kind: 'stream', path: `${path}:Zone.Identifier`, text: `[ZoneTransfer]\r\nZoneId=${ZONE}\r\n` }
  }
  if (platform === 'darwin') {
    const seconds = Math.floor(at.getTime() / 1000).toString(16)
    // 0081: downloaded, and not yet approved by the person.
    return {
      kind: 'attribute',
      command: '/usr/bin/xattr',
      args: ['-w', 'com.apple.quarantine', `0081;${seconds};Turno;${id.toUpperCase()}`, path],
    }
  }
  return { kind: 'mode', path, mode: 0o600 }
}

/** Puts the mark on the disk. @throws when the file system has no place for it. */
export async function applyQuarantine(mark: Quarantine): Promise<void> {
  if (mark.kind === 'stream') await writeFile(mark.path, mark.text)
  else if (mark.kind === 'attribute') await promisify(execFile)(mark.command, mark.args)
  else await chmod(mark.path, mark.mode)
}
