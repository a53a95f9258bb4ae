import { expect, it } from 'vitest'
import { ChannelBusy, ChannelError } from '../../../electron/server/desk/channel/channel'
import { createOutgoing } from '../../../electron/server/desk/channel/web/outgoing'

const message = { whatsappId: 1, companyId: 1, messageId: 'm', to: '5511999990000', body: 'Oi' } as never
const channel = (isComing: boolean) =>
  createOutgoing({
    db: null as never,
    sink: null as never,
    demand: () => {
      throw new ChannelError('ERR_WAPP_NOT_INITIALIZED')
    },
    isComing: () => isComing,
    pace: async () => undefined,
    tuning: { unsureMs: 1, graceMs: 1, busyMs: 5 },
  })

it('lets a message wait for a paired number that went down a moment ago, and fails that of one there is none of', async () => {
  await expect(channel(true).send(message)).rejects.toBeInstanceOf(ChannelBusy)
  await expect(channel(false).send(message)).rejects.toMatchObject({ code: 'ERR_WAPP_NOT_INITIALIZED' })
})
