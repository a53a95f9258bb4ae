/** The Cloud API, on a double of Meta's Graph API, with a server of its own for what Meta delivers. */
import Fastify from 'fastify'
import { createCloudChannel } from '../../electron/server/desk/channel/cloud'
import { ensureAccount, saveAccount } from '../../electron/server/desk/channel/cloud/account'
import { silentLog } from '../../electron/server/log'
import { loadKeys } from '../../electron/server/platform/auth/tokens'
import { GraphDouble, PHONE, SECRET, TOKEN } from '../support/graph-double'
import { channelContract, type Driver, KeepingSink } from './suite'
import { workspaceFile } from './workspace-file'

async function make(): Promise<Driver> {
  const file = await workspaceFile('cloud')
  const graph = await new GraphDouble().start()
  const sink = new KeepingSink()
  const keys = loadKeys(file.folder)
  const at = { companyId: file.companyId, whatsappId: file.whatsappId }
  await saveAccount(file.db, keys, at, { phoneNumberId: PHONE, accessToken: TOKEN, appSecret: SECRET })
  const { hook } = await ensureAccount(file.db, keys, at)
  let server = Fastify()
  let url = ''
  const life = async () => {
    await server.close()
    server = Fastify()
    const channel = createCloudChannel({
      ...{ db: file.db, keys, sink, log: silentLog, graphUrl: graph.url },
      tuning: { reconnectMs: 20 },
    })
    channel.serve?.(server)
    url = await server.listen({ port: 0, host: '127.0.0.1' })
    return channel
  }
  let channel = await life()
  const address = () => `${url}/webhooks/whatsapp/cloud/${hook}`
  return {
    get channel() {
      return channel
    },
    sink,
    ...at,
    provider: 'cloud',
    async bringUp() {},
    takenCount: id => graph.taken.filter(one => one.callback === id).length,
    async deliver(id) {
      const one = graph.taken.find(taken => taken.callback === id)
      if (!one) throw new Error('not taken')
      // As Meta does now and then: twice, and the later word first.
      for (const word of ['delivered', 'sent', 'read', 'read'])
        await graph.deliver(address(), graph.delivery({ statuses: [graph.status(one, word)] }))
    },
    async nextLife() {
      await file.wasUp('551140028922')
      channel = await life()
    },
    async close() {
      await channel.stop()
      await server.close()
      await graph.stop()
      await file.remove()
    },
  }
}

channelContract('the Cloud API', make)
