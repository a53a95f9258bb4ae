/** What the console is told of the keeping of its own workspace (this computer's). */
import { z } from 'zod'

/** A damaged workspace file was replaced. */
export const workspaceRepair = z.object({
  /** When, ISO-8601. */
  at: z.string(),
  /** `damaged`: it could not be read through; `empty`: it held nothing; `missing`: it was not there. */
  fault: z.enum(['damaged', 'empty', 'missing']),
  /** Where the file lies that could not be used; null when there was none. */
  movedTo: z.string().nullable(),
  /** Day of the copy that took its place (`2026-11-22`); null: a new workspace did. */
  copy: z.string().nullable(),
  /** Folder of the daily copies. */
  copies: z.string(),
  /** Rows read from the damaged file. */
  kept: z.number().int(),
  /** Rows that could not be read; null when nothing of the file could. */
  lost: z.number().int().nullable(),
})
export type WorkspaceRepair = z.output<typeof workspaceRepair>
