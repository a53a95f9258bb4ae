/** Uploads and downloads files of messages. */
import { readFile } from 'node:fs/promises'
import { metaKindOf } from '@contract'
import { z } from 'zod'
import { multipart } from '../../../../providers/multipart'
import { ChannelError, type OutgoingMessage } from '../channel'
import type { VoiceNote } from '../voice/voice'
import type { CloudAccount } from './account'
import { type Graph, GraphError, GraphTooLarge } from './graph'
import { refusesFile } from './meaning'

const uploaded = z.object({ id: z.string().min(1) })
const described = z.object({
  url: z.string(),
  file_size: z.number().optional().catch(undefined),
})

/** The file name given to Meta for a voice note. */
const VOICE_NAME = 'voice.ogg'

/**
 * Uploads the file of a message; the message then refers to it by the id.
 * @param note replaces the file: its sound as a voice note.
 * @throws ChannelError ERR_WAPP_MEDIA when it is missing, too big or unsupported; GraphError, GraphNoAnswer.
 */
export async function uploadFile(
  graph: Graph,
  account: CloudAccount,
  media: NonNullable<OutgoingMessage['media']>,
  note: VoiceNote | null,
  signal: AbortSignal,
): Promise<string> {
  if (metaKindOf(media, null, false) === null) throw new ChannelError('ERR_WAPP_MEDIA')
  const read = () =>
    readFile(media.path).catch(() => {
      throw new ChannelError('ERR_WAPP_MEDIA')
    })
  const { name, mime, bytes } = note
    ? { ...note, name: VOICE_NAME }
    : { name: media.name, mime: media.mime, bytes: await read() }
  const answer = await graph
    .call({
      token: account.accessToken,
      method: 'POST',
      path: `${account.phoneNumberId}/media`,
      raw: multipart({ messaging_product: 'whatsapp', type: mime }, { name, mime, bytes }),
      signal,
    })
    .catch((error: unknown) => {
      throw error instanceof GraphError && refusesFile(error.code)
        ? new ChannelError('ERR_WAPP_MEDIA')
        : error
    })
  return uploaded.parse(answer).id
}

/** Downloads a file a customer sent. @param most bytes. @throws GraphTooLarge, GraphError, GraphNoAnswer */
export async function downloadFile(
  graph: Graph,
  account: CloudAccount,
  id: string,
  most: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const path = `${encodeURIComponent(id)}?phone_number_id=${encodeURIComponent(account.phoneNumberId)}`
  const { url, file_size } = described.parse(await graph.call({ token: account.accessToken, path, signal }))
  if (file_size !== undefined && file_size > most) throw new GraphTooLarge()
  return graph.file(url, account.accessToken, most, signal)
}
