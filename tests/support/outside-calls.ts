/** Every call the server makes outside, each led to a partner on loopback. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createSecureContext } from 'node:tls'
import * as baileys from '@whiskeysockets/baileys'
import { callOutward } from '../../electron/outward/call'
import { guardedFetch } from '../../electron/outward/guarded-fetch'
import { askModel, MODEL_TIMEOUTS } from '../../electron/providers/chat-model'
import { embed } from '../../electron/providers/embedding'
import { speak } from '../../electron/providers/speech'
import { transcribe } from '../../electron/providers/transcription'
import { readPage } from '../../electron/server/automation/articles/read-document'
import { saveAccount } from '../../electron/server/desk/channel/cloud/account'
import { askPhone } from '../../electron/server/desk/channel/cloud/ask-phone'
import { downloadFile, uploadFile } from '../../electron/server/desk/channel/cloud/files'
import { createGraph } from '../../electron/server/desk/channel/cloud/graph'
import { messagingLimitOf } from '../../electron/server/desk/channel/cloud/portfolio'
import { readCloudProfile, saveCloudProfile } from '../../electron/server/desk/channel/cloud/profile'
import { tryCloud } from '../../electron/server/desk/channel/cloud/set-up'
import { createActions } from '../../electron/server/desk/channel/web/actions'
import { readPage as readLinked } from '../../electron/server/desk/link-previews/page'
import { templatesOf } from '../../electron/server/desk/templates/list'
import { silentLog } from '../../electron/server/log'
import { shareDatabase } from '../../electron/server/platform/db/engine/database-lock'
import { joinProcesses } from '../../electron/server/platform/db/engine/leases'
import { mailSettings, phoneSyncs, whatsapps } from '../../electron/server/platform/db/schema'
import { sendMail } from '../../electron/server/platform/mail/send'
import { s3Place } from '../../electron/server/platform/media/s3'
import { callBank } from '../../electron/server/platform/payments/bank-call'
import { ixcClient } from '../../electron/server/platform/providers/ixc'
import { within } from '../../electron/time-limit'
import type { Harness } from '../integration/server/harness'

/** What the calls need: `h` begun with `graphUrl` of the partner, a folder with a file to send. */
export interface Outside {
  h: Harness
  partner: { url: string; port: number }
  folder: string
  /** How long a store of files may say nothing, milliseconds. */
  silentMs: number
}

/** A way out. */
interface OutsideCall {
  /** Files below electron that reach outside for it. */
  files: string[]
  /** Its partner is the database: without it nobody works. */
  isEverybodys?: true
  /** Goes where its partner leads; each step is judged, and this network is allowed here. */
  follows?: true
  call(outside: Outside): Promise<unknown>
}

const account = { phoneNumberId: '1', businessAccountId: '2', accessToken: 'token' }
const graph = ({ url }: Outside['partner']) => createGraph(url)
const whatsapp = async (h: Harness) => {
  const [row] = await h.db.select().from(whatsapps)
  if (!row) throw new Error('no connection')
  return { ...row, provider: 'cloud' }
}

/** Makes a workspace ready for them. */
export async function readyForOutside({ h, partner, folder }: Outside): Promise<void> {
  writeFileSync(join(folder, 'file'), 'x')
  process.env.AWS_ACCESS_KEY_ID ??= 'test'
  process.env.AWS_SECRET_ACCESS_KEY ??= 'test'
  await h.setting(h.one, 'localProviders', 'enabled')
  // As numbers of the Cloud API have them.
  Object.assign(h.running.app.channel, { capabilitiesOf: () => ['templates'] })
  const at = { companyId: h.one.id, whatsappId: h.one.whatsappId }
  await saveAccount(h.db, h.running.app.keys, at, { ...account, appSecret: 's' })
  await h.db.platform
    .insert(mailSettings)
    .values({ id: 1, host: '127.0.0.1', port: partner.port, security: 'none', fromAddress: 'a@exemplo.com' })
    .onConflictDoUpdate({
      target: mailSettings.id,
      set: { host: '127.0.0.1', port: partner.port, security: 'none', fromAddress: 'a@exemplo.com' },
    })
}

