/**
 * Files that thousands of messages carry at once (campaigns). One name in the company's folder serves them all: a name for
 * each would pass the links a file may have, and a copy for each would fill the disk. Deleting one message leaves it.
 */
import type { MediaPlace } from './place'

const PREFIX = 'shared-'

/** Whether a file belongs to more than one message: whoever deletes one of them leaves the file. */
export const isShared = (file: string): boolean => file.startsWith(PREFIX)

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
