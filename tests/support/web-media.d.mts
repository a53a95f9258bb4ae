import type { ServerResponse } from 'node:http'
import type { WebLibrary } from '../../electron/server/desk/channel/web/library'

export function encrypted(bytes: Uint8Array, kind: string): Promise<Buffer>
export function mediaOf(
  bytesOf: (path: string, answer: ServerResponse) => Promise<Uint8Array | null>,
): Pick<WebLibrary, 'getUrlFromDirectPath' | 'getMediaKeys'>
