/** Which connections count as up while their company goes from one process to another. */
import { describe, expect, it } from 'vitest'
import { type Channel, ChannelBusy } from '../../../electron/server/desk/channel/channel'
import { createSharedChannel, FROM_ROWS } from '../../../electron/server/doors/work/shared-channel'

const NUMBER = 7

describe('a connection', () => {
  const made = () => {
    const own = { up: false }
    const channel = createSharedChannel(
      { isConnected: () => own.up } as unknown as Channel,
      { here: () => true, ask: () => Promise.reject(new Error('nobody')) },
      () => Promise.resolve(1),
    )
    return { own, channel }
  }

  it('that was up at a process which is gone is coming up elsewhere, until it is said to be up or down', () => {
    const { channel } = made()
    channel.elsewhere(2, [NUMBER])
    channel.living(new Set([1]))
    expect(channel.isConnected(NUMBER)).toBe(true)
    expect(channel.coming()).toEqual([NUMBER])
    channel.onStatus({ whatsappId: NUMBER, status: 'DISCONNECTED' } as never)
    expect(channel.isConnected(NUMBER)).toBe(false)
  })

  it('that was only up in rows is not, once the others have spoken', () => {
    const { channel } = made()
    channel.elsewhere(FROM_ROWS, [NUMBER])
    channel.living(new Set([1]))
    expect(channel.isConnected(NUMBER)).toBe(false)
  })

  it('that is given up counts from the moment it goes, though somebody asked while it was still up', () => {
    const { own, channel } = made()
    own.up = true
    channel.change([NUMBER])
    expect(channel.isConnected(NUMBER)).toBe(true)
    expect(channel.coming()).toEqual([])
    own.up = false
    expect(channel.isConnected(NUMBER)).toBe(true)
    expect(channel.coming()).toEqual([NUMBER])
    channel.elsewhere(2, [NUMBER])
    expect(channel.coming()).toEqual([])
    channel.elsewhere(2, [])
    expect(channel.isConnected(NUMBER)).toBe(false)
  })

  it('that another process knows to be on its way counts here, until it says no more of it', () => {
    const { channel } = made()
    channel.elsewhere(2, [], [NUMBER])
    expect(channel.isConnected(NUMBER)).toBe(true)
    channel.elsewhere(2, [])
    expect(channel.isConnected(NUMBER)).toBe(false)
  })

  it('that comes up here is not up because the process that gave it up still speaks of it', async () => {
    const { own, channel } = made()
    channel.change([NUMBER])
    channel.elsewhere(2, [], [NUMBER])
    expect(channel.isConnected(NUMBER)).toBe(true)
    expect(channel.coming()).toEqual([NUMBER])
    await expect(channel.send({ whatsappId: NUMBER, companyId: 1 } as never)).rejects.toThrow(ChannelBusy)
    own.up = true
    channel.onStatus({ whatsappId: NUMBER, status: 'CONNECTED' } as never)
    expect(channel.coming()).toEqual([])
  })
})
