/** A conversation as models are given it. */
import type { ModelTurn } from './chat-model'

/** What a file is to a model that reads words only. */
const FILES: Record<string, string> = {
  image: 'imagem',
  audio: 'áudio',
  video: 'vídeo',
  application: 'arquivo',
}

interface SourceMessage {
  fromMe: boolean
  mediaType: string | null
  body: string
  /** What is heard or read in its file. */
  heard?: string
}

/** @param rows messages, oldest first. @returns what was said in them; none of those that say nothing. */
export const turnsOf = (rows: readonly SourceMessage[]): ModelTurn[] =>
  rows.flatMap(row => {
    const file = FILES[row.mediaType ?? '']
    // What a prompt spoke itself is what it said, in its words.
    const isSpoken = row.fromMe && row.mediaType === 'audio' && row.body !== ''
    const text = [file && !isSpoken ? `[${file}]` : '', row.body, isSpoken ? '' : (row.heard ?? '')]
      .filter(Boolean)
      .join(' ')
    return text === '' ? [] : [{ role: row.fromMe ? ('assistant' as const) : ('user' as const), text }]
  })
