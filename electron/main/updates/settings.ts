/** The `updates` member of config.json: whether, from where and on which channel. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ConfigPlaces } from '../config/load'
import type { Log } from '../log/log'

export const UPDATE_CHANNELS = ['latest', 'beta', 'alpha'] as const

export const updateSettings = z
  .object({
    enabled: z.boolean().default(true),
    channel: z.enum(UPDATE_CHANNELS).default('latest'),
    /** Folder the versions lie in; without it the one named when Turno was packaged. */
    url: z
      .string()
      .refine(text => URL.canParse(text) && new URL(text).protocol === 'https:', 'not an https address')
      .optional(),
  })
  .strict()
export type UpdateSettings = z.output<typeof updateSettings>

/** What the first readable configuration file says; the files themselves are judged when the server is looked for. */
export function readUpdateSettings(
  places: Pick<ConfigPlaces, 'explicitFile' | 'userFile' | 'shippedFile'>,
  log: Log,
): UpdateSettings {
  for (const place of [places.explicitFile, places.userFile, places.shippedFile]) {
    if (!place) continue
    let raw: unknown
    try {
      raw = JSON.parse(readFileSync(place, 'utf8').replace(/^\uFEFF/, ''))
    } catch {
      continue
    }
    if (typeof raw !== 'object' || raw === null || !('updates' in raw)) continue
    const parsed = updateSettings.safeParse(raw.updates)
    if (parsed.success) return parsed.data
    log.error('updates are off: the configuration cannot be used', {
      source: place,
      detail: parsed.error.issues[0]?.message,
    })
    // Guessing a channel could put an unfinished version on an agent's desk.
    return { enabled: false, channel: 'latest' }
  }
  return updateSettings.parse({})
}
