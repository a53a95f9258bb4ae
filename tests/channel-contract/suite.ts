/**
 * What the workspace relies on, whichever channel is behind a number. A channel passes it by a driver that plays the
 * other side.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AckUpdate,
  type Channel,
  ChannelError,
  type ChannelSink,
  type IncomingMessage,
  type OutgoingMessage,
  type StatusUpdate,
} from '../../electron/server/desk/channel/channel'
import type { IncomingMedia, KeptFile } from '../../electron/server/platform/media/kept-file'

/** A sink that keeps what it is told. */
export class KeepingSink implements ChannelSink {
  readonly messages: IncomingMessage[] = []
  readonly ackUpdates: AckUpdate[] = []
  readonly statuses: StatusUpdate[] = []
  readonly reactions: { messageId: string; type: string }[] = []
  async incoming(batch: readonly IncomingMessage[]): Promise<void> {
    this.messages.push(...batch)
  }
  async keep(_whatsappId: number, media: IncomingMedia): Promise<KeptFile> {
    const { name: mediaName, mime: mediaMime, bytes } = media
    return {
      mediaFile: mediaName,
      mediaName,
      mediaMime,
      mediaType: 'application',
      mediaSize: bytes.length,
      mediaWidth: null,
      mediaHeight: null,
      mediaDuration: null,
    }
  }
  async fileCame(): Promise<void> {}
  async acks(batch: readonly AckUpdate[]): Promise<void> {
    this.ackUpdates.push(...batch)
  }
  async status(update: StatusUpdate): Promise<void> {
    this.statuses.push(update)
  }
  async reaction(update: { messageId: string; type: string }): Promise<void> {
    this.reactions.push(update)
  }
  async echoed(..._batch: Parameters<ChannelSink['echoed']>): Promise<void> {}
  async person(): Promise<void> {}
  async phoneData(): Promise<void> {}
  async handover(): Promise<boolean> {
    return true
  }
  async typing(): Promise<void> {}
  async edited(..._change: Parameters<ChannelSink['edited']>): Promise<void> {}
  async revoked(..._change: Parameters<ChannelSink['revoked']>): Promise<void> {}
}

/** The other side of a channel, as a test moves it. */
export interface Driver {
  channel: Channel
  sink: KeepingSink
  companyId: number
  /** A number that nobody has connected yet. */
  whatsappId: number
  provider: string
  /** Does what a person does so that the number comes up, after `connect`. */
  bringUp(): Promise<void>
  /** Messages the other side has taken, by our id. */
  takenCount(messageId: string): number
  /** Carries a message to the customer's phone and lets it be read there. */
  deliver(messageId: string): Promise<void>
  /** The next life of the channel over the same data, before `start`. */
  nextLife(): Promise<void>
  close(): Promise<void>
}

let serial = 0
const outgoing = (driver: Driver, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  companyId: driver.companyId,
  whatsappId: driver.whatsappId,
  messageId: `contract-${++serial}`,
  to: { number: '5511987654321', isGroup: false },
  body: 'Bom dia',
  mediaType: null,
  media: null,
  quotedMsgId: null,
  isForwarded: false,
  menu: null,
  ...more,
})

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was thrown',
    error => (error instanceof ChannelError ? error.code : String(error)),
  )

