/**
 * Tries what a real number can do, one thing after the other, with a person who has the phone in the hand. It asks the channel
 * itself, without a workspace around it, so that what is found out is the provider's.
 */
import { join } from 'node:path'
import {
  type AckUpdate,
  type Channel,
  type ChannelSink,
  ChannelUnsure,
  type IncomingMessage,
  type MessageRef,
  type OutgoingMessage,
  type StatusUpdate,
} from '../../electron/server/desk/channel/channel'
import type { IncomingMedia, KeptFile } from '../../electron/server/platform/media/kept-file'

export interface Row {
  what: string
  outcome: 'works' | 'fails' | 'not tried'
  detail: string
}

export interface TrialOptions {
  /** Makes the channel with the sink that listens. */
  channel(sink: ChannelSink): Channel
  companyId: number
  whatsappId: number
  provider: string
  /** Whom is written to: digits; null for the number itself, which only a paired one can. */
  to: string | null
  /** Folder with `product-1.png` and `voice-1.mp3`. */
  samples: string
  /** How long a person may take to pair, and to write, and WhatsApp to answer, in milliseconds. */
  timeouts: { pairMs: number; writeMs: number; answerMs: number }
  /** Shows the code of a number that is being paired. */
  showCode(code: string): void
  say(line: string): void
}

const PAUSE_MS = 50

/** What the channel has reported so far. */
class Reports implements ChannelSink {
  readonly statuses: StatusUpdate[] = []
  readonly messages: (IncomingMessage & { own: boolean })[] = []
  readonly steps = new Map<string, AckUpdate>()
  constructor(private readonly onStatus: (update: StatusUpdate) => void) {}
  async status(update: StatusUpdate): Promise<void> {
    this.statuses.push(update)
    this.onStatus(update)
  }
  async incoming(batch: readonly IncomingMessage[]): Promise<void> {
    this.messages.push(...batch.map(one => ({ ...one, own: false })))
  }
  async echoed(batch: readonly IncomingMessage[]): Promise<void> {
    this.messages.push(...batch.map(one => ({ ...one, own: true })))
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
    for (const one of batch) this.steps.set(one.messageId, one)
  }
  async reaction(): Promise<void> {}
  async typing(): Promise<void> {}
  async edited(): Promise<void> {}
  async revoked(): Promise<void> {}
  async person(): Promise<void> {}
  async phoneData(): Promise<void> {}
  async handover(): Promise<boolean> {
    return true
  }
}

async function until(ms: number, fits: () => boolean): Promise<boolean> {
  const end = Date.now() + ms
  while (!fits()) {
    if (Date.now() > end) return false
    await new Promise(done => setTimeout(done, PAUSE_MS))
  }
  return true
}

