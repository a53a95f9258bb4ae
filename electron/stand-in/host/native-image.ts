import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { refusing } from './refusing'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

/** Electron's NativeImage as far as icons need it: bytes, name and size; no drawing. */
export class NativeImageHost {
  isMacTemplateImage = false

  constructor(
    private readonly bytes: Buffer,
    /** File name the image came from, or '' (for assertions). */
    readonly sourceName = '',
  ) {}

  isEmpty = (): boolean => this.bytes.length === 0
  isTemplateImage = (): boolean => this.isMacTemplateImage

  setTemplateImage(template: boolean): void {
    this.isMacTemplateImage = template
  }

  toPNG = (): Buffer => Buffer.from(this.bytes)
  toBitmap = (): Buffer => Buffer.from(this.bytes)
  toDataURL = (): string => `data:image/png;base64,${this.bytes.toString('base64')}`
  getScaleFactors = (): number[] => [1]
  addRepresentation(): void {}
  resize = (): NativeImageHost => make(this.bytes, this.sourceName)
  crop = (): NativeImageHost => make(this.bytes, this.sourceName)

  getSize(): { width: number; height: number } {
    if (!this.bytes.subarray(0, 4).equals(PNG)) return { width: 0, height: 0 }
    return { width: this.bytes.readUInt32BE(16), height: this.bytes.readUInt32BE(20) }
  }

  getAspectRatio(): number {
    const { width, height } = this.getSize()
    return height ? width / height : 1
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
  createEmpty: () => make(Buffer.alloc(0)),
  createFromPath: fromPath,
  createFromBuffer: (bytes: Buffer) => make(Buffer.from(bytes)),
  createFromDataURL: (url: string) => make(Buffer.from(url.split(',')[1] ?? '', 'base64')),
  createFromNamedImage: () => make(Buffer.alloc(0)),
})

/** The name of an icon given as path or NativeImage, for assertions. */
export const imageName = (icon: unknown): string =>
  typeof icon === 'string' ? basename(icon) : icon instanceof NativeImageHost ? icon.sourceName : ''
