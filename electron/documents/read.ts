/** Documents that came from outside: read in a thread, one at a time, within bounds. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as Formats from './formats'
import type { Document, ReadDocument, ReadText } from './formats'
import { inThread, inTurn } from './in-thread'

/** A document of three hundred pages takes a few seconds. */
const LIMITS = { ms: 45_000, mb: 512 }
const HERE = dirname(fileURLToPath(import.meta.url))
/** Beside the built server, which the built main stands beside; where it runs from its sources there is none, and it reads by itself. */
const THREAD = [join(HERE, 'document-thread.js'), join(HERE, '../server/document-thread.js')].find(existsSync)

const inBounds = <Answer extends ReadDocument | ReadText>(
  document: Document & { whole: boolean },
  here: (formats: typeof Formats) => Promise<Answer>,
): Promise<Answer | { fault: 'unreadable' }> =>
  inTurn(async () =>
    THREAD
      ? ((await inThread<Answer>(THREAD, document, LIMITS)) ?? { fault: 'unreadable' as const })
      : // By an address that no build follows: what reads documents is the thread's alone.
        await here((await import(/* @vite-ignore */ join(HERE, 'formats.ts'))) as typeof Formats),
  )

/** A document in sections, or why it cannot be read. Never throws. */
export const readDocument = (document: Document): Promise<ReadDocument> =>
  inBounds<ReadDocument>({ ...document, whole: false }, formats => formats.readDocument(document))

/** All that a PDF says, "" for pictures of pages, or why it cannot be read. Never throws. */
export const readPdf = (bytes: Uint8Array): Promise<ReadText> =>
  inBounds<ReadText>({ name: '.pdf', bytes, whole: true }, formats => formats.readWhole(bytes))
