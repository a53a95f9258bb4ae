/** Files of a ZIP, within bounds: what says less than it holds is refused while it is unpacked. */
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { TooMuch } from './too-much'

/** Files in the ZIP that are looked at. */
const MOST_ENTRIES = 5_000

const opened = (bytes: Uint8Array): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, zip) =>
      zip ? resolve(zip) : reject(error ?? new Error('no zip')),
    )
  })

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const next = (): Promise<Entry | null> =>
    new Promise((resolve, reject) => {
      const done = (entry: Entry | null): void => {
        zip.removeAllListeners()
        resolve(entry)
      }
      zip.once('entry', done)
      zip.once('end', () => done(null))
      zip.once('error', reject)
      zip.readEntry()
    })
  for (let seen = 0; ; seen += 1) {
    // The last one carries the end.
    if (seen >= zip.entryCount) return
    const entry = await next()
    if (!entry) return
    if (seen >= MOST_ENTRIES) throw new TooMuch()
    yield entry
  }
}

/**
 * @param wanted which files are read. @param mostBytes of all of them together, unpacked.
 * @returns a stream of each, in the ZIP's order; each has to be read before the next one.
 * @throws TooMuch, or what is wrong with the ZIP.
 */
export async function* filesOf(
  bytes: Uint8Array,
  wanted: (name: string) => boolean,
  mostBytes: number,
): AsyncGenerator<{ name: string; chunks: AsyncGenerator<Buffer> }> {
  const zip = await opened(bytes)
  let size = 0
  for await (const entry of entriesOf(zip)) {
    if (!wanted(entry.fileName)) continue
    if (size + entry.uncompressedSize > mostBytes) throw new TooMuch()
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      zip.openReadStream(entry, (error, found) =>
        found ? resolve(found) : reject(error ?? new Error('nothing to read')),
      )
    })
    async function* chunks(): AsyncGenerator<Buffer> {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > mostBytes) throw new TooMuch()
        yield chunk
      }
    }
    yield { name: entry.fileName, chunks: chunks() }
  }
}
