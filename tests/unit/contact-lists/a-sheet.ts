/** Files for the tests of the import: real workbooks, and what only pretends to be one. */
import { crc32, deflateRawSync } from 'node:zlib'
import { type BookType, CFB, utils, write } from '@e965/xlsx'

export type Bytes = Uint8Array<ArrayBuffer>
export const bytesOf = (source: ArrayLike<number> | Buffer): Bytes => Uint8Array.from(source)

/** A workbook of one or several sheets. */
export function workbook(sheets: Record<string, unknown[][]>, bookType: BookType = 'xlsx'): Bytes {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  return new Uint8Array(write(book, { type: 'array', bookType, compression: true }) as ArrayBuffer)
}

export interface Part {
  name: string
  data: Buffer
  /** Bytes it says it unpacks to, where that is a lie. */
  stated?: number
  encrypted?: boolean
}

/** A ZIP by hand: writers of ZIPs do not lie. */
export function zipOf(parts: readonly Part[]): Bytes {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, data, stated = data.length, encrypted = false } of parts) {
    const packed = deflateRawSync(data)
    const head = (signature: number, central: boolean): Buffer => {
      const made = Buffer.alloc(central ? 46 : 30)
      made.writeUInt32LE(signature, 0)
      const from = central ? 6 : 4
      made.writeUInt16LE(20, from)
      made.writeUInt16LE(encrypted ? 1 : 0, from + 2)
      made.writeUInt16LE(8, from + 4)
      made.writeUInt32LE(crc32(data), from + 10)
      made.writeUInt32LE(packed.length, from + 14)
      made.writeUInt32LE(stated, from + 18)
      made.writeUInt16LE(name.length, from + 22)
      if (central) made.writeUInt32LE(at, 42)
      return made
    }
    const local = Buffer.concat([head(0x04034b50, false), Buffer.from(name), packed])
    directory.push(head(0x02014b50, true), Buffer.from(name))
    locals.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return bytesOf(Buffer.concat([...locals, central, end]))
}

/** A file of the older kind of container, with these parts. */
export function oleOf(paths: readonly string[]): Bytes {
  const made = CFB.utils.cfb_new()
  for (const path of paths) CFB.utils.cfb_add(made, path, Buffer.from('x'.repeat(5_000)))
  return bytesOf(CFB.write(made, { type: 'buffer' }) as Buffer)
}

export const PNG = bytesOf(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
