/**
 * What happened to the workspace file, stored beside it until somebody has read it: the next start finishes an
 * interrupted repair, and the notice is shown again until it is read.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceRepair } from '@contract'
import { z } from 'zod'

const kept = z.object({
  /** False while readable data is still being carried over. */
  finished: z.boolean(),
  /** How often it was begun. */
  attempt: z.number().int(),
  repair: workspaceRepair,
})
export type RepairNotice = z.output<typeof kept>

const fileOf = (folder: string): string => join(folder, 'repair.json')

/** What was kept; null when nothing was, or it cannot be read. */
export function repairNotice(folder: string): RepairNotice | null {
  try {
    return kept.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8')))
  } catch {
    return null
  }
}

/** Stores it atomically. */
export function keepRepairNotice(folder: string, what: RepairNotice): void {
  const part = `${fileOf(folder)}.part`
  writeFileSync(part, JSON.stringify(what), { mode: 0o600 })
  renameSync(part, fileOf(folder))
}

/** Deletes it: somebody has read it. */
export const dropRepairNotice = (folder: string): void => rmSync(fileOf(folder), { force: true })
