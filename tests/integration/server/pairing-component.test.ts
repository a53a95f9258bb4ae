/** What becomes of numbers when the component that pairs them is put in, exchanged or taken away while the server runs. */
import { BufferJSON } from '@whiskeysockets/baileys'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { StatusUpdate } from '../../../electron/server/desk/channel/channel'
import { createChannelHub } from '../../../electron/server/desk/channel/hub'
import { createNoChannel } from '../../../electron/server/desk/channel/none'
import { createWebChannel } from '../../../electron/server/desk/channel/web'
import type { SessionHost } from '../../../electron/server/desk/channel/web/host'
import { storeKeys } from '../../../electron/server/desk/channel/web/keys'
import { silentLog } from '../../../electron/server/log'
import { loadKeys } from '../../../electron/server/platform/auth/tokens'
import { webKeys, whatsapps } from '../../../electron/server/platform/db/schema'
import { KeepingSink } from '../../channel-contract/suite'
import { workspaceFile } from '../../channel-contract/workspace-file'
import { hostHere } from '../../support/web-host'
import { pairedCreds } from '../../support/whatsapp-server'
import { WhatsAppWebDouble } from '../../support/whatsapp-web-double'

const PHONE = '551140028922'
let file: Awaited<ReturnType<typeof workspaceFile>>
let channel: ReturnType<typeof createWebChannel>
let host: SessionHost | null
let begun: string[]

/** Keeps states as the workspace does. */
class Sink extends KeepingSink {
  override async status(update: StatusUpdate): Promise<void> {
    await super.status(update)
    await file.db.platform
      .update(whatsapps)
      .set({ status: update.status, statusReason: update.reason ?? '' })
      .where(eq(whatsapps.id, update.whatsappId))
  }
}
const named = (name: string, of: SessionHost): SessionHost => ({
  begin(...given) {
    begun.push(name)
    return of.begin(...given)
  },
})
const row = async (id = file.whatsappId) => {
  const [found] = await file.db.select().from(whatsapps).where(eq(whatsapps.id, id))
  return found && `${found.status} ${found.statusReason}`.trim()
}
const add = async (status: string, statusReason = ''): Promise<number> => {
  const [made] = await file.db.platform
    .insert(whatsapps)
    .values({ companyId: file.companyId, name: status + statusReason, provider: 'web', status, statusReason })
    .returning()
  return made?.id ?? 0
}

beforeEach(async () => {
  begun = []
  host = null
  file = await workspaceFile('web')
  const keys = loadKeys(file.folder)
  const value = JSON.stringify(pairedCreds(PHONE), BufferJSON.replacer)
  await storeKeys(file.db, keys, { companyId: file.companyId, whatsappId: file.whatsappId }, [
    { type: 'creds', id: 'self', value },
  ])
  await file.wasUp(PHONE)
  channel = createWebChannel({
    ...{ db: file.db, keys, sink: new Sink(), log: silentLog, host },
    findHost: async () => host,
  })
  await channel.start()
})
afterEach(async () => {
  await channel.stop()
  await file.remove()
})

it('brings paired numbers up when it comes, exchanges what they run on, and stops them when it goes', async () => {
  const double = new WhatsAppWebDouble()
  double.devices.add('device')
  const hub = createChannelHub({
    db: file.db,
    channels: { web: channel },
    otherwise: createNoChannel(new Sink()),
  })
  expect(hub.missing).toEqual(['web'])
  await expect.poll(() => row()).toBe('DISCONNECTED noPackage')
  const banned = await add('DISCONNECTED', 'banned')
  const unpaired = await add('DISCONNECTED', 'noPackage')

  host = named('first', hostHere(double.library))
  await hub.component?.use()
  expect(hub.missing).toEqual([])
  expect(hub.component?.inUse()).toBe(true)
  await expect.poll(() => channel.isConnected(file.whatsappId)).toBe(true)
  // What nobody has paired waits for its code; what WhatsApp ended stays ended.
  expect(await row(unpaired)).toBe('DISCONNECTED signedOut')
  expect(await row(banned)).toBe('DISCONNECTED banned')

  host = named('second', hostHere(double.library))
  await hub.component?.use()
  await expect.poll(() => channel.isConnected(file.whatsappId)).toBe(true)
  expect(begun).toEqual(['first', 'second'])

  await hub.component?.leave()
  expect(channel.isConnected(file.whatsappId)).toBe(false)
  expect(await row()).toBe('DISCONNECTED noPackage')
  expect(hub.missing).toEqual(['web'])
  // The phone stays paired: nobody was signed out.
  expect(await file.db.$count(webKeys, eq(webKeys.whatsappId, file.whatsappId))).toBeGreaterThan(0)
  await channel.connect(file.whatsappId)
  expect(await row()).toBe('DISCONNECTED noPackage')
  await hub.component?.use()
  await expect.poll(() => channel.isConnected(file.whatsappId)).toBe(true)
})

it('is looked for at the start, once', async () => {
  const double = new WhatsAppWebDouble()
  double.devices.add('device')
  await channel.stop()
  await file.wasUp(PHONE)
  let looks = 0
  channel = createWebChannel({
    ...{ db: file.db, keys: loadKeys(file.folder), sink: new Sink(), log: silentLog, host: null },
    findHost: async () => {
      looks += 1
      return hostHere(double.library)
    },
  })
  await channel.start()
  await channel.start()
  await expect.poll(() => channel.isConnected(file.whatsappId)).toBe(true)
  expect(looks).toBe(1)
})

it('is nothing a server has whose operator adds the library', () => {
  const web = createWebChannel({
    ...{ db: file.db, keys: loadKeys(file.folder), sink: new Sink(), log: silentLog, host: null },
  })
  expect(web.component).toBeUndefined()
})
