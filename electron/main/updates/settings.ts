/** The `updates` member of config.json: whether, from where and on which channel. */
import { z } from 'zod'
import { type ConfigPlaces, readMember } from '../config/load'
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
  const found = readMember(places, 'updates')
  if (!found) return updateSettings.parse({})
  const parsed = updateSettings.safeParse(found.value)
  if (parsed.success) return parsed.data
  log.error('updates are off: the configuration cannot be used', {
    source: found.source,
    detail: parsed.error.issues[0]?.message,
  })
  // Guessing a channel could put an unfinished version on an agent's computer.
  return { enabled: false, channel: 'latest' }
}
