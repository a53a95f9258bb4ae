/**
 * Files that thousands of messages share (campaigns) under one name in the company's folder: a hard link for each would
 * exceed the limit of links, and a copy for each would fill the disk. Deleting one message leaves the file.
 */
import { and, isNotNull, or, type SQL } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { messages } from '../db/schema'
import type { MediaPlace } from './place'

const PREFIX = 'shared-'

/** The files of messages: their attachments, and pictures of linked pages. @param which messages. */
export async function filesOf(db: Reader, which: SQL | undefined): Promise<(string | null)[]> {
  const rows = await db
    .select({ file: messages.mediaFile, preview: messages.linkPreview })
    .from(messages)
    .where(and(which, or(isNotNull(messages.mediaFile), isNotNull(messages.linkPreview))))
  return rows.flatMap(({ file, preview }) => [file, preview?.picture ?? null])
}

/** Deletes files whose messages are gone, except those other messages share. */
export async function removeFiles(
  place: MediaPlace,
  companyId: number,
  files: readonly (string | null)[],
): Promise<void> {
  await Promise.all(files.map(file => file && !file.startsWith(PREFIX) && place.remove(companyId, file)))
}

/**
 * The name under which an owner's messages share a stored file. The original may be deleted: this name stays.
 * @param owner who shares it, for example `campaign-7`.
 * @returns null when the file is missing.
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
