/**
 * A small file of main's own over electron-store: written whole and swapped in (atomic, mode 0600, in a folder of mode
 * 0700), checked when it is read. Files that earlier versions wrote by hand are JSON of the same shape and are read on.
 */
import { basename, dirname } from 'node:path'
import type { z } from 'zod'
import { privateFolder } from '../../database/private-folder'
import type { Log } from '../log/log'
import type { OpenStore, Store } from './settings'

export interface SmallFile<T> {
  /** What was kept at the start, or written since. */
  content(): T
  /** Keeps a value; where it cannot be written it holds until the program ends, and it is logged. */
  write(value: T): void
}

/**
 * @param path its file, ending in `.json`; it is made with the first write.
 * @param fallback what holds when there is no file, or one that is damaged: that is reported and replaced by the next write.
 */
export function openSmallFile<S extends z.ZodType<Record<string, unknown>>>(deps: {
  path: string
  schema: S
  fallback: z.output<S>
  open: OpenStore
  log: Log
}): SmallFile<z.output<S>> {
  const { path, schema, log } = deps
  let store: Store | null = null
  let content = deps.fallback
  const open = (clearInvalidConfig: boolean): Store =>
    deps.open({
      cwd: dirname(path),
      name: basename(path, '.json'),
      configFileMode: 0o600,
      clearInvalidConfig,
      accessPropertiesByDotNotation: false,
    })
  try {
    store = open(false)
    const kept = store.store
    if (Object.keys(kept).length > 0) content = schema.parse(kept)
  } catch (error) {
    log.warn('file unreadable', { file: basename(path), error })
  }
  return {
    content: () => content,
    write(value) {
      content = value
      try {
        privateFolder(dirname(path))
        store ??= open(true)
        store.store = value
      } catch (error) {
        log.error('file not written', { file: basename(path), error })
      }
    },
  }
}
