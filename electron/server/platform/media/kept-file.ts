/** A file as it comes in, and what is kept of it. Types only. */

/** A media file that comes in; `bytes` are written to the company's media folder by the workspace. */
export interface IncomingMedia {
  bytes: Uint8Array
  mime: string
  name: string
  /** Pixels, when the channel knows. */
  width?: number
  height?: number
  /** Seconds, when the channel knows. */
  duration?: number
}

/** A file of a company's folder, and what its bytes show. */
export interface KeptFile {
  mediaFile: string
  mediaName: string
  mediaMime: string
  mediaType: string
  /** Bytes. */
  mediaSize: number
  mediaWidth: number | null
  mediaHeight: number | null
  /** Seconds. */
  mediaDuration: number | null
}
