/** Has the words of a message's file asked for, where the server does it not: fetched as windows fetch it, kept on this computer. */
import type { Message, ServerErrorCode, Transcript } from '../../../src/contract'
import { AI_BASE_URL, isPdf, isTranscribable } from '../../../src/contract'
import type { Usage } from '../../copilot/ceiling'
import {
  FileRefused,
  hearPieces,
  isReadable,
  keptText,
  MOST_BYTES,
  OF_A_PICTURE,
  PAUSE_GROWS,
  RETRYABLE_ERRORS,
  readPicture,
  TRIES,
  usageOf,
} from '../../copilot/listening'
import { readPdf } from '../../documents/read'
import { HEAD_BYTES, inspectFile } from '../../file-kinds'
import { aiCodeOf, type MODEL_TIMEOUTS } from '../../providers/chat-model'
import { transcribe } from '../../providers/transcription'
import { limitSignal } from '../../time-limit'
import type { Cache } from '../cache/cache'
import type { Log } from '../log/log'
import type { ServerClient } from '../session/server-client'
import type { LocalCalls } from './calls'
import { CopilotRefusal } from './refusal'
import type { LocalCopilotSettings, Provider } from './settings'
import type { Words } from './words'

/** Longest wait for a file, milliseconds. */
const FILE_MS = 120_000
/** Files whose words are asked for at the same time. */
const AT_ONCE = 2

const kindOf = (message: Message): keyof typeof MOST_BYTES =>
  isPdf(message) ? 'pdf' : message.mediaType === 'audio' ? 'audio' : 'image'

export interface LocalTranscripts {
  /** Begins with a message. @returns it as it is shown meanwhile. @throws CopilotRefusal ERR_TRANSCRIPT_FILE */
  ask(message: Message): Promise<Message>
  /** Takes up what the last run of the program has left. */
  resume(): void
}

