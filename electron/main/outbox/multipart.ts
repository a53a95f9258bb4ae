/** A multipart/form-data body (RFC 7578) that is read from the disk while it is sent, with its bytes counted. */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

export interface FilePart {
  field: string
  name: string
  mime: string
  size: number
  open(): Readable
}

export interface Multipart {
  contentType: string
  /** Bytes of the whole body. */
  length: number
  /** A fresh body; each may be read once. */
  stream(watch: {
    progress(sent: number, total: number): void
    leaving(): Promise<void>
  }): ReadableStream<Uint8Array>
}

/** Quotes and line breaks in names, as browsers escape them. */
const quoted = (value: string): string =>
  value.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** @param fields name and value, in order, before the file: servers read them first. */
export function multipart(fields: readonly (readonly [string, string])[], file: FilePart): Multipart {
  const boundary = `----turno${randomUUID().replaceAll('-', '')}`
  const encoder = new TextEncoder()
  const head = encoder.encode(
    fields
      .map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
      )
      .join('') +
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(file.field)}"; filename="${quoted(file.name)}"\r\n` +
      `Content-Type: ${file.mime}\r\n\r\n`,
  )
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`)
  const length = head.byteLength + file.size + tail.byteLength

  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length,
    stream(watch) {
      let source: Readable | null = null
      async function* parts(): AsyncGenerator<Uint8Array> {
        yield head
        source = file.open()
        let read = 0
        for await (const chunk of source) {
          const bytes = chunk as Uint8Array
          read += bytes.byteLength
          yield bytes
        }
        // A file that changed under us must not arrive half.
        if (read !== file.size) throw new Error(`file has ${read} of ${file.size} bytes`)
        await watch.leaving()
        yield tail
      }
      const body = parts()
      let sent = 0
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            try {
              const next = await body.next()
              if (next.done) {
                controller.close()
                return
              }
              sent += next.value.byteLength
              controller.enqueue(next.value)
              watch.progress(sent, length)
            } catch (error) {
              source?.destroy()
              controller.error(error)
            }
          },
          async cancel() {
            source?.destroy()
            await body.return(undefined)
          },
        },
        // One chunk at a time: what was counted has been asked for by the network.
        { highWaterMark: 0 },
      )
    },
  }
}
