/** Hands a finished recording to main, which keeps it until it is sent (contract, LOCAL_ATTACHMENTS_PATH). */
import { attachment, LOCAL_ATTACHMENTS_PATH, type RecordedFile } from '@contract'

/**
 * Sends the bytes themselves: how Electron passes a Blob on to a protocol handler differs between its versions.
 * @param duration length of the recording in seconds.
 * @throws when main refused it, or could not be asked.
 */
export async function keepRecording(file: Blob, name: string, duration: number): Promise<RecordedFile> {
  const response = await fetch(`${LOCAL_ATTACHMENTS_PATH}?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'Content-Type': file.type },
    body: await file.arrayBuffer(),
  })
  if (!response.ok) throw new Error(`not kept: ${response.status}`)
  const kept = attachment.parse(await response.json())
  return { id: kept.id, name: kept.name, mime: kept.mime, size: kept.size, duration }
}