/** @param tell shows windows a message that has changed. @param scope the account's number in the file; null for nobody. */
export function createTranscripts(deps: {
  settings: LocalCopilotSettings
  calls: LocalCalls
  words: Words
  client: Pick<ServerClient, 'fetchFromOrigin'>
  cache: Pick<Cache, 'message' | 'rememberMessages'>
  tell: (message: Message) => void
  scope: () => number | null
  /** How a model is reached. */
  way: { local: boolean; timeouts: typeof MODEL_TIMEOUTS; fetch: typeof fetch }
  log: Log
}): LocalTranscripts {
  const { settings, calls, words, client, cache, way, log } = deps
  const running = new Map<string, Promise<void>>()

  async function fileOf(message: Message) {
    const { mediaUrl, mediaName, mediaMime } = message
    const most = MOST_BYTES[kindOf(message)]
    const answer = await client.fetchFromOrigin(mediaUrl ?? '', {
      signedIn: true,
      signal: limitSignal(FILE_MS),
    })
    if (!answer.ok || !answer.body) {
      await answer.body?.cancel()
      throw new CopilotRefusal('ERR_WAPP_DOWNLOAD_MEDIA')
    }
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
      size += part.byteLength
      if (size > most) throw new FileRefused('ERR_TRANSCRIPT_LONG')
      parts.push(part)
    }
    const bytes = Buffer.concat(parts)
    const name = mediaName ?? (mediaUrl ?? '').split('?', 1)[0] ?? ''
    return { bytes, ...inspectFile(bytes.subarray(0, HEAD_BYTES), name, mediaMime ?? '') }
  }

  /** Asks, counted against the ceiling and logged. */
  async function counted<T>(
    provider: Provider,
    ticketId: number,
    most: Usage,
    work: () => Promise<T>,
    used: (answer: T) => Usage,
  ): Promise<T> {
    const call = await calls.begin(settings.view(), { ...most, provider, feature: 'transcribe', ticketId })
    const { model } = provider
    try {
      const answer = await work()
      await call.end({ ...used(answer), outcome: 'answered', model })
      return answer
    } catch (error) {
      await call.end({ promptTokens: 0, completionTokens: 0, outcome: 'failed', model })
      throw error
    }
  }

  async function keep(message: Message, transcript: Transcript, isNew = false): Promise<Message> {
    await words.keepTranscript(message, transcript, isNew)
    const now = words.message({ ...((await cache.message(message.id)) ?? message), transcript: null })
    cache.rememberMessages([now])
    return now
  }

  const hostOf = ({ baseUrl }: Provider): string => new URL(baseUrl || AI_BASE_URL).host

  async function listen(message: Message, known: Transcript): Promise<void> {
    const file = await fileOf(message)
    const saveProgress = async (more: Partial<Transcript>): Promise<void> =>
      deps.tell(await keep(message, { ...known, ...more }))
    if (kindOf(message) === 'pdf') {
      const answer = await readPdf(file.bytes)
      if ('fault' in answer)
        throw new FileRefused(answer.fault === 'tooLarge' ? 'ERR_FILE_TOO_LARGE' : 'ERR_UNREADABLE_DOCUMENT')
      // Nothing left this computer, and nothing is counted.
      return await saveProgress({ state: 'done', text: keptText(answer), pieces: 1, piecesDone: 1 })
    }
    if (message.mediaType !== 'audio') {
      if (!isReadable(file.mime)) throw new FileRefused('ERR_TRANSCRIPT_FILE')
      const provider = await settings.provider()
      const read = () => readPicture({ ...provider, ...way }, file)
      const { text, model } = await counted(provider, message.ticketId, OF_A_PICTURE, read, answer => answer)
      return await saveProgress({
        state: 'done',
        text,
        model,
        sentTo: hostOf(provider),
        pieces: 1,
        piecesDone: 1,
      })
    }
    const provider = await settings.transcriber()
    const { text: body, language, pieces, piecesDone } = words.transcript(message.id) ?? known
    await hearPieces(
      { bytes: file.bytes, seconds: message.mediaDuration, known: { body, language, pieces, piecesDone } },
      (piece, most) =>
        counted(
          provider,
          message.ticketId,
          most,
          () => transcribe({ ...provider, ...way }, { ...piece, extension: file.extension, mime: file.mime }),
          usageOf,
        ),
      ({ body: text, ...progress }) =>
        saveProgress({
          ...progress,
          text,
          model: provider.model,
          sentTo: hostOf(provider),
          state: progress.piecesDone === progress.pieces ? 'done' : 'queued',
        }),
    )
  }

  const codeOf = (error: unknown): ServerErrorCode =>
    error instanceof FileRefused || error instanceof CopilotRefusal ? error.code : aiCodeOf(error)

  async function work(message: Message, known: Transcript): Promise<void> {
    const account = deps.scope()
    for (let tries = 1; ; tries += 1) {
      try {
        return await listen(message, known)
      } catch (error) {
        // Whose it was has left.
        if (deps.scope() !== account) return
        const failure = codeOf(error)
        log.warn('a transcript was not made', { tries, failure, error })
        if (tries >= TRIES || !RETRYABLE_ERRORS.has(failure)) {
          const latestTranscript = words.transcript(message.id) ?? known
          return deps.tell(await keep(message, { ...latestTranscript, state: 'failed', failure }))
        }
        await new Promise(resolve => setTimeout(resolve, way.timeouts.pause * PAUSE_GROWS ** (tries - 1)))
      }
    }
  }

  function begin(message: Message, known: Transcript): void {
    const waits = [...running.values()]
    const before = waits.at(-AT_ONCE) ?? Promise.resolve()
    const turn = before
      .then(() => work(message, known))
      .catch((error: unknown) => log.error('transcript', { error }))
      .finally(() => running.delete(message.id))
    running.set(message.id, turn)
  }

  return {
    async ask(message) {
      if (!isTranscribable(message)) throw new CopilotRefusal('ERR_TRANSCRIPT_FILE')
      const before = words.transcript(message.id)
      if (running.has(message.id) || before?.state === 'done') return words.message(message)
      // Pieces that were heard are not asked for again.
      const asked: Transcript = {
        text: '',
        language: null,
        model: '',
        sentTo: '',
        pieces: 0,
        piecesDone: 0,
        ...before,
        state: 'queued',
        failure: null,
      }
      const shown = await keep(message, asked, true)
      begin(message, asked)
      return shown
    },
    resume() {
      for (const { id } of words.queued())
        if (!running.has(id))
          void cache.message(id).then(message => {
            const known = words.transcript(id)
            if (message && known && !running.has(id)) begin(message, known)
          })
    },
  }
}
