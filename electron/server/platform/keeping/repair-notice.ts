/**
 * What happened to the workspace file, kept beside it until somebody has read it: a repair that is cut short is finished at
 * the next start, and a console that ends before anybody looked shows it again.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceRepair } from '@contract'
import { z } from 'zod'

const kept = z.object({
  /** False while what is still readable is being carried over. */
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

/** Keeps it, whole or not at all. */
export function keepRepairNotice(folder: string, what: RepairNotice): void {
  const part = `${fileOf(folder)}.part`
  writeFileSync(part, JSON.stringify(what), { mode: 0o600 })
  renameSync(part, fileOf(folder))
}

/** Somebody has read it. */
export const dropRepairNotice = (folder: string): void => rmSync(fileOf(folder), { force: true })
