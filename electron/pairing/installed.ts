/**
 * The pairing component as it lies on the disk: main puts it there (electron/main/pairing), the server of this computer's own
 * company loads it (electron/server/desk/channel/web). Each has a folder that is called like the list it was made by.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Beside `node_modules`: what was installed. Written last. */
export const MARKER = 'installed.json'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const marker = z.object({
  /** Of the list of packages (`hashOf`). */
  list: sha256,
  /** Of all files (`contentOf`). */
  content: sha256,
  /** The library's. */
  version: z.string(),
  /** ISO-8601. */
  at: z.iso.datetime(),
  /** Where it was fetched. */
  registry: z.string(),
})
export type Marker = z.output<typeof marker>

/** Where the component of a company lies. @param workspace the folder of its data. */
export const componentFolder = (workspace: string): string => join(workspace, 'pairing')

export const hashOf = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * What was installed in a folder, the latest first, by what is written beside it alone.
 * @param folder `componentFolder`; one that is not there holds nothing.
 */
export async function readMarkers(folder: string): Promise<Marker[]> {
  const names = await readdir(folder).catch(() => [])
  const read = await Promise.all(
    names.map(async name => {
      try {
        const found = marker.parse(JSON.parse(await readFile(join(folder, name, MARKER), 'utf8')))
        return found.list === name ? [found] : []
      } catch {
        // Begun and never ended, broken, or somebody else's.
        return []
      }
    }),
  )
  return read.flat().sort((a, b) => b.at.localeCompare(a.at))
}

/**
 * A hash of everything below `node_modules` of a folder, names and bytes.
 * @throws Error when it cannot be read, or holds anything but folders and files.
 */
export async function contentOf(folder: string): Promise<string> {
  const lines: string[] = []
  const look = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = `${below}/${entry.name}`
      if (entry.isDirectory()) await look(path)
      else if (entry.isFile()) lines.push(`${path}\0${hashOf(await readFile(join(folder, path)))}`)
      else throw new Error(`${path} is no file`)
    }
  }
  await look('node_modules')
  return hashOf(lines.sort().join('\n'))
}

/**
 * The latest component that is whole, byte for byte what was installed, and its folder. It reads all of it: some 14 MB.
 * @param folder `componentFolder`.
 * @returns null where there is none.
 */
export async function soundComponent(folder: string): Promise<(Marker & { folder: string }) | null> {
  for (const found of await readMarkers(folder)) {
    const own = join(folder, found.list)
    if ((await contentOf(own).catch(() => null)) === found.content) return { ...found, folder: own }
  }
  return null
}
