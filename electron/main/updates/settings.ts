/** The `updates` member of config.json: whether, from where and on which channel. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ConfigPlaces } from '../config/load'
import type { Log } from '../log/log'

const UPDATE_CHANNELS = ['latest', 'beta', 'alpha'] as const

const updateSettings = z
  .object({
    enabled: z.boolean().default(true),
    channel: z.enum(UPDATE_CHANNELS).default('latest'),
    /** Folder of the versions, with one below it for each system and processor (`feedOf`); without it the packaged one. */
    url: z
      .string()
      .refine(text => URL.canParse(text) && new URL(text).protocol === 'https:', 'not an https address')
      .optional(),
  })
  .strict()
export type UpdateSettings = z.output<typeof updateSettings>

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = { win32: 'win', darwin: 'mac' }

/**
 * The folder of this system and processor below the configured one, as electron-builder.yml writes it: the file that names
 * the newest version is called alike for every processor, so that in one folder they would overwrite each other. Pure.
 */
export const feedOf = (url: string, platform: NodeJS.Platform, arch: string): string =>
  `${url.replace(/\/+$/, '')}/${SYSTEMS[platform] ?? platform}-${arch}`

/** What the first readable configuration file sets; the files themselves are checked when the server is looked for. */
export function readUpdateSettings(
  places: Pick<ConfigPlaces, 'policyFile' | 'explicitFile' | 'userFile' | 'shippedFile'>,
  log: Log,
): UpdateSettings {
  for (const place of [places.policyFile, places.explicitFile, places.userFile, places.shippedFile]) {
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
    // Guessing a channel could put an unfinished version on an agent's computer.
    return { enabled: false, channel: 'latest' }
  }
  return updateSettings.parse({})
}
