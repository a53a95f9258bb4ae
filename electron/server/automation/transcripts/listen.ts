/**
 * Transcribes one message's file: a recording by the company's transcriber, in pieces if it is long; a picture by its
 * model.
 */

import { extname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { AI_BASE_URL, isPdf } from '@contract'
import type { Usage } from '../../../copilot/ceiling'
import {
  FileRefused,
  hearPieces,
  isReadable,
  keptText,
  MOST_BYTES,
  OF_A_PICTURE,
  readPicture,
  type TranscriptSoFar,
  usageOf,
} from '../../../copilot/listening'
import { servedAs } from '../../../file-kinds'
import { transcribe } from '../../../providers/transcription'
import type { MessageRow } from '../../desk/presenters/messages'
import type { TranscriptRow } from '../../desk/presenters/transcripts'
import { ApiError } from '../../errors'
import type { Workspace } from '../../workspace'
import { pdfText } from '../articles/read-document'
import { beginCall } from '../copilot/calls'
import {
  type CopilotRow,
  modelConnection,
  type Provider,
  providerForTask,
  providerOf,
} from '../copilot/settings'

/** What is known of a transcript after each piece. */
export type Progress = TranscriptSoFar & Pick<TranscriptRow, 'model' | 'sentTo'>

async function fileOf(app: Workspace, row: MessageRow, most: number): Promise<Uint8Array> {
  const file = row.mediaFile ?? ''
  const facts = await app.media.facts(row.companyId, file)
  if (!facts) throw new ApiError('ERR_WAPP_DOWNLOAD_MEDIA')
  if (facts.size > most) throw new ApiError('ERR_TRANSCRIPT_LONG')
  return await buffer(await app.media.read(row.companyId, file))
}

/** The host it is sent to; '' for the demo's own model. */
const hostOf = ({ baseUrl }: Provider, way: { fetch?: typeof fetch }): string =>
  way.fetch ? '' : new URL(baseUrl || AI_BASE_URL).host

/** Makes a request that is counted against the ceiling and logged. @param most its possible maximum. */
async function counted<T extends { used: Usage }>(
  app: Workspace,
  settings: CopilotRow,
  asked: { provider: Provider; ticketId: number; userId: number | null; most: Usage },
  work: () => Promise<T>,
): Promise<T> {
  const { provider, ticketId, most, userId } = asked
  const who = { companyId: settings.companyId, id: userId }
  const call = await beginCall(app, who, settings, { ...most, ticketId, provider, feature: 'transcribe' })
  const { model } = provider
  try {
    const answer = await work()
    await call.end({ ...answer.used, outcome: 'answered', model })
    return answer
  } catch (error) {
    await call.end({ promptTokens: 0, completionTokens: 0, seconds: 0, outcome: 'failed', model })
    throw error
  }
}

interface Listening {
  app: Workspace
  settings: CopilotRow
  message: MessageRow
  /** What was known when it began. */
  known: TranscriptRow
  /** Called after each piece with all that is known. */
  kept: (progress: Progress) => Promise<void>
  /** Aborts it. */
  ending: AbortSignal
}

/** Transcribes a recording from the first piece that is not done. @throws ApiError, FileRefused, ModelError */
async function hear({ app, settings, message, known, kept, ending }: Listening): Promise<void> {
  const bytes = await fileOf(app, message, MOST_BYTES.audio)
  const provider = await providerForTask(app, settings, 'transcription')
  const way = await modelConnection(app, provider)
  const extension = extname(message.mediaFile ?? '')
  const { mime } = servedAs(`x${extension}`)
  await hearPieces(
    { bytes, seconds: message.mediaDuration, known },
    async (piece, most) => {
      const asked = { provider, ticketId: message.ticketId, userId: known.userId, most }
      const { heard } = await counted(app, settings, asked, async () => {
        const transcribed = await transcribe({ ...provider, ...way }, { ...piece, extension, mime }, ending)
        return { heard: transcribed, used: usageOf(transcribed) }
      })
      return heard
    },
    progress => kept({ ...progress, model: provider.model, sentTo: hostOf(provider, way) }),
  )
}

/** Reads the text in a picture. @throws as `hear`. */
async function look({ app, settings, message, known, kept, ending }: Listening): Promise<void> {
  const { mime } = servedAs(message.mediaFile ?? '')
  if (!isReadable(mime)) throw new FileRefused('ERR_TRANSCRIPT_FILE')
  const bytes = await fileOf(app, message, MOST_BYTES.image)
  const provider = await providerOf(app, settings)
  const way = await modelConnection(app, provider)
  const asked = { provider, ticketId: message.ticketId, userId: known.userId, most: OF_A_PICTURE }
  const { text, model } = await counted(app, settings, asked, async () => {
    const answer = await readPicture({ ...provider, ...way }, { bytes, mime }, ending)
    const { promptTokens, completionTokens } = answer
    return { ...answer, used: { promptTokens, completionTokens } }
  })
  await kept({ body: text, language: null, model, sentTo: hostOf(provider, way), pieces: 1, piecesDone: 1 })
}

/** Reads a PDF in this process: nothing is sent and nothing is counted. @throws ApiError */
async function readHere({ app, message, kept }: Listening): Promise<void> {
  const body = keptText(await pdfText(await fileOf(app, message, MOST_BYTES.pdf)))
  await kept({ body, language: null, model: '', sentTo: '', pieces: 1, piecesDone: 1 })
}

/** Transcribes a message's file, or reads it here. @throws ApiError, FileRefused, ModelError */
export function listen(listening: Listening): Promise<void> {
  if (isPdf(listening.message)) return readHere(listening)
  return listening.message.mediaType === 'audio' ? hear(listening) : look(listening)
}
