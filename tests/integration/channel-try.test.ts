/** `npm run channel:try`, on the doubles: what it finds out, and what it says where something does not work. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { createCloudChannel } from '../../electron/server/desk/channel/cloud'
import { ensureAccount, saveAccount } from '../../electron/server/desk/channel/cloud/account'
import { createWebChannel } from '../../electron/server/desk/channel/web'
import { silentLog } from '../../electron/server/log'
import { loadKeys } from '../../electron/server/platform/auth/tokens'
import { type Row, type TrialOptions, tableOf, tryChannel } from '../../scripts/channel-try/steps'
import { workspaceFile } from '../channel-contract/workspace-file'
import { PHONE as CLOUD_PHONE, GraphDouble, SECRET, TOKEN } from '../support/graph-double'
import { hostHere } from '../support/web-host'
import { PHONE, WhatsAppWebDouble } from '../support/whatsapp-web-double'

const samples = join(import.meta.dirname, '../../electron/demo/media')
const QUICK = { pairMs: 5_000, writeMs: 1_000, answerMs: 1_000 }
const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const one of cleanUps.splice(0).reverse()) await one()
})

async function trial(
  provider: string,
  more: Pick<TrialOptions, 'to' | 'say' | 'showCode'>,
  channel: (at: Awaited<ReturnType<typeof workspaceFile>>) => Promise<TrialOptions['channel']>,
) {
  const file = await workspaceFile(provider)
  cleanUps.push(() => file.remove())
  const { companyId, whatsappId } = file
  const made = await channel(file)
  return tryChannel({ channel: made, companyId, whatsappId, provider, samples, timeouts: QUICK, ...more })
}
const failing = (rows: readonly Row[]) =>
  rows.filter(({ outcome }) => outcome === 'fails').map(({ what }) => what)

describe('the trial of a paired number', () => {
  const phone = () => {
    const double = new WhatsAppWebDouble()
    const send = double.taken.push.bind(double.taken)
    // The own phone has what it is sent at once.
    double.taken.push = (...taken) => {
      for (const { id } of taken) setImmediate(() => double.receipt(id, 3))
      return send(...taken)
    }
    return double
  }
  const channelOn =
    (double: WhatsAppWebDouble) => async (file: Awaited<ReturnType<typeof workspaceFile>>) => {
      const { db, folder } = file
      return (sink: Parameters<TrialOptions['channel']>[0]) =>
        createWebChannel({ db, keys: loadKeys(folder), sink, log: silentLog, host: hostHere(double.library) })
    }

  it('shows the code, sends to itself, hears, and says of each thing that it works', async () => {
    const double = phone()
    const codes: string[] = []
    const rows = await trial(
      'web',
      {
        to: null,
        showCode(code) {
          codes.push(code)
          double.pair()
        },
        say: line => void (line.includes('Now write') && double.write('oi', { fromMe: true })),
      },
      channelOn(double),
    )
    expect(codes).toEqual(['2@code-1'])
    expect(failing(rows)).toEqual([])
    expect(new Set(double.taken.map(({ jid }) => jid))).toEqual(new Set([`${PHONE}@s.whatsapp.net`]))
    const table = tableOf(rows)
    for (const line of [
      /^connects +works +551140028922$/m,
      /^sends a voice note +works +on the phone$/m,
      /^takes the text back +works$/m,
      /^receives +works +conversation, written on the phone itself$/m,
    ])
      expect(table).toMatch(line)
  })

  it('says what does not work, and goes on', async () => {
    const double = phone()
    double.answers = '463'
    const rows = await trial(
      'web',
      { to: '5511987654321', showCode: () => double.pair(), say: () => undefined },
      channelOn(double),
    )
    expect(failing(rows)).toEqual([
      'sends text',
      'sends a picture',
      'sends a voice note',
      'sends a place',
      'receives',
    ])
    expect(rows.find(({ what }) => what === 'sends text')?.detail).toBe('ERR_WAPP_NEW_CHATS')
  })
})

describe('the trial of a number of the Cloud API', () => {
  it('writes to somebody, hears through the webhook, and names what the number cannot do', async () => {
    const graph = await new GraphDouble().start()
    const server = Fastify()
    cleanUps.push(
      () => graph.stop(),
      () => server.close(),
    )
    let address = ''
    const rows = await trial(
      'cloud',
      {
        to: '5511987654321',
        showCode: () => undefined,
        say(line) {
          const one = graph.taken.at(-1)
          if (one && line.startsWith('  state')) return
          if (line.includes('Now write'))
            void graph.deliver(address, graph.delivery({ messages: [graph.text('5511987654321', 'oi')] }))
        },
      },
      async ({ db, folder, companyId, whatsappId }) => {
        const keys = loadKeys(folder)
        const at = { companyId, whatsappId }
        await saveAccount(db, keys, at, { phoneNumberId: CLOUD_PHONE, accessToken: TOKEN, appSecret: SECRET })
        const { hook } = await ensureAccount(db, keys, at)
        return sink => {
          const channel = createCloudChannel({
            db,
            keys,
            sink,
            log: silentLog,
            graphUrl: graph.url,
          })
          channel.serve?.(server)
          void server.listen({ port: 0, host: '127.0.0.1' }).then(url => {
            address = `${url}/webhooks/whatsapp/cloud/${hook}`
          })
          return channel
        }
      },
    )
    expect(failing(rows)).toEqual([])
    expect(rows.find(({ what }) => what === 'changes it')).toMatchObject({ outcome: 'not tried' })
    expect(rows.find(({ what }) => what === 'receives')).toMatchObject({
      outcome: 'works',
      detail: 'conversation',
    })
  })

  it('without credentials it says that it does not connect', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'turno-try-'))
    cleanUps.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
    const rows = await trial(
      'cloud',
      { to: '5511987654321', showCode: () => undefined, say: () => undefined },
      async ({ db }) =>
        sink =>
          createCloudChannel({
            db,
            keys: loadKeys(folder),
            sink,
            log: silentLog,
            graphUrl: null,
          }),
    )
    expect(rows).toEqual([{ what: 'connects', outcome: 'fails', detail: 'DISCONNECTED noCredentials' }])
  })
})
