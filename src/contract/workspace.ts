/** What the console learns of the keeping of its own workspace (this computer's). */
import { z } from 'zod'

/** What a file is behind what it was known to hold. */
export const workspaceMissing = z.object({
  /** What the file holds reaches to here, ISO-8601; null when it does not say. */
  since: z.string().nullable(),
  /** Until here it was known to hold more, ISO-8601. */
  until: z.string(),
  /** How many of each came in between. */
  messages: z.number().int(),
  tickets: z.number().int(),
  contacts: z.number().int(),
})
export type WorkspaceMissing = z.output<typeof workspaceMissing>

/** Something happened to the workspace file. */
export const workspaceRepair = z.object({
  /** When, ISO-8601. */
  at: z.string(),
  /**
   * `damaged`: it could not be read through; `empty`: it held nothing; `missing`: it was not there; `behind`: it is sound,
   * but what was written last is not in it; `restored`: somebody chose a copy; `copyUnusable`: somebody chose a copy that
   * cannot be used, and nothing was changed.
   */
  fault: z.enum(['damaged', 'empty', 'missing', 'behind', 'restored', 'copyUnusable']),
  /** Where the file lies that stood there before; null when it still does, or there was none. */
  movedTo: z.string().nullable(),
  /** Day of the copy that took its place (`2026-11-22`), or was to; null: none did. */
  copy: z.string().nullable(),
  /** Folder of the daily copies. */
  copies: z.string(),
  /** Days there are copies of, newest first. */
  days: z.array(z.string()).default([]),
  /** Rows read from the damaged file. */
  kept: z.number().int(),
  /** Rows that could not be read; null when nothing of the file could. */
  lost: z.number().int().nullable(),
  /** What is known to be missing besides; null when that is not known. */
  missing: workspaceMissing.nullable().default(null),
})
export type WorkspaceRepair = z.output<typeof workspaceRepair>

/** What the console shows of it. */
export const keepingState = z.object({
  /** What nobody has read yet; null: nothing happened. */
  repair: workspaceRepair.nullable(),
  /** A copy is being put in place: the server is stopped meanwhile. */
  restoring: z.boolean(),
})
export type KeepingState = z.output<typeof keepingState>
