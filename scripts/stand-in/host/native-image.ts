import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { refusing } from './refusing'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

/** Electron's NativeImage as far as icons need it: bytes, name and size; no drawing. */
export class NativeImageHost {
  constructor(
    private readonly bytes: Buffer,
    /** File name the image came from, or '' (for assertions). */
    readonly sourceName = '',
  ) {}

  isEmpty = (): boolean => this.bytes.length === 0

  toDataURL = (): string => `data:image/png;base64,${this.bytes.toString('base64')}`
  resize = (): NativeImageHost => make(this.bytes, this.sourceName)
  crop = (): NativeImageHost => make(this.bytes, this.sourceName)

  getSize(): { width: number; height: number } {
    if (!this.bytes.subarray(0, 4).equals(PNG)) return { width: 0, height: 0 }
    return { width: this.bytes.readUInt32BE(16), height: this.bytes.readUInt32BE(20) }
  }
}

const make = (bytes: Buffer, name = ''): NativeImageHost =>
  refusing('NativeImage', new NativeImageHost(bytes, name))

function fromPath(path: string): NativeImageHost {
  try {
    return make(readFileSync(path), basename(path))
  } catch {
    // Electron gives an empty image for a file it cannot read.
    return make(Buffer.alloc(0), '')
  }
}

export const nativeImage = refusing('nativeImage', {
  createFromPath: fromPath,
  createFromDataURL: (url: string) => make(Buffer.from(url.split(',')[1] ?? '', 'base64')),
})

/** The name of an icon given as path or NativeImage, for assertions. */
export const imageName = (icon: unknown): string =>
  typeof icon === 'string' ? basename(icon) : icon instanceof NativeImageHost ? icon.sourceName : ''