const STEPS = ['waiting', 'taken by WhatsApp', 'sent', 'on the phone', 'read', 'played']
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Runs it. @returns what works, row by row; the channel is stopped. */
export async function tryChannel(options: TrialOptions): Promise<Row[]> {
  const { companyId, whatsappId, provider, samples, timeouts, say, showCode } = options
  const rows: Row[] = []
  const row = (what: string, outcome: Row['outcome'], detail = ''): void => {
    rows.push({ what, outcome, detail })
    say(
      `${outcome === 'works' ? '+' : outcome === 'fails' ? '-' : ' '} ${what}${detail ? `: ${detail}` : ''}`,
    )
  }
  let shown = ''
  const reports = new Reports(({ status, qrcode = '', reason }) => {
    say(`  state ${status}${reason ? ` (${reason})` : ''}`)
    if (qrcode !== '' && qrcode !== shown) showCode(qrcode)
    shown = qrcode
  })
  const channel = options.channel(reports)
  const can = new Set(channel.capabilitiesOf(provider))
  let serial = 0
  const stamp = Date.now().toString(16).toUpperCase()

  const attempt = async (what: string, work: () => Promise<string>): Promise<boolean> => {
    try {
      row(what, 'works', await work())
      return true
    } catch (error) {
      row(what, 'fails', wordsOf(error))
      return false
    }
  }

  const upOrDown = () => ['CONNECTED', 'DISCONNECTED'].includes(reports.statuses.at(-1)?.status ?? '')
  try {
    await channel.start()
    await channel.connect(whatsappId)
    await until(timeouts.pairMs, upOrDown)
    if (!channel.isConnected(whatsappId)) {
      const last = reports.statuses.at(-1)
      row('connects', 'fails', `${last?.status ?? 'nothing received'} ${last?.reason ?? ''}`.trim())
      return rows
    }
    const own = reports.statuses.findLast(({ number }) => number)?.number ?? ''
    row('connects', 'works', own)
    const to = { number: options.to ?? own, isGroup: false }

    const message = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
      companyId,
      whatsappId,
      messageId: `3EB0${stamp}${String(++serial).padStart(4, '0')}`,
      to,
      body: '',
      mediaType: null,
      media: null,
      menu: null,
      quotedMsgId: null,
      isForwarded: false,
      ...more,
    })
    const send = async (parcel: OutgoingMessage): Promise<string> => {
      try {
        await channel.send(parcel)
      } catch (error) {
        if (!(error instanceof ChannelUnsure)) throw error
      }
      const got = () => reports.steps.get(parcel.messageId)
      await until(timeouts.answerMs, () => (got()?.ack ?? 0) >= 3 || got()?.failure !== undefined)
      const { ack = 0, failure } = got() ?? {}
      if (failure) throw new Error(failure)
      if (ack === 0) throw new Error('no answer')
      return STEPS[ack] ?? String(ack)
    }
    const part = async (what: string, needs: string, work: () => Promise<string>): Promise<boolean> => {
      if ((can as Set<string>).has(needs)) return attempt(what, work)
      row(what, 'not tried', 'this number cannot')
      return false
    }
    const file = (name: string, mime: string, mediaType: string, body = ''): OutgoingMessage =>
      message({ body, mediaType, media: { path: join(samples, name), mime, name, size: 20_000 } })

    if (can.has('numberCheck'))
      await attempt('asks whether a number exists', async () => {
        const { exists, number } = await channel.checkNumber(whatsappId, to.number)
        if (!exists) throw new Error(`${to.number} is not on WhatsApp`)
        return number
      })
    const text = message({ body: `Turno: trial ${new Date().toISOString()}` })
    const left = await attempt('sends text', () => send(text))
    const ref: MessageRef = { companyId, whatsappId, messageId: text.messageId, to }
    if (left) {
      await attempt('knows what became of it', async () => {
        const known = await channel.askAbout(ref)
        if (!known) throw new Error('it says that it was never taken')
        return STEPS[known.ack] ?? ''
      })
      await part('changes it', 'edit', async () => {
        await channel.edit(ref, 'Turno: trial, changed')
        return ''
      })
      await part('reacts to it', 'reactions', async () => {
        await channel.react(ref, '👍')
        return ''
      })
    }
    await part('sends a picture', 'image', () =>
      send(file('product-1.png', 'image/png', 'image', 'a picture')),
    )
    await part('sends a voice note', 'audio', () => send(file('voice-1.mp3', 'audio/mpeg', 'audio')))
    await part('sends a place', 'location', () => {
      const link = 'https://maps.google.com/maps?q=-23.561414%2C-46.655881&z=17&hl=pt-BR'
      return send(message({ mediaType: 'locationMessage', body: `${link} | Avenida Paulista` }))
    })
    if (left)
      await part('takes the text back', 'delete', async () => {
        await channel.revoke(ref)
        return ''
      })
    await part('reads the address book', 'phoneContacts', async () => {
      const people = await channel.phoneContacts(whatsappId)
      return `${people.length} people`
    })

    const before = reports.messages.length
    say(
      options.to === null
        ? '\nNow write something on the phone itself, to yourself or to anybody, and let somebody write to it.'
        : `\nNow write something from ${to.number} to this number.`,
    )
    if (await until(timeouts.writeMs, () => reports.messages.length > before)) {
      const one = reports.messages[before]
      row('receives', 'works', `${one?.mediaType}${one?.own ? ', written on the phone itself' : ''}`)
    } else row('receives', 'fails', 'nothing was received')
    return rows
  } finally {
    await channel.stop()
  }
}

/** The rows as a table of text. */
export function tableOf(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ what }) => what.length))
  return rows
    .map(({ what, outcome, detail }) => `${what.padEnd(width)}  ${outcome.padEnd(9)}  ${detail}`.trimEnd())
    .join('\n')
}
