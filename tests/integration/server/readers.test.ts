/**
 * Who reads which field (src/contract/readers.ts): every secret of a company holds a word of its own, and the word is
 * looked for in every answer and every event each role gets.
 */

import {
  type EndpointName,
  endpoints,
  READERS,
  type Readership,
  readsSetting,
  SETTING_KEYS,
  settingAccepts,
  settingRule,
} from '@contract'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users, whatsapps } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const CANARY = 'segredo-que-ninguem-ve'
/** Keys outside the table: nobody knows what they hold. */
const UNKNOWN = ['openaiApiToken', 'smtpPassword', 'stripe']
const KEYS = [...SETTING_KEYS, ...UNKNOWN]
const word = (key: string): string => `${CANARY}-${key}.`

const h = harnessForFile()
let root: Person
const people = (): [Person, Readership][] => [
  [h.one.ana, 'member'],
  [h.one.sup, 'member'],
  [h.one.admin, 'admin'],
  [root, 'super'],
]

beforeAll(async () => {
  root = h.one.livia
  await h.update(users, { super: true }, eq(users.id, root.id))
  for (const key of KEYS) await h.setting(h.one, key, word(key))
  await h.update(
    whatsapps,
    { status: 'qrcode', qrcode: `${CANARY}-qrcode.`, token: `${CANARY}-token.` },
    eq(whatsapps.id, h.one.whatsappId),
  )
})

/** A value the table of settings allows. */
function allowed(key: string): string {
  const rule = settingRule(key)
  if (rule?.kind === 'choice') return rule.values.at(-1) ?? ''
  if (rule?.kind === 'number') return `${rule.max}`
  return rule?.kind === 'zone' ? 'America/Bahia' : '7'
}

/** Secrets in a text that a circle may not read. */
function leaked(text: string, reader: Readership): string[] {
  const fields = reader === 'admin' || reader === 'super' ? [] : ['qrcode', 'token']
  return [...fields, ...KEYS.filter(key => !readsSetting(reader, key))].filter(key =>
    text.includes(word(key)),
  )
}

describe('answers', () => {
  it('hold no field their reader may not have, whichever call is asked', async () => {
    const asked = Object.entries(endpoints).filter(([, e]) => e.method === 'GET') as [EndpointName, unknown][]
    expect(asked.length).toBeGreaterThan(20)
    let seen = ''
    for (const [who, reader] of people()) {
      for (const [name] of asked) {
        const { path } = endpoints[name]
        const ids = path.includes(':key') ? KEYS : [h.one.id, h.one.whatsappId]
        for (const id of ids) {
          const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(m => [m[1] ?? '', id]))
          const text = JSON.stringify((await h.call(who, name, { params })).body)
          expect(leaked(text, reader), `${name} ${id} as ${who.name}`).toEqual([])
          seen += text
        }
      }
    }
    for (const key of KEYS) expect(seen, key).toContain(word(key))
    expect(seen).toContain(`${CANARY}-qrcode.`)
  })

  it('of sign-in and refresh hold none either', async () => {
    for (const [who, reader] of people()) {
      const signed = await h.signIn(who.email)
      expect(leaked(JSON.stringify(signed.body), reader), who.name).toEqual([])
      expect(JSON.stringify(signed.body)).toContain(word('groupsTab'))
      const refreshed = await h.raw(null, '/api/auth/refresh_token', {
        method: 'POST',
        headers: { cookie: signed.headers.getSetCookie().join('; ') },
      })
      expect(refreshed.status).toBe(200)
      expect(leaked(await refreshed.text(), reader), who.name).toEqual([])
      who.token = signed.body.token
    }
  })

  it('for strangers hold what the sign-in screens need', async () => {
    for (const key of KEYS) {
      const { status } = await h.call(null, 'settings.public', { params: { key } })
      expect(status, key).toBe(readsSetting('public', key) ? 200 : 404)
    }
  })
})

describe('events', () => {
  it('reach each circle with what it reads, and nobody with more', async () => {
    const listeners = await Promise.all(people().map(async ([who]) => h.connect(who)))
    for (const key of KEYS) {
      const update = (value: string) => h.call(root, 'settings.update', { params: { key }, body: { value } })
      const { status } = await update(settingAccepts(key, word(key)) ? word(key) : allowed(key))
      expect(status, key).toBe(UNKNOWN.includes(key) ? 404 : 200)
    }
    await h.channel.sink.status({
      whatsappId: h.one.whatsappId,
      status: 'qrcode',
      qrcode: `${CANARY}-qrcode.`,
    })
    for (const [index, listener] of listeners.entries()) {
      const [who, reader] = people()[index] ?? [h.one.ana, 'member']
      await listener.settled()
      expect(leaked(JSON.stringify(listener.heard), reader), who.name).toEqual([])
      const heard = listener.of('settings').map(e => (e.setting as { key: string }).key)
      expect(heard.sort(), who.name).toEqual(SETTING_KEYS.filter(key => readsSetting(reader, key)).sort())
      for (const channel of ['whatsapp', 'whatsappSession']) {
        const text = JSON.stringify(listener.of(channel))
        expect(text).toContain('"status":"qrcode"')
        expect(text.includes(`${CANARY}-qrcode.`), who.name).toBe(reader !== 'member')
      }
      listener.close()
    }
  })

  it('follow a change of profile at once', async () => {
    const { id, admin } = h.one
    const listener = await h.connect(admin)
    await h.update(users, { profile: 'user' }, eq(users.id, admin.id))
    const setting = { key: 'stripe', value: word('stripe'), companyId: id }
    await h.say(id, realtime => realtime.refreshUser(id, admin.id))
    await h.say(id, realtime => realtime.toCompany(id, 'settings', { action: 'update', setting }))
    await listener.settled()
    expect(listener.of('settings')).toEqual([])
    listener.close()
    await h.update(users, { profile: 'admin' }, eq(users.id, admin.id))
  })
})

it('lets nobody overwrite a setting they may not read', async () => {
  const change = { params: { key: 'asaas' }, body: { value: 'outro' } }
  expect((await h.call(h.one.admin, 'settings.update', change)).status).toBe(403)
  expect((await h.call(root, 'settings.get', { params: { key: 'asaas' } })).body.value).toBe(word('asaas'))
})

it('names every circle in order, so that a wider one reads all a narrower one does', () => {
  for (const key of KEYS) {
    const may = READERS.map(reader => readsSetting(reader, key))
    expect(may, key).toEqual([...may].sort())
  }
})
