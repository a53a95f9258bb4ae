/**
 * Files that thousands of messages carry at once (campaigns). One name in the company's folder serves them all: a name for
 * each would pass the links a file may have, and a copy for each would fill the disk. Deleting one message leaves it.
 */
import { and, isNotNull, or, type SQL } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { messages } from '../db/schema'
import type { MediaPlace } from './place'

const PREFIX = 'shared-'

/** The files of messages: what was sent with them, and the pictures of pages they link to. @param which of all messages. */
export async function filesOf(db: Reader, which: SQL | undefined): Promise<(string | null)[]> {
  const rows = await db
    .select({ file: messages.mediaFile, preview: messages.linkPreview })
    .from(messages)
    .where(and(which, or(isNotNull(messages.mediaFile), isNotNull(messages.linkPreview))))
  return rows.flatMap(({ file, preview }) => [file, preview?.picture ?? null])
}

/** Deletes files of what is gone, but those that other messages carry too. */
export async function removeFiles(
  place: MediaPlace,
  companyId: number,
  files: readonly (string | null)[],
): Promise<void> {
  await Promise.all(files.map(file => file && !file.startsWith(PREFIX) && place.remove(companyId, file)))
}

/**
 * The name under which messages of an owner share a stored file. The original may go: this name stays.
 * @param owner who shares it, for example `campaign-7`.
 * @returns null when the file is gone.
 */
export async function sharedFile(
  place: MediaPlace,
  companyId: number,
  owner: string,
  file: string,
): Promise<string | null> {
  const name = `${PREFIX}${owner}-${file}`
  return (await place.copy(companyId, file, name)) ? name : null
}
