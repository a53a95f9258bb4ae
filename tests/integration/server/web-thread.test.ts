/** A paired number of WhatsApp Web in a thread of its own, as it runs in the product. */
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWebChannel } from '../../../electron/server/desk/channel/web'
import { findInstalled } from '../../../electron/server/desk/channel/web/library'
import { threadedSessions } from '../../../electron/server/desk/channel/web/threads'
import { inThread } from '../../../electron/server/desk/channel/worker/life'
import { silentLog } from '../../../electron/server/log'
import { loadKeys } from '../../../electron/server/platform/auth/tokens'
import { KeepingSink } from '../../channel-contract/suite'
import { workspaceFile } from '../../channel-contract/workspace-file'
import { bundle } from '../../faults/lib/bundle.mjs'

let file: Awaited<ReturnType<typeof workspaceFile>>
let channel: ReturnType<typeof createWebChannel>
const sink = new KeepingSink()
let serial = 0

beforeAll(async () => {
  const program = await bundle('electron/server/desk/channel/web/web-thread.ts', 'web-thread')
  file = await workspaceFile('web')
  const library = pathToFileURL('tests/support/fake-web-library.mjs').href
  const host = threadedSessions({ library, voice: null }, silentLog, name => inThread(name, program, 256))
  channel = createWebChannel({
    db: file.db,
    keys: loadKeys(file.folder),
    sink,
    log: silentLog,
    host,
    tuning: { perSecond: 1_000 },
  })
  await channel.start()
})
afterAll(async () => {
  await channel.stop()
  await file.remove()
})

const message = (body: string) => ({
  companyId: file.companyId,
  whatsappId: file.whatsappId,
  messageId: `thread-${++serial}`,
  to: { number: '5511987654321', isGroup: false },
  body,
  mediaType: null,
  media: null,
  menu: null,
  quotedMsgId: null,
  isForwarded: false,
})
const isUp = (up: boolean) => expect.poll(() => channel.isConnected(file.whatsappId)).toBe(up)

describe('a number in a thread of its own', () => {
  it('pairs, sends, and brings files over', async () => {
    await channel.connect(file.whatsappId)
    await isUp(true)
    expect(sink.statuses.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['OPENING', 'qrcode', 'PAIRING', 'CONNECTED']),
    )
    const sent = message('/file')
    await channel.send(sent)
    expect(await channel.askAbout(sent)).toEqual({ ack: 1 })
    await expect.poll(() => sink.messages.length).toBe(1)
    expect(sink.messages[0]).toMatchObject({ id: 'FILE1', body: 'veja' })
    expect(sink.messages[0]?.kept?.mediaSize).toBe(300_000)
  })

  it('that crashes while it sends is begun again alone; whether the message left, nobody claims to know', async () => {
    const sent = message('/crash')
    await expect(channel.send(sent)).rejects.toMatchObject({ name: 'ChannelUnsure' })
    await isUp(false)
    await expect(channel.askAbout(sent)).rejects.toMatchObject({ name: 'ChannelUnsure' })
    await isUp(true)
    await channel.send(message('de volta'))
  })
})

describe('the packages', () => {
  it('are found beside the server, and nowhere else when a folder is named', () => {
    expect(findInstalled(null)?.library).toContain('@whiskeysockets/baileys')
    expect(findInstalled(null)?.voice?.decoder).toContain('mpg123-decoder')
    expect(findInstalled(null)?.voice?.encoder).toContain('libopus-wasm')
    expect(findInstalled(file.folder)).toBeNull()
  })
})
