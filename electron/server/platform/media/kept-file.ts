/** An incoming file, and what is stored of it. Types only. */

/** An incoming media file; the workspace writes `bytes` to the company's media folder. */
export interface IncomingMedia {
  bytes: Uint8Array
  mime: string
  name: string
  /** Pixels, if the channel knows. */
  width?: number
  height?: number
  /** Seconds, if the channel knows. */
  duration?: number
}

/** A file in a company's folder, and what its bytes show. */
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
