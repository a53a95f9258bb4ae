/** Names for files that come without one. */
import { extensionOf } from '../../../file-kinds'

/** @param kind image, audio, document and so on. @param mime with or without parameters. */
export const nameOfFile = (kind: string, mime: string): string => `${kind}${extensionOf(mime) ?? '.bin'}`
