/**
 * The platform's logos on disk: `logos/<target>.<hash>.<type>`, one per target. The name identifies the content, so
 * that the folder's listing is the whole state and a new logo is never shown from a cache.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOGO_TARGETS, LOGO_TYPES, type LogoTarget, type LogoType } from '@contract'
import { privateFolder } from '../../../database/private-folder'
import { ApiError } from '../../errors'
import { logoTypeOf } from './inspect'

const NAME = new RegExp(`^(${LOGO_TARGETS.join('|')})\\.[0-9a-f]{16}\\.(${LOGO_TYPES.join('|')})$`)

export const logoFolder = (folder: string): string => join(folder, 'logos')

/** Target and type in a file's name; null for any other name. */
export function readLogoName(file: string): { target: LogoTarget; type: LogoType } | null {
  const [, target, type] = NAME.exec(file) ?? []
  return target && type ? { target: target as LogoTarget, type: type as LogoType } : null
}

/** Names of all logo files, oldest first. */
async function filesOf(folder: string): Promise<string[]> {
  const names = (await readdir(logoFolder(folder)).catch(() => [])).filter(name => readLogoName(name))
  const changed = await Promise.all(
    names.map(async name => (await stat(join(logoFolder(folder), name)).catch(() => null))?.mtimeMs ?? 0),
  )
  return names
    .map((name, index) => ({ name, at: changed[index] ?? 0 }))
    .sort((a, b) => a.at - b.at || a.name.localeCompare(b.name))
    .map(({ name }) => name)
}

/** The current logos in the order of LOGO_TARGETS, as paths on the server. */
export async function listLogos(folder: string): Promise<{ target: LogoTarget; path: string }[]> {
  const files = await filesOf(folder)
  return LOGO_TARGETS.flatMap(target => {
    const name = files.findLast(file => readLogoName(file)?.target === target)
    return name ? [{ target, path: `/public/logos/${name}` }] : []
  })
}

async function dropOthers(folder: string, target: LogoTarget, except: string | null): Promise<void> {
  for (const name of await filesOf(folder))
    if (name !== except && readLogoName(name)?.target === target)
      await rm(join(logoFolder(folder), name), { force: true })
}

/**
 * Sets a target's logo.
 * @param path the uploaded file, which stays in place.
 * @throws ApiError ERR_FILE_TYPE when it is not a logo (./inspect).
 */
export async function keepLogo(folder: string, target: LogoTarget, path: string): Promise<void> {
  const bytes = await readFile(path)
  const type = logoTypeOf(bytes)
  if (!type) throw new ApiError('ERR_FILE_TYPE')
  const name = `${target}.${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${type}`
  privateFolder(logoFolder(folder))
  const arriving = join(logoFolder(folder), `${randomUUID()}.arriving`)
  await writeFile(arriving, bytes, { mode: 0o600 })
  await rename(arriving, join(logoFolder(folder), name))
  await dropOthers(folder, target, name)
}

/** Removes a target's logo, if there is one. */
export const removeLogo = (folder: string, target: LogoTarget): Promise<void> =>
  dropOthers(folder, target, null)
