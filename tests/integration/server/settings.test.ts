/** Settings and logos (docs/specification.md 2.2, 2.7 and 2.9): what a key holds, who changes it, what obeys it. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { LOGO_MAX_BYTES, SETTING_KEYS, SETTINGS, settingAccepts } from '@contract'
import { eq } from 'drizzle-orm'
import { PNG } from 'pngjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileRefused } from '../../../electron/server/automation/auto-replies/answers'
import { messages, users } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Answer, Person } from './harness'

const h = harnessForFile()
/** The platform's super-administrator, of the second company: the platform's settings are the first one's all the same. */
let root: Person
beforeAll(async () => {
  root = h.two.livia
  await h.update(users, { super: true }, eq(users.id, root.id))
})

const code = ({ status, body }: Answer): [number, unknown] => [status, body.error]
const put = (who: Person, key: string, value: unknown) =>
  h.call(who, 'settings.update', { params: { key }, body: { value } })
const valueFor = async (who: Person, key: string) =>
  (await h.call(who, 'settings.get', { params: { key } })).body.value

describe('a setting', () => {
  it('holds what the table allows and nothing else', async () => {
    for (const key of SETTING_KEYS) {
      const rule = SETTINGS[key]
      const good =
        rule.kind === 'choice'
          ? rule.values
          : rule.kind === 'number'
            ? [`${rule.min}`, `${rule.max}`]
            : [rule.initial]
      const bad = [' ', 'ligado', '<b>', '0', '8.5', '-1', '99999', 'a'.repeat(9_000), 'uma\nlinha'].filter(
        value => !settingAccepts(key, value),
      )
      expect(bad.length, key).toBeGreaterThan(1)
      for (const value of good) expect((await put(root, key, value)).status, `${key} ${value}`).toBe(200)
      for (const value of bad)
        expect(code(await put(root, key, value)), `${key} ${value}`).toEqual([400, 'ERR_VALIDATION'])
      expect(code(await put(root, key, 7))).toEqual([400, 'ERR_VALIDATION'])
    }
    expect(code(await put(root, 'inventado', 'enabled'))).toEqual([404, 'ERR_NO_SETTING_FOUND'])
  })

  it('names a time zone of this world, or is refused and stays as it was', async () => {
    expect((await put(h.one.admin, 'timezone', 'America/Manaus')).status).toBe(200)
    for (const zone of ['America/Nowhere', 'GMT-3 Brasil', '', 'Brasília'])
      expect(code(await put(h.one.admin, 'timezone', zone)), zone).toEqual([400, 'ERR_VALIDATION'])
    expect(await valueFor(h.one.admin, 'timezone')).toBe('America/Manaus')
  })

  it('of the platform is one for every company, and changed by the super-administrator only', async () => {
    const listener = await h.connect(h.one.ana)
    for (const key of SETTING_KEYS.filter(known => SETTINGS[known].write === 'super')) {
      expect(code(await put(h.one.admin, key, SETTINGS[key].initial)), key).toEqual([
        403,
        'ERR_NO_PERMISSION',
      ])
      expect(code(await put(h.one.ana, key, SETTINGS[key].initial)), key).toEqual([403, 'ERR_NO_PERMISSION'])
    }
    expect((await put(root, 'downloadLimit', '30')).status).toBe(200)
    expect([await valueFor(h.one.ana, 'downloadLimit'), await valueFor(h.two.ana, 'downloadLimit')]).toEqual([
      '30',
      '30',
    ])
    await listener.until(e => JSON.stringify(e.payload).includes('"downloadLimit","value":"30"'))
    listener.close()
    await put(root, 'downloadLimit', '100')
  })

  it('answers strangers with the trial and whether they may sign up', async () => {
    await put(root, 'trial', '5')
    expect((await h.call(null, 'settings.trial')).body).toMatchObject({ key: 'trial', value: '5' })
    await put(root, 'allowregister', 'disabled')
    expect((await h.call(null, 'settings.allowRegister')).body.value).toBe('disabled')
    await put(root, 'allowregister', 'enabled')
  })
})

