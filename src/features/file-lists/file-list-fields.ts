/** What the dialog of a file list has in its fields, and what is sent of it. Pure. */
import { type FileList, type FileOption, fileListForm, fileOptionForm } from '@contract'
import { z } from 'zod'

/** The file an entry has on the server. */
export interface KeptFile {
  name: string
  path: string
  mediaType: string
}

const entry = z.object({
  /** Names the row in the form, also before the server has given it an id. */
  key: z.string(),
  id: fileOptionForm.shape.id,
  name: fileOptionForm.shape.name,
  kept: z.custom<KeptFile | null>(() => true).optional(),
  /** A new file; null takes the kept one away, undefined leaves it. */
  file: z.custom<File | null>(() => true).optional(),
})
export type Entry = z.output<typeof entry>

export const fileListFields = z.object({
  name: fileListForm.shape.name,
  message: fileListForm.shape.message,
  /** Left out while the entries of the list are not known yet: then they stay as they are. */
  options: z.array(entry).optional(),
})
export type FileListFields = z.output<typeof fileListFields>

/** The last part of an address, for servers that keep no name of the file. */
const lastOf = (path: string): string => path.split('/').pop() ?? path

const entryOf = ({ id, name, path, mediaType, mediaName }: FileOption): Entry => ({
  key: `kept-${id}`,
  id,
  name,
  kept: path === '' ? null : { name: mediaName ?? lastOf(path), path, mediaType },
})

export const fieldsOf = ({ name, message, options }: FileList): FileListFields => ({
  name,
  message,
  options: options.map(entryOf),
})

/**
 * What is sent of the entries.
 * @param made ids that entries were given by a save whose files did not all arrive, by the entry's key.
 */
export function optionsToSend(entries: readonly Entry[], made: ReadonlyMap<string, number>) {
  return entries.map(({ key, id, name, kept, file }) => {
    const known = id ?? made.get(key)
    // Without its file it is another entry: the old one goes, and its file with it.
    return {
      ...(known && file !== null ? { id: known } : {}),
      name,
      path: file === null ? '' : (kept?.path ?? ''),
      mediaType: file === null ? '' : (kept?.mediaType ?? ''),
    }
  })
}

/** The entry of the server that one of the form became: by its place, else by its name. */
export function savedAt(saved: FileList, entries: readonly Entry[], at: number): FileOption | null {
  const wanted = entries[at]
  const there = saved.options[at]
  if (!wanted || there?.name === wanted.name) return there ?? null
  return saved.options.find(option => option.name === wanted.name) ?? null
}