/** Each way out, by what it is for. */
export const OUTSIDE_CALLS: Readonly<Record<string, OutsideCall>> = {
  'a message by the Cloud API': {
    files: ['server/desk/channel/cloud/graph.ts', 'server/desk/channel/cloud/index.ts'],
    call: ({ partner }) =>
      within(30_000, signal =>
        graph(partner).call({ token: 't', method: 'POST', path: '1/messages', body: { a: 1 }, signal }),
      ),
  },
  'a file to the Cloud API': {
    files: [],
    call: ({ partner, folder }) => {
      const media = { path: join(folder, 'file'), mime: 'text/plain', name: 'a.txt', size: 1 }
      return within(120_000, signal => uploadFile(graph(partner), account as never, media, null, signal))
    },
  },
  'a file of a customer': {
    files: [],
    call: ({ partner }) =>
      within(120_000, signal => downloadFile(graph(partner), account as never, '9', 5_000_000, signal)),
  },
  'the bytes of a file of a customer': {
    files: [],
    call: ({ partner }) =>
      within(120_000, signal => graph(partner).file(`${partner.url}/f`, 't', 5_000_000, signal)),
  },
  'the set-up of a number': {
    files: ['server/desk/channel/cloud/set-up.ts'],
    call: async ({ h }) => tryCloud(h.running.app, h.one.whatsappId, { ...account, appSecret: '' } as never),
  },
  'what the phone of a number has': {
    files: ['server/desk/channel/cloud/ask-phone.ts'],
    call: async ({ h }) => {
      // What was asked for is not asked for again.
      await h.db.unordered.delete(phoneSyncs)
      await askPhone(h.running.app, { companyId: h.one.id, whatsappId: h.one.whatsappId }, 'contacts')
    },
  },
  'the limit of a number': {
    files: ['server/desk/channel/cloud/portfolio.ts'],
    call: ({ h }) => messagingLimitOf(h.running.app, { companyId: h.one.id, whatsappId: h.one.whatsappId }),
  },
  'the profile of a number': {
    files: ['server/desk/channel/cloud/profile.ts'],
    call: ({ h }) => readCloudProfile(h.running.app, h.one.whatsappId),
  },
  'a change of the profile of a number': {
    files: [],
    call: ({ h }) =>
      saveCloudProfile(h.running.app, h.one.whatsappId, {
        ...{ about: '', address: '', description: '', email: '', vertical: '' },
        ...{ website1: '', website2: '' },
      } as never),
  },
  'templates of a number': {
    files: ['server/desk/templates/list.ts'],
    call: async ({ h }) => templatesOf(h.running.app, await whatsapp(h), true),
  },
  'a picture of somebody on WhatsApp Web': {
    files: ['server/desk/channel/web/actions.ts'],
    call: ({ partner }) => {
      const socket = () => ({ profilePictureUrl: async () => `${partner.url}/p.png` }) as never
      return createActions({ library: {} as never, voice: null, socket, tuning: {} as never }).picture('a')
    },
  },
  'a file of a message on WhatsApp Web': {
    files: ['server/desk/channel/web/file.ts'],
    call: ({ partner }) => {
      const message = { imageMessage: { directPath: '/f', mediaKey: Buffer.alloc(32, 5) } }
      const library = { ...baileys, getUrlFromDirectPath: (path: string) => `${partner.url}${path}` }
      const socket = () => ({ updateMediaMessage: async () => ({ message }) }) as never
      const content = Buffer.from(baileys.proto.Message.encode(message).finish()).toString('base64')
      const key = { id: 'M1', chat: 'a', fromMe: false, participant: null }
      return createActions({ library, voice: null, socket, tuning: {} as never }).file(
        content,
        key,
        1_000_000,
      )
    },
  },
  'a question to a model': {
    files: [
      'providers/chat-model.ts',
      'providers/event-limit.ts',
      'outward/guarded-fetch.ts',
      'outward/guarded-request.ts',
    ],
    call: ({ partner }) =>
      askModel(
        {
          ...{ apiKey: 'k', baseUrl: `${partner.url}/v1`, model: 'm', maxTokens: 10, temperature: 0 },
          ...{ local: true, timeouts: MODEL_TIMEOUTS },
        },
        'system',
        [{ role: 'user', text: 'oi' }],
      ),
  },
  'a recording that is transcribed': {
    files: ['providers/provider-call.ts'],
    call: ({ partner }) =>
      transcribe(
        {
          ...{ apiKey: 'k', baseUrl: `${partner.url}/v1`, model: 'm', local: true },
          // A long recording is given five minutes: too long for those who wait here for the end.
          timeouts: { ...MODEL_TIMEOUTS, piece: MODEL_TIMEOUTS.whole },
        },
        { bytes: new Uint8Array(9), extension: '.ogg', mime: 'audio/ogg', seconds: 1 },
      ),
  },
  'the vectors of texts': {
    files: [],
    call: ({ partner }) =>
      embed({ apiKey: 'k', baseUrl: `${partner.url}/v1`, model: 'm', local: true }, ['oi'], 800),
  },
  'a web page of an article': {
    files: ['server/automation/articles/read-document.ts'],
    follows: true,
    call: ({ h, partner }) => readPage(h.running.app, `${partner.url}/page`),
  },
  'the page behind a link of a message': {
    files: ['server/desk/link-previews/page.ts'],
    follows: true,
    call: ({ partner }) =>
      readLinked(most => guardedFetch(true, most), `${partner.url}/page`, new AbortController().signal),
  },
  'a text that is spoken': {
    files: ['providers/speech.ts'],
    call: ({ partner }) =>
      speak(
        { key: 'k', region: 'r', voice: 'v', origin: () => partner.url },
        'oi',
        new AbortController().signal,
      ),
  },
  'a question to IXC': {
    files: ['server/platform/providers/ixc.ts'],
    call: ({ partner }) =>
      ixcClient({
        ...{ baseUrl: partner.url, token: '1:2', timeoutMs: 15_000, attempts: 1, local: true },
      }).greet(),
  },
  'a webhook': {
    files: ['outward/call.ts', 'outward/addresses.ts', 'server/automation/webhooks/attempt.ts'],
    call: ({ partner }) =>
      callOutward({
        ...{ method: 'POST', url: `${partner.url}/hook`, body: '{}', timeoutMs: 10_000 },
        ...{ mostBytes: 4_000, targets: 'all' as never },
      }),
  },
  'a bank': {
    files: ['server/platform/payments/bank-call.ts', 'server/platform/payments/api-pix.ts'],
    call: ({ partner }) =>
      callBank({ method: 'GET', url: `https://127.0.0.1:${partner.port}/`, context: createSecureContext() }),
  },
  'a mail server': {
    files: ['server/platform/mail/send.ts'],
    call: ({ h }) => sendMail(h.running.app, { to: 'a@exemplo.com', subject: 's', text: 't' }),
  },
  'a store of files': {
    files: ['server/platform/media/s3.ts'],
    call: async ({ partner, folder, silentMs }) => {
      const options = { bucket: 'b', prefix: '', endpoint: partner.url, region: 'r', silentMs: silentMs }
      const place = await s3Place(options, folder)
      await within(60_000, async signal => {
        const body = await place.read(1, 'f')
        signal.addEventListener('abort', () => body.destroy())
        return (await buffer(body)).length
      })
      throw new Error('a whole file of nobody')
    },
  },
  'the lock of the database': {
    files: ['server/platform/db/engine/database-lock.ts'],
    isEverybodys: true,
    call: ({ partner }) => shareDatabase(`postgres://a:b@127.0.0.1:${partner.port}/c`),
  },
  'the leases of the processes': {
    files: ['server/platform/db/engine/process-connection.ts'],
    isEverybodys: true,
    call: ({ partner }) =>
      joinProcesses(`postgres://a:b@127.0.0.1:${partner.port}/c`, {
        ...{ log: silentLog, keyPrint: '', guard() {}, onLost() {} },
      }),
  },
}
