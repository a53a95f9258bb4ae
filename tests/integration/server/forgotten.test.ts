/** A forgotten password by a real mail server on loopback (docs/specification.md 3.2, 3.4, 3.5, 3.7). */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client, InStatement, ResultSet } from '@libsql/client'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  auditEntries,
  mailSettings,
  passwordResets,
  twoFactor,
  users,
} from '../../../electron/server/platform/db/schema'
import { answerAtComputer, setPasswordOf } from '../../../electron/server/platform/mail/at-computer'
import { askForCode, resetPassword } from '../../../electron/server/platform/mail/forgotten'
import { onPostgres } from '../../support/engine'
import { mailOf, type SmtpDouble, smtpDouble } from '../../support/smtp-double'
import { type Answer, type Harness, PASSWORD, type Person, startHarness } from './harness'

/** Statements a reset may make; what runs on timers beside any request reads other tables. */
const OF_RESETS = /"(users|password_resets|mail_settings|audit_entries|refresh_tokens)"/
const SMTP_PASSWORD = 'segredo-do-correio'
let h: Harness
let platform: Person
let smtp: SmtpDouble

/** Nothing is waited for; a test about the answers makes it long. */
const pause = { least: 0, chance: 0 }

beforeAll(async () => {
  h = await startHarness({ mailPause: pause })
  platform = await h.superOf(h.one)
  smtp = await smtpDouble({ user: 'turno', password: SMTP_PASSWORD })
})
afterAll(async () => {
  await smtp.close()
  await h.close()
})
afterEach(() => {
  smtp.mails.length = 0
  smtp.refuses = null
})

const plain = (mail?: ReturnType<typeof mailOf>): string => mail?.texts.get('text/plain') ?? ''
const code = (answer: Answer): [number, unknown] => [answer.status, answer.body?.error]
const ask = (email: string) => h.call(null, 'passwords.forgotten', { params: { email } })
const reset = (email: string, token: string, newPassword = 'NovaSenha1') =>
  h.call(null, 'passwords.reset', { params: { email, token, newPassword } })
const settings = (change: object = {}) => ({
  host: '127.0.0.1',
  port: smtp.port,
  security: 'none',
  user: 'turno',
  password: SMTP_PASSWORD,
  fromName: 'Turno',
  fromAddress: 'nao-responda@turno.test',
  ...change,
})
const save = (change?: object) => h.call(platform, 'mail.saveSettings', { body: settings(change) })
const codeIn = (text: string): string => /verificação: ([A-Z2-9]{4} [A-Z2-9]{4})/.exec(text)?.[1] ?? 'no code'
/** The code the mail server was given for an address. */
async function mailedCode(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200)
  await h.running.app.memory.mails.settled()
  const mail = smtp.mails.at(-1)
  expect(mail?.to).toEqual([email])
  return codeIn(plain(mail))
}

