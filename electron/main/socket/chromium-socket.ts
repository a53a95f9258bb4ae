/**
 * socket.io over Chromium's network instead of Node's: the system's proxy, its sign-in and the company's certificates
 * hold for the realtime socket as they do for requests (session/request-fetch.ts).
 */
import { WebSocket as WebSocketTransport } from 'engine.io-client'

/** Opens a WHATWG WebSocket: `net.WebSocket` in the program. It cannot ping; liveness.ts asks otherwise. */
export type OpenSocket = (url: string) => unknown

/** The transport that socket.io is given. */
export const transportOver = (open: OpenSocket) =>
  class extends WebSocketTransport {
    override createSocket(url: string): unknown {
      return open(url)
    }
  }