/** Runs the suite. @param make a fresh driver. */
export function channelContract(name: string, make: () => Promise<Driver>): void {
  describe(`the contract of a channel: ${name}`, () => {
    let d: Driver
    beforeAll(async () => {
      d = await make()
      await d.channel.start()
    })
    afterAll(() => d.close())
    const last = () => d.sink.statuses.findLast(update => update.whatsappId === d.whatsappId)

    it('a number that nobody connected is down and says so to whoever sends', async () => {
      expect(d.channel.isConnected(d.whatsappId)).toBe(false)
      const message = outgoing(d)
      expect(await codeOf(d.channel.send(message))).toBe('ERR_WAPP_NOT_INITIALIZED')
      expect(d.takenCount(message.messageId)).toBe(0)
    })

    it('a number comes up through its states and is up when it says so', async () => {
      await d.channel.connect(d.whatsappId)
      await expect.poll(() => d.sink.statuses.length).toBeGreaterThan(0)
      expect(d.sink.statuses[0]).toMatchObject({ whatsappId: d.whatsappId, status: 'OPENING' })
      await d.bringUp()
      await expect.poll(() => last()?.status).toBe('CONNECTED')
      expect(d.channel.isConnected(d.whatsappId)).toBe(true)
      // What it may do is told as it becomes known, after the number.
      const told = d.sink.statuses.filter(update => update.whatsappId === d.whatsappId)
      expect(told.findLast(({ number }) => number !== undefined)?.number).toMatch(/^\d{10,15}$/)
    })

    it('takes a message under our id, once, and tells how far it got, never backwards', async () => {
      const message = outgoing(d)
      await d.channel.send(message)
      expect(d.takenCount(message.messageId)).toBe(1)
      await d.deliver(message.messageId)
      const acks = () =>
        d.sink.ackUpdates.filter(update => update.messageId === message.messageId).map(update => update.ack)
      await expect.poll(() => Math.max(0, ...acks())).toBeGreaterThanOrEqual(3)
      expect(acks()).toEqual([...acks()].sort((a, b) => a - b))
    })

    it('knows what became of a message, and that it never took another', async () => {
      const message = outgoing(d)
      await d.channel.send(message)
      expect(await d.channel.askAbout(message)).not.toBeNull()
      await expect.poll(async () => (await d.channel.askAbout(message))?.ack).toBeGreaterThanOrEqual(1)
      expect(await d.channel.askAbout(outgoing(d))).toBeNull()
    })

    it('does what it says that it can do, and refuses the rest by a code', async () => {
      const can = new Set(d.channel.capabilitiesOf(d.provider))
      expect(can.has('text')).toBe(true)
      const message = outgoing(d)
      await d.channel.send(message)
      const unsupported = 'ERR_WAPP_UNSUPPORTED'
      const done = 'nothing was thrown'
      expect(await codeOf(d.channel.edit(message, 'Boa tarde'))).toBe(can.has('edit') ? done : unsupported)
      expect(await codeOf(d.channel.react(message, '👍'))).toBe(can.has('reactions') ? done : unsupported)
      expect(await codeOf(d.channel.revoke(message))).toBe(can.has('delete') ? done : unsupported)
      // What is shown and not answered has no error either.
      expect(d.channel.showTyping !== undefined).toBe(can.has('typing'))
      expect(await codeOf(d.channel.showTyping?.(message) ?? Promise.resolve())).toBe(done)
      expect(await codeOf(d.channel.phoneContacts(d.whatsappId))).toBe(
        can.has('phoneContacts') ? done : unsupported,
      )
      const group = outgoing(d, { to: { number: '120363041234567890', isGroup: true } })
      expect(await codeOf(d.channel.send(group))).toBe(can.has('groups') ? done : unsupported)
    })

    it('a message that names a file which is not there leaves nothing behind', async () => {
      if (!d.channel.capabilitiesOf(d.provider)?.includes('credentials')) return
      const media = { path: '/nowhere/at/all.pdf', mime: 'application/pdf', name: 'all.pdf', size: 10 }
      const message = outgoing(d, { mediaType: 'application', media })
      expect(await codeOf(d.channel.send(message))).toBe('ERR_WAPP_MEDIA')
      expect([d.takenCount(message.messageId), await d.channel.askAbout(message)]).toEqual([0, null])
    })

    it('answers for a number in one form', async () => {
      const { exists, number } = await d.channel.checkNumber(d.whatsappId, '5511987654321')
      expect([exists, number]).toEqual([true, '5511987654321'])
    })

    it('remembers over a restart what it took', async () => {
      const message = outgoing(d)
      await d.channel.send(message)
      await d.channel.stop()
      await d.nextLife()
      await d.channel.start()
      // As the workspace has it: the number was up, and comes up again by itself.
      await expect.poll(() => d.channel.isConnected(d.whatsappId)).toBe(true)
      await expect.poll(async () => (await d.channel.askAbout(message))?.ack).toBeGreaterThanOrEqual(1)
      expect(d.takenCount(message.messageId)).toBe(1)
    })

    it('a number that is signed out is down', async () => {
      await d.channel.disconnect(d.whatsappId)
      await expect.poll(() => last()?.status).toBe('DISCONNECTED')
      expect(last()?.reason).toBe('signedOut')
      expect(await codeOf(d.channel.send(outgoing(d)))).toBe('ERR_WAPP_NOT_INITIALIZED')
    })
  })
}
