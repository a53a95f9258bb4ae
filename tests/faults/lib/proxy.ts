/** A TCP proxy whose connections can be cut: the network between console and server. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Proxy {
  port: number
  cut(): void
  close(): Promise<void>
}

/** @param target port on loopback, asked at every connection because a server that comes back may have moved. */
export async function startProxy(target: () => number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const watch = (socket: Socket, other: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  const server = createServer(client => {
    const upstream = connect(target(), '127.0.0.1')
    watch(client, upstream)
    watch(upstream, client)
    client.pipe(upstream)
    upstream.pipe(client)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    async close() {
      cut()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