describe('a forgotten password', () => {
  it('says so where no mail leaves, whoever asks', async () => {
    expect((await h.call(null, 'mail.state')).body).toEqual({ delivery: 'none', folder: null })
    for (const email of [h.one.ana.email, 'ninguem@c1.turno'])
      expect(code(await ask(email))).toEqual([409, 'ERR_MAIL_NOT_SET_UP'])
  })

  it('reaches its owner by mail, and the code gives a new password; every session ends', async () => {
    await save()
    const { bia } = h.one
    const { socket } = await h.connect(bia)
    const dropped = new Promise(resolve => socket.on('disconnect', resolve))
    const mailed = await mailedCode(bia.email)
    expect(plain(smtp.mails.at(-1))).toContain(bia.name)
    expect(plain(smtp.mails.at(-1))).not.toContain('Your verification code')
    // Neither the code nor the password is anywhere in the database.
    const kept = await h.row(passwordResets, eq(passwordResets.userId, bia.id))
    expect(JSON.stringify(kept)).not.toContain(mailed.replace(' ', ''))
    // Typed in small letters, with the blank of the mail.
    expect((await reset(` ${bia.email.toUpperCase()} `, mailed.toLowerCase())).status).toBe(200)
    await dropped
    expect(code(await h.call(bia, 'auth.me'))).toEqual([403, expect.anything()])
    const refreshed = await h.raw(null, '/api/auth/refresh_token', {
      method: 'POST',
      headers: { cookie: bia.cookie },
    })
    expect(refreshed.status).toBe(401)
    expect(code(await h.signIn(bia.email, PASSWORD))).toEqual([401, 'ERR_INVALID_CREDENTIALS'])
    expect((await h.signIn(bia.email, 'NovaSenha1')).status).toBe(200)
    // Used once.
    expect(code(await reset(bia.email, mailed, 'OutraSenha2'))).toEqual([400, 'ERR_RESET_CODE'])
    const entry = await h.row(auditEntries, eq(auditEntries.action, 'resetPassword'))
    expect(entry).toMatchObject({ userId: bia.id, companyId: h.one.id, subject: 'auth' })
    expect(JSON.stringify(entry)).not.toContain('NovaSenha1')
  })

  it('is answered alike for an address nobody has, and no mail leaves', async () => {
    const known = await ask(h.one.caio.email)
    const unknown = await ask('ninguem@c1.turno')
    await h.running.app.memory.mails.settled()
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect(smtp.mails.map(mail => mail.to)).toEqual([[h.one.caio.email]])
    expect(code(await reset('ninguem@c1.turno', 'ABCD EFGH'))).toEqual([400, 'ERR_RESET_CODE'])
  })

  // Counts the statements of libSQL's client; the rules that send them are the same.
  it.skipIf(onPostgres)('takes the same work before its answer, whoever has an account', async () => {
    const { caio } = h.one
    await h.running.app.memory.mails.settled()
    const client = (h.db as unknown as { $client: Client }).$client
    const done: string[] = []
    const real = client.execute.bind(client) as (statement: InStatement) => Promise<ResultSet>
    const begin = client.transaction.bind(client)
    const note = (statement: InStatement): void => {
      const sql = typeof statement === 'string' ? statement : statement.sql
      if (OF_RESETS.test(sql)) done.push(sql)
    }
    const execute = vi.spyOn(client, 'execute').mockImplementation((statement: InStatement) => {
      note(statement)
      return real(statement)
    })
    const transaction = vi.spyOn(client, 'transaction').mockImplementation(async (...mode: unknown[]) => {
      const begun = await begin(...(mode as []))
      const inside = begun.execute.bind(begun)
      begun.execute = statement => {
        note(statement)
        return inside(statement)
      }
      return begun
    })
    const worked = async (work: () => Promise<Answer>): Promise<[string[], number, unknown]> => {
      done.length = 0
      const { status, body } = await work()
      return [[...done], status, body]
    }
    // What comes after the answer is left for later.
    pause.least = 1_500
    try {
      const mailed = await worked(() => ask(caio.email))
      expect(mailed[0].length).toBeGreaterThan(0)
      expect(await worked(() => ask('ninguem@c9.turno'))).toEqual(mailed)
      // Caio has a code from an earlier test, which a wrong one is compared with.
      expect(await h.db.$count(passwordResets, eq(passwordResets.userId, caio.id))).toBe(1)
      const refused = await worked(() => reset(caio.email, 'ZZZZ ZZZZ'))
      expect(refused[0].length).toBeGreaterThan(1)
      expect(await worked(() => reset('ninguem@c9.turno', 'ZZZZ ZZZZ'))).toEqual(refused)
      expect([...mailed[0], ...refused[0]].filter(sql => !/^\s*select/i.test(sql))).toEqual([])
    } finally {
      pause.least = 0
      execute.mockRestore()
      transaction.mockRestore()
      await h.running.app.memory.mails.settled()
    }
  })

  it('takes five wrong codes, then the right one is void too', async () => {
    const { livia } = h.one
    const mailed = await mailedCode(livia.email)
    const wrong = await Promise.all(Array.from({ length: 5 }, () => reset(livia.email, 'AAAA AAAA')))
    for (const answer of wrong) expect(code(answer)).toEqual([400, 'ERR_RESET_CODE'])
    expect(code(await reset(livia.email, mailed))).toEqual([400, 'ERR_RESET_CODE'])
    expect((await h.signIn(livia.email)).status).toBe(200)
  })

  it('forgets a code after a quarter of an hour', async () => {
    const { sup } = h.one
    const mailed = await mailedCode(sup.email)
    await h.update(
      passwordResets,
      { expiresAt: sql`${passwordResets.expiresAt} - 901000` },
      eq(passwordResets.userId, sup.id),
    )
    expect(code(await reset(sup.email, mailed))).toEqual([400, 'ERR_RESET_CODE'])
  })

  it('is in the language of the screen it was asked for on, and in no other', async () => {
    for (const [language, words, others] of [
      ['en', 'Your verification code', /código/],
      ['es', 'Su código de verificación', /Your|senha/],
    ] as const) {
      const params = { email: h.one.livia.email }
      await h.call(null, 'passwords.forgotten', { params, query: { language } })
      await h.running.app.memory.mails.settled()
      expect(plain(smtp.mails.at(-1))).toContain(words)
      expect(plain(smtp.mails.at(-1))).not.toMatch(others)
    }
  })

  it('mails three codes to one account, then wants patience, known or not', async () => {
    const paced: unknown[] = []
    for (const email of [h.two.bia.email, 'ninguem@c2.turno']) {
      const answers = [await ask(email), await ask(email), await ask(email), await ask(email)]
      paced.push(answers.map(({ status }) => status))
      expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await h.running.app.memory.mails.settled()
    expect(paced).toEqual([
      [200, 200, 200, 429],
      [200, 200, 200, 429],
    ])
    expect(smtp.mails).toHaveLength(3)
    // Another address of the network asks in vain as well: it is the account that has had enough.
    const asking = (email: string, from: string) => askForCode(h.running.app, email, from, 'pt')
    await expect(asking(h.two.bia.email, '10.0.0.1')).rejects.toMatchObject({ code: 'ERR_TOO_MANY_ATTEMPTS' })
    // The latest code alone counts.
    expect(code(await reset(h.two.bia.email, codeIn(plain(smtp.mails[0]))))).toEqual([400, 'ERR_RESET_CODE'])
    expect((await reset(h.two.bia.email, codeIn(plain(smtp.mails[2])))).status).toBe(200)
  })
})

describe('one address of the network', () => {
  const refusal = { code: 'ERR_TOO_MANY_ATTEMPTS', details: { retryAfter: expect.any(Number) } }

  it('asks for thirty mails in a quarter of an hour, whatever accounts it names; others go on asking', async () => {
    for (let i = 0; i < 30; i++) await askForCode(h.running.app, `pessoa${i}@c7.turno`, '203.0.113.7', 'pt')
    for (const email of ['mais@c7.turno', h.two.caio.email])
      await expect(askForCode(h.running.app, email, '203.0.113.7', 'pt')).rejects.toMatchObject(refusal)
    await askForCode(h.running.app, 'mais@c7.turno', '203.0.113.8', 'pt')
  })

  it('tries sixty codes, and an account is tried fifteen times; what is right is not heard any more either', async () => {
    const from = (address: string) => ({ program: 'teste', address })
    const tries = (email: string, address: string) =>
      resetPassword(h.running.app, { email, token: 'AAAAAAAA', newPassword: 'NovaSenha1' }, from(address))
    const wrong = { code: 'ERR_RESET_CODE' }
    for (let i = 0; i < 60; i++)
      await expect(tries(`alvo${i}@c7.turno`, '203.0.113.9')).rejects.toMatchObject(wrong)
    await expect(tries(h.two.caio.email, '203.0.113.9')).rejects.toMatchObject(refusal)
    for (let i = 0; i < 15; i++)
      await expect(tries('um@c7.turno', `203.0.113.${20 + i}`)).rejects.toMatchObject(wrong)
    await expect(tries('um@c7.turno', '203.0.113.99')).rejects.toMatchObject(refusal)
  })
})

describe('the mail server', () => {
  it('is the super-administrator’s; its password goes in sealed and never comes out', async () => {
    const [mate, other] = [await h.connect(platform), await h.connect(h.one.admin)]
    const { body } = await save()
    // Other consoles of the platform ask again; nobody else hears of it, and nothing of it travels.
    const told = await mate.until(({ event }) => event.endsWith('-platformSettings'))
    expect(told.payload).toEqual({ action: 'update', part: 'mail' })
    expect(other.of('platformSettings')).toEqual([])
    mate.close()
    other.close()
    expect(body).toMatchObject({ host: '127.0.0.1', hasPassword: true, delivery: 'smtp', failure: null })
    expect(JSON.stringify((await h.call(platform, 'mail.settings')).body)).not.toContain(SMTP_PASSWORD)
    const row = await h.row(mailSettings)
    expect(JSON.stringify(row)).not.toContain(SMTP_PASSWORD)
    expect(code(await h.call(h.one.admin, 'mail.settings'))).toEqual([403, 'ERR_NO_PERMISSION'])
    const entries = await h.rows(auditEntries, eq(auditEntries.subject, 'mail'))
    expect(entries.length).toBeGreaterThan(0)
    expect(JSON.stringify(entries)).not.toContain(SMTP_PASSWORD)
  })

  it('sends a test mail by what is kept, and says why one is refused', async () => {
    const test = () => h.call(platform, 'mail.test', { body: { to: 'dona@aurora.example' } })
    // A password that is left out stays.
    await save({ password: '' })
    expect((await test()).body).toEqual({ delivery: 'smtp' })
    expect(smtp.mails.at(-1)).toMatchObject({ to: ['dona@aurora.example'] })
    smtp.refuses = 'caixa cheia'
    const refused = await test()
    expect(code(refused)).toEqual([424, 'ERR_MAIL_REFUSED'])
    expect(refused.body.reason).toContain('caixa cheia')
    expect((await h.call(platform, 'mail.settings')).body.failure).toMatchObject({
      reason: expect.stringContaining('caixa cheia'),
    })
    smtp.refuses = null
    await test()
    expect((await h.call(platform, 'mail.settings')).body.failure).toBeNull()
    // What cannot be made secret is not said in the open.
    await save({ security: 'starttls' })
    expect(code(await test())).toEqual([424, 'ERR_MAIL_REFUSED'])
  })

  it('is not told the password that was kept for another one', async () => {
    expect((await save()).body.hasPassword).toBe(true)
    expect((await save({ host: 'mail.outra.example', password: '' })).body.hasPassword).toBe(false)
    const nobody = await save({ fromAddress: '' })
    expect(code(nobody)).toEqual([400, 'ERR_VALIDATION'])
  })

  it('is not needed by a demo: its mails stay in a folder, and it says where', async () => {
    await save({ host: '' })
    await h.db.platform.run(sql`insert into workspace (id, kind, created_at) values (1, 'demo', 0)
      on conflict (id) do update set kind = 'demo'`)
    const folder = join(h.folder, 'mails')
    expect((await h.call(null, 'mail.state')).body).toEqual({ delivery: 'folder', folder })
    const { ana } = h.two
    expect((await ask(ana.email)).status).toBe(200)
    await h.running.app.memory.mails.settled()
    const [file = ''] = await readdir(folder)
    const mail = mailOf([], await readFile(join(folder, file), 'latin1'))
    expect(mail.headers.get('to')).toBe(ana.email)
    expect((await reset(ana.email, codeIn(plain(mail)))).status).toBe(200)
    const row = await h.row(users, eq(users.id, ana.id))
    expect(row?.tokenVersion).toBe(1)
  })
})

describe('at the computer that holds the company', () => {
  const type = 'answer'
  const asked = (message: object) => answerAtComputer(h.running.app, { id: 7, ...message })
  const signIn = (email: string, password: string) =>
    h.call(null, 'auth.login', { body: { email, password } }).then(({ status }) => status)

  it('administrators alone get another password; their sessions end, and the log says how it was done', async () => {
    const { admin, ana } = h.one
    const found = (await asked({ type: 'managers' }))?.value as { id: number; email: string }[]
    expect(found.find(({ id }) => id === ana.id)).toBeUndefined()
    const email = found.find(({ id }) => id === admin.id)?.email ?? ''

    // The phone may be lost with the password.
    const lost = { userId: admin.id, companyId: admin.companyId, secret: '', recovery: '[]' }
    await h.insert(twoFactor, { ...lost, confirmedAt: new Date().toISOString() })
    const wanted = { userId: admin.id, password: 'Aurora2027' }
    expect(await asked({ type: 'newPassword', wanted })).toEqual({ type, id: 7, value: { done: true } })
    expect([await signIn(email, PASSWORD), await signIn(email, 'Aurora2027')]).toEqual([401, 200])
    expect((await h.call(admin, 'users.list')).status).toBe(403)
    const entries = await h.rows(auditEntries, eq(auditEntries.action, 'resetPassword'))
    const changes = [{ field: 'operation', from: '', to: 'auth.atComputer' }]
    expect(entries).toContainEqual(
      expect.objectContaining({ subjectId: String(admin.id), userId: null, changes }),
    )
    const other = { userId: ana.id, password: 'Aurora2027' }
    const refused = { type, id: 7, value: { done: false } }
    expect(await asked({ type: 'newPassword', wanted: other })).toEqual(refused)
    expect(await asked({ type: 'newPassword', wanted: { ...wanted, password: 'curta' } })).toBeNull()

    // By the arguments of a server that is started by hand.
    const set = (address: string) => setPasswordOf(h.running.app, address, 'Aurora2028')
    expect([await set(ana.email), await set('ninguem@exemplo.com.br')]).toEqual([null, null])
    expect(await set(email)).toBe(admin.name)
    expect(await signIn(email, 'Aurora2028')).toBe(200)
  })
})
