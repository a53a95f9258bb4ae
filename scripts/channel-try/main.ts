/** The program of `npm run channel:try`: a workspace file of its own, one number, and the steps. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import { toString as qrText } from 'qrcode'
import { CLOUD, WEB } from '../../electron/server/desk/channel/capabilities'
import type { Channel, ChannelSink } from '../../electron/server/desk/channel/channel'
import { createCloudChannel } from '../../electron/server/desk/channel/cloud'
import { ensureAccount, saveAccount } from '../../electron/server/desk/channel/cloud/account'
import { HOOK_PATH } from '../../electron/server/desk/channel/cloud/hook'
import { createWebChannel } from '../../electron/server/desk/channel/web'
import { findInstalled } from '../../electron/server/desk/channel/web/library'
import { threadedSessions } from '../../electron/server/desk/channel/web/threads'
import { lineLog } from '../../electron/server/log'
import { loadKeys } from '../../electron/server/platform/auth/tokens'
import { openDb } from '../../electron/server/platform/db/client'
import { companies, whatsapps } from '../../electron/server/platform/db/schema'
import { NO_SCHEMAS } from '../../electron/server/platform/http/server'
import { tableOf, tryChannel } from './steps'

const UNPROVEN =
  'Unproven: nobody has run this with a real number yet. What it shows was found out on doubles; what you see counts more.'
const ADD =
  'WhatsApp Web needs a package: npm install --no-save @whiskeysockets/baileys@7.0.0-rc14 libopus-wasm@0.4.0 mpg123-decoder@1.0.3'
const USAGE = `npm run channel:try -- --provider cloud|web [--to NUMBER] [--wait SECONDS] [--port PORT]
  --to    whom is written to; without it a paired number writes to itself
  --wait  how long you may take to pair, and to write (180)
  --port  where Meta delivers (8090): make it reachable from the internet
For cloud: TURNO_CLOUD_PHONE_ID, TURNO_CLOUD_TOKEN and TURNO_CLOUD_SECRET, or you are asked for them.`

const { values } = parseArgs({
  options: {
    provider: { type: 'string' },
    to: { type: 'string' },
    wait: { type: 'string', default: '180' },
    port: { type: 'string', default: '8090' },
    help: { type: 'boolean', default: false },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const digits = (text: string | undefined): string | null => text?.replace(/\D/g, '') || null

/** A value of the environment, or what a person types. */
async function asked(name: string, question: string): Promise<string> {
  const given = process.env[name]
  if (given) return given
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await reader.question(`${question}: `)).trim()
  } finally {
    reader.close()
  }
}

async function run(provider: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'turno-channel-try-'))
  const db = await openDb(folder)
  const http = Fastify({ schemaController: { compilersFactory: NO_SCHEMAS } })
  try {
    const keys = loadKeys(folder)
    const [company] = await db.platform.insert(companies).values({ name: 'Trial' }).returning()
    const [number] = company
      ? await db.platform
          .insert(whatsapps)
          .values({ companyId: company.id, name: 'Trial', provider, status: 'DISCONNECTED' })
          .returning()
      : []
    if (!company || !number) throw new Error('no number')
    const at = { companyId: company.id, whatsappId: number.id }
    const log = lineLog((level, line) => say(`  [${level}] ${line}`))
    const graphUrl = process.env.TURNO_GRAPH_URL ?? null
    let channel: (sink: ChannelSink) => Channel
    let to = digits(values.to)
    if (provider === CLOUD) {
      await saveAccount(db, keys, at, {
        phoneNumberId: await asked('TURNO_CLOUD_PHONE_ID', 'Phone number id'),
        accessToken: await asked('TURNO_CLOUD_TOKEN', 'Access token'),
        appSecret: await asked('TURNO_CLOUD_SECRET', 'App secret'),
      })
      to ??= digits(
        await asked('TURNO_CLOUD_TO', 'Number to write to (it has written to this one within a day)'),
      )
      channel = sink => {
        const made = createCloudChannel({ db, keys, sink, log, graphUrl })
        made.serve?.(http)
        return made
      }
      const { hook, verifyToken } = await ensureAccount(db, keys, at)
      say(`Deliveries: port ${values.port}, path ${HOOK_PATH}/${hook}, verify token ${verifyToken}`)
    } else {
      const installed = findInstalled(process.env.TURNO_WEB_PACKAGES ?? null)
      if (!installed) throw new Error(ADD)
      const host = threadedSessions(installed, log)
      channel = sink => createWebChannel({ db, keys, sink, log, host })
    }
    const waitMs = Number(values.wait) * 1_000
    const rows = await tryChannel({
      channel(sink) {
        const made = channel(sink)
        if (provider === CLOUD) void http.listen({ port: Number(values.port), host: '127.0.0.1' })
        return made
      },
      ...at,
      provider,
      to,
      samples: resolve('electron/demo/media'),
      timeouts: { pairMs: waitMs, writeMs: waitMs, answerMs: 20_000 },
      showCode: code =>
        void qrText(code, { type: 'terminal', small: true }).then(drawn =>
          say(`${drawn}\nOn the phone: linked devices, link a device, and read this code.`),
        ),
      say,
    })
    say(`\n${tableOf(rows)}\n\n${UNPROVEN}`)
    return rows.every(({ outcome }) => outcome !== 'fails')
  } finally {
    await http.close()
    db.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

const provider = values.provider ?? ''
if (values.help || ![CLOUD, WEB].includes(provider)) {
  say(USAGE)
  process.exitCode = values.help ? 0 : 2
} else {
  say(UNPROVEN)
  run(provider).then(
    good => process.exit(good ? 0 : 1),
    error => {
      say(error instanceof Error ? error.message : String(error))
      process.exit(1)
    },
  )
}
