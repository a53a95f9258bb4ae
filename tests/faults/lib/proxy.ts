/** A TCP proxy whose connections can be cut: the network between two programs. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Proxy {
  port: number
  cut(): void
  /** `silent`: nothing passes and nobody hears why; `refused`: connections end, and new ones at once; `open`: all passes. */
  be(state: 'open' | 'silent' | 'refused'): void
  close(): Promise<void>
}

/** @param target port on loopback, or path of a socket; asked at every connection because a server that comes back may have moved. */
export async function startProxy(target: () => number | string): Promise<Proxy> {
  const pairs = new Map<Socket, Socket>()
  let state: 'open' | 'silent' | 'refused' = 'open'
  const pass = (client: Socket, upstream: Socket): void => {
    client.pipe(upstream)
    upstream.pipe(client)
  }
  const hold = (client: Socket, upstream: Socket): void => {
    client.unpipe(upstream).pause()
    upstream.unpipe(client).pause()
  }
  const server = createServer(client => {
    client.on('error', () => {})
    if (state === 'refused') return void client.destroy()
    const at = target()
    const upstream = typeof at === 'number' ? connect(at, '127.0.0.1') : connect(at)
    pairs.set(client, upstream)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        pairs.delete(client)
        other.destroy()
      })
    }
    if (state === 'open') pass(client, upstream)
    else hold(client, upstream)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    for (const [client, upstream] of pairs) {
      client.destroy()
      upstream.destroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    be(next) {
      if (next === state) return
      if (state === 'silent') for (const pair of pairs) pass(...pair)
      state = next
      if (next === 'refused') cut()
      else if (next === 'silent') for (const pair of pairs) hold(...pair)
    },
    async close() {
      cut()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
