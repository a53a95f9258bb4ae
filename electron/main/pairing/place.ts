/** The component's folder: what is being written, what is whole, what went before. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { contentOf, MARKER, type Marker } from '../../pairing/installed'
import { ofDisk } from './failed'

/** Marks a folder whose installation began and did not finish; a killed one is recognised by it. */
const PART = 'part-'

const removed = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 5 })

/** Renames; a guard of the system that still looks at what was written a moment ago is waited for. */
async function moved(from: string, to: string): Promise<void> {
  for (const pause of [100, 500, 2_000, null]) {
    try {
      return await rename(from, to)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (pause === null || !['EPERM', 'EACCES', 'EBUSY'].includes(code)) throw error
      await delay(pause)
    }
  }
}

/** A component that is being written. What it does throws InstallFailed where the disk does not take it. */
export interface Part {
  /** @param path of the package's folder, from the one that holds `node_modules`. */
  write(path: string, files: ReadonlyMap<string, Buffer>): Promise<void>
  /** Puts it in its place by one rename; what was installed before goes. */
  finish(marker: Omit<Marker, 'content'>): Promise<void>
  /** Leaves nothing of it. Never rejects. */
  drop(): Promise<void>
}

/** Removes what earlier tries left. @param folder `componentFolder`. */
async function clearParts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  await Promise.all(names.filter(name => name.startsWith(PART)).map(name => removed(join(folder, name))))
}

/** Removes every component. @throws InstallFailed */
export async function clearAll(folder: string): Promise<void> {
  await removed(folder).catch((cause: unknown) => {
    throw ofDisk(cause)
  })
}

/** Begins one. @param folder `componentFolder`. */
export async function beginPart(folder: string): Promise<Part> {
  const part = join(folder, `${PART}${randomUUID()}`)
  const onDisk = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (cause) {
      throw ofDisk(cause)
    }
  }
  await onDisk(async () => {
    await clearParts(folder)
    await mkdir(part, { recursive: true, mode: 0o700 })
  })
  return {
    write: (path, files) =>
      onDisk(async () => {
        for (const [place, bytes] of files) {
          const file = join(part, path, place)
          await mkdir(dirname(file), { recursive: true })
          // Nothing may stand there already: packages do not write over one another.
          await writeFile(file, bytes, { flag: 'wx', mode: 0o600 })
        }
      }),
    finish: marker =>
      onDisk(async () => {
        const whole: Marker = { ...marker, content: await contentOf(part) }
        await writeFile(join(part, MARKER), JSON.stringify(whole), { flush: true })
        // The same list, broken: it is in the way of the rename.
        await removed(join(folder, marker.list))
        await moved(part, join(folder, marker.list))
        const others = (await readdir(folder)).filter(name => name !== marker.list)
        await Promise.all(others.map(name => removed(join(folder, name)).catch(() => undefined)))
      }),
    drop: () => removed(part).catch(() => undefined),
  }
}