describe('what settings do', () => {
  it('userCreation keeps everybody but the super-administrator from adding users', async () => {
    const add = (who: Person, email: string) =>
      h.call(who, 'users.create', {
        body: { name: 'Nova Pessoa', email, password: 'segredo123', profile: 'user', queueIds: [] },
      })
    await put(root, 'userCreation', 'disabled')
    expect(code(await add(h.one.admin, 'nova1@c.turno'))).toEqual([403, 'ERR_USER_CREATION_DISABLED'])
    expect((await add(root, 'nova2@c.turno')).status).toBe(200)
    await put(root, 'userCreation', 'enabled')
    expect((await add(h.one.admin, 'nova1@c.turno')).status).toBe(200)
  })

  it('downloadLimit leaves a customer’s heavier file out, and tells both sides', async () => {
    await put(root, 'downloadLimit', '1')
    const media = (megabytes: number) => ({
      bytes: new Uint8Array(megabytes * 2 ** 20),
      mime: 'application/zip',
      name: 'tudo.zip',
    })
    const send = (megabytes: number, number: string) =>
      h.customer(h.one, number, 'segue o arquivo', { mediaType: 'application', media: media(megabytes) })
    const heavy = await send(2, '5511988880001')
    const light = await send(1, '5511988880002')
    const row = async (id: string) => (await h.db.select().from(messages).where(eq(messages.id, id)))[0]
    const kept = await row(heavy)
    expect(kept).toMatchObject({ mediaFile: null, mediaType: 'conversation' })
    expect(kept?.body).toContain('segue o arquivo')
    expect(kept?.body).toContain('tudo.zip (2 MB) passa do limite de 1 MB')
    expect((await row(light))?.mediaFile).toMatch(/\.zip$/)
    const said = await h.db
      .select({ ticketId: messages.ticketId })
      .from(messages)
      .where(eq(messages.body, fileRefused(1)))
    expect(said).toEqual([{ ticketId: kept?.ticketId }])
    await put(root, 'downloadLimit', '100')
  })
})

const png = (): Uint8Array<ArrayBuffer> => new Uint8Array(PNG.sync.write(new PNG({ width: 8, height: 8 })))
const upload = (
  who: Person | null,
  ref: string,
  bytes: Uint8Array<ArrayBuffer> | string,
  name = 'logo.png',
) => {
  const form = new FormData()
  form.append('file', new File([bytes], name))
  return h.call(who, 'settings.uploadLogo', { query: { ref }, body: form })
}
const logos = async () =>
  (await h.call<{ logos: { target: string; path: string }[] }>(null, 'settings.logos')).body.logos

describe('a logo', () => {
  it('is put by the super-administrator, read by anybody, replaced, and taken away', async () => {
    expect(code(await upload(h.one.admin, 'login', png()))).toEqual([403, 'ERR_NO_PERMISSION'])
    expect((await upload(null, 'login', png())).status).toBe(401)
    expect(await upload(root, 'login', png())).toMatchObject({
      status: 200,
      body: { mensagem: 'Arquivo Anexado' },
    })
    const [first] = await logos()
    expect(first?.target).toBe('login')
    const answer = await h.raw(null, first?.path ?? '')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(png())

    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'
    expect((await upload(root, 'login', drawing, 'x.png')).status).toBe(200)
    const [second] = await logos()
    expect(second?.path).not.toBe(first?.path)
    const served = await h.raw(null, second?.path ?? '')
    expect(served.headers.get('content-type')).toBe('image/svg+xml')
    expect(served.headers.get('content-security-policy')).toContain('sandbox')
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await h.raw(null, first?.path ?? '')).status).toBe(404)
    expect(await readdir(join(h.folder, 'logos'))).toHaveLength(1)

    const ref = { query: { ref: 'login' } }
    expect(code(await h.call(h.one.admin, 'settings.removeLogo', ref))).toEqual([403, 'ERR_NO_PERMISSION'])
    expect((await h.call(root, 'settings.removeLogo', ref)).status).toBe(200)
    expect(await logos()).toEqual([])
  })

  it('that is none, runs, weighs too much or goes nowhere is refused and leaves what was there', async () => {
    await upload(root, 'interno', png())
    const before = await logos()
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    expect(code(await upload(root, 'interno', script, 'x.svg'))).toEqual([415, 'ERR_FILE_TYPE'])
    expect(code(await upload(root, 'interno', '%PDF-1.4', 'x.png'))).toEqual([415, 'ERR_FILE_TYPE'])
    expect(code(await upload(root, 'interno', new Uint8Array(LOGO_MAX_BYTES + 1)))).toEqual([
      413,
      'ERR_FILE_TOO_LARGE',
    ])
    expect(code(await upload(root, '../../x', png()))).toEqual([400, 'ERR_VALIDATION'])
    const empty = await h.call(root, 'settings.uploadLogo', {
      query: { ref: 'interno' },
      body: new FormData(),
    })
    expect(empty.status).toBe(400)
    expect(await logos()).toEqual(before)
    for (const path of ['/public/logos/..%2Fworkspace.db', '/public/logos/interno.png', '/public/logos/'])
      expect((await h.raw(null, path)).status, path).toBe(404)
  })
})
