/** A workspace whose connections have different providers: each is served by its own channel and by no other. */
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createChannelHub } from '../../../electron/server/desk/channel/hub'
import { createNoChannel } from '../../../electron/server/desk/channel/none'
import { whatsapps } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'

const h = harnessForFile({
  around: (real, { db, sink }) => {
    real.capabilities = ['text']
    // Nothing is up that nobody connected.
    for (let id = 1; id < 50; id++) real.down.add(id)
    return createChannelHub({ db, channels: { cloud: real }, otherwise: createNoChannel(sink) })
  },
})

interface Connection {
  id: number
  status: string
  statusReason: string
  capabilities: string[] | null
}
const add = (name: string, provider: string) =>
  h.call<Connection>(h.one.admin, 'whatsapps.create', { body: { name, provider } })

describe('the channel hub', () => {
  it('gives each connection the channel of its provider; one of no known provider says that there is none', async () => {
    const real = await add('Nuvem', 'cloud')
    expect(real.body).toMatchObject({ status: 'CONNECTED', capabilities: ['text'] })
    const other = await add('Papel', 'beta')
    expect(other.body).toMatchObject({
      status: 'DISCONNECTED',
      statusReason: 'noProvider',
      capabilities: null,
    })
    const { channel } = h.running.app
    expect([real.body.id, other.body.id].map(id => channel.isConnected(id))).toEqual([true, false])

    const to = { number: '5511987650001', isGroup: false }
    const ref = { companyId: h.one.id, messageId: 'm1', to }
    await channel.react({ ...ref, whatsappId: real.body.id }, '👍')
    expect(h.channel.reactions).toHaveLength(1)
    await expect(channel.react({ ...ref, whatsappId: other.body.id }, '👍')).rejects.toThrow(
      'ERR_WAPP_NOT_INITIALIZED',
    )
  })

  it('takes a provider that is named like a member of every object for an unknown one', async () => {
    const odd = await add('Estranha', 'constructor')
    expect(odd.body).toMatchObject({ statusReason: 'noProvider' })
    await h.db.platform.delete(whatsapps).where(eq(whatsapps.id, odd.body.id))
  })
})
