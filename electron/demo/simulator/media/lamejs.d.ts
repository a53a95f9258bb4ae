/** The encoder is installed under this name, while its own declarations speak of another one. */
declare module 'lamejs' {
  export class Mp3Encoder {
    /** @param kbps kilobits per second. */
    constructor(channels: number, sampleRate: number, kbps: number)
    encodeBuffer(left: Int16Array, right?: Int16Array): Uint8Array
    flush(): Uint8Array
  }
}
