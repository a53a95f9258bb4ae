import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../electron/database/open'
import { lockFolder } from '../../electron/server/platform/keeping/lock'
import { S3_KEYS, s3Double } from '../support/s3-double'
import { smtpDouble } from '../support/smtp-double'
import { workbook } from '../unit/contact-lists/a-sheet'

/** The server as `npm run build` makes it, in a folder of this test. */
const OUT = fileURLToPath(new URL('../../out/tests/built-server', import.meta.url))
const program = join(OUT, 'index.js')
let folder: string
const EMAIL = 'dona@aurora.test'
const PASSWORD = 'Segredo123'
const COMPANY = ['--company', 'Padaria Aurora', '--admin', 'Dona Aurora', '--email', EMAIL]
const started = new Set<ChildProcess>()

beforeAll(async () => {
  await build({
    configFile: fileURLToPath(new URL('../../scripts/vite.server.config.mjs', import.meta.url)),
    logLevel: 'warn',
    build: { outDir: OUT },
  })
  folder = await mkdtemp(join(tmpdir(), 'turno-built-server-'))
}, 300_000)
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  started.clear()
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))

/** A server process on the folder. @returns it, and how it began: its address, or what it said before it ended. */
async function server(env: NodeJS.ProcessEnv = {}): Promise<{
  child: ChildProcess
  url: string | null
  said: string
  code: number | null
}> {
  const child = spawn(process.execPath, [program, ...COMPANY], {
    env: { ...process.env, TURNO_DATA: folder, PORT: '0', TURNO_ADMIN_PASSWORD: PASSWORD, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  let said = ''
  return new Promise(resolve => {
    const look = (chunk: Buffer): void => {
      said += chunk
      const url = /(?:workspace server: |"url":")(http:[^\s"]+)/.exec(said)?.[1]
      if (url) resolve({ child, url, said, code: null })
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.once('exit', code => resolve({ child, url: null, said, code }))
  })
}
const answers = async (url: string | null) => (await fetch(`${url}/api/version`)).status

/** Ends a process. @returns its exit code and signal. */
async function end(child: ChildProcess, signal: NodeJS.Signals) {
  const gone = once(child, 'exit')
  child.kill(signal)
  return await gone
}

/** Signs the company's admin in. @returns what asks as them; a body goes as JSON, but for a form. */
async function signedIn(url: string | null) {
  const json = { 'content-type': 'application/json' }
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  const authorization = `Bearer ${((await login.json()) as { token: string }).token}`
  return async (path: string, body?: object) => {
    const form = body instanceof FormData
    const answer = await fetch(`${url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, ...(form ? {} : json) },
      body: form ? body : body && JSON.stringify(body),
    })
    const text = await answer.text()
    const parsed = (text ? JSON.parse(text) : {}) as Record<string, unknown>
    return { status: answer.status, body: parsed, authorization }
  }
}

it('keeps what the installers leave out in files of its own', async () => {
  const left = /^(?:metrics|s3|postgres|database-lock|import|join|shared-work)-/
  // Words that only these packages have, by the package.
  const marks = {
    pg: 'SASL: SCRAM-',
    'prom-client': 'nodejs_eventloop_lag',
    s3: 'GetObjectCommand',
  }
  const found: Record<string, string[]> = {}
  const needed: string[] = []
  for (const name of (await readdir(OUT)).filter(one => one.endsWith('.js'))) {
    const text = await readFile(join(OUT, name), 'utf8')
    for (const [of, mark] of Object.entries(marks))
      if (text.includes(mark)) found[of] = [...(found[of] ?? []), name]
    // What is asked for by `import()` may be missing until it is asked for; what is imported may not.
    for (const [, from = ''] of text.matchAll(/(?:from|import) ?"\.\/([^"]+)"/g))
      if (left.test(from) && !left.test(name)) needed.push(`${name} imports ${from}`)
  }
  expect(needed).toEqual([])
  expect(Object.keys(found).sort()).toEqual(Object.keys(marks).sort())
  expect(
    Object.values(found)
      .flat()
      .filter(name => !left.test(name)),
  ).toEqual([])
})

it('begins with a few lines: what is settled before the program is read is settled then', async () => {
  const first = await readFile(program, 'utf8')
  expect(first.length).toBeLessThan(2_000)
  expect(first.match(/await import\(/g)).toHaveLength(1)
  expect(first).not.toMatch(/(?:from|import) ?"\.\//)
})

it('is written in ASCII: of any other text Node keeps two bytes for each character', async () => {
  const names = (await readdir(OUT)).filter(name => name.endsWith('.js'))
  const texts = await Promise.all(names.map(name => readFile(join(OUT, name), 'latin1')))
  // Words of other languages are in it.
  expect(texts.some(text => /n\\u00e3o/i.test(text))).toBe(true)
  expect(names.filter((_, i) => /[^\0-\x7f]/.test(texts[i] ?? ''))).toEqual([])
})

it('a second process is refused with a clear text; a killed one lets go at once', async () => {
  const first = await server()
  expect(await answers(first.url)).toBe(200)
  const second = await server()
  expect(second).toMatchObject({ url: null, code: 1 })
  expect(second.said).toContain(`${folder} is in use by another Turno server (process ${first.child.pid})`)
  expect(await answers(first.url)).toBe(200)
  await end(first.child, 'SIGKILL')
  const third = await server()
  expect(await answers(third.url)).toBe(200)
}, 180_000)

it('killed at the last answer, with its log cut in half afterwards: /ready, its lines and the audit log say what is missing', async () => {
  const own = await mkdtemp(join(folder, 'cut-'))
  const env = { TURNO_DATA: own }
  await end((await server(env)).child, 'SIGTERM')

  const first = await server(env)
  const ask = await signedIn(first.url)
  for (let i = 0; i < 30; i += 1) {
    expect(await ask('/tags', { name: `Etiqueta ${i}`, color: '#1677ff', kanban: 0 })).toMatchObject({
      status: 200,
    })
  }
  await end(first.child, 'SIGKILL')
  const wal = join(own, 'workspace.db-wal')
  await truncate(wal, Math.floor((await stat(wal)).size / 2))

  const second = await server(env)
  expect(await (await fetch(`${second.url}/ready`)).json()).toEqual({ ready: true, file: 'behind' })
  const again = await signedIn(second.url)
  expect(((await again('/tags')).body as { count: number }).count).toBeLessThan(30)
  expect(second.said).toContain('what was written last is not in the workspace file')
  for (const log of ['/audit', '/audit/platform']) {
    const { records } = (await again(log)).body as { records: { subject: string; changes: unknown[] }[] }
    const told = records.find(({ subject }) => subject === 'workspaceFile')
    expect(told?.changes, log).toEqual(
      expect.arrayContaining([
        { field: 'operation', from: '', to: 'workspaceFile.behind' },
        { field: 'lostUntil', from: '', to: expect.any(String) },
      ]),
    )
  }
  // Once: what was told is not told again.
  await end(second.child, 'SIGKILL')
  const third = await server(env)
  expect(await (await fetch(`${third.url}/ready`)).json()).toEqual({ ready: true })
}, 180_000)

it('killed right after the mail server took a report for one of three: each has it, and that one twice as the same mail', async () => {
  const env = { TURNO_DATA: await mkdtemp(join(folder, 'mails-')) }
  const smtp = await smtpDouble()
  try {
    await end((await server(env)).child, 'SIGTERM')
    const file = await openDatabase(join(env.TURNO_DATA, 'workspace.db'))
    const due = Date.now() - 60_000
    await file.executeMultiple(`
      INSERT INTO mail_settings (id, host, port, security, from_name, from_address, updated_at)
        VALUES (1, '127.0.0.1', ${smtp.port}, 'none', 'Turno', 'turno@exemplo.com.br', ${due})
        ON CONFLICT (id) DO UPDATE SET host = excluded.host, port = excluded.port, security = 'none', from_address = excluded.from_address;
      INSERT INTO report_schedules (company_id, user_id, name, period, day, hour, user_ids, addresses, tables, queue_ids, agent_ids,
        whatsapp_ids, clock, language, active, due_at, next_at, created_at)
        SELECT company_id, id, 'Semana', 'week', 1, 8, '[]', '["um@exemplo.com.br","dois@exemplo.com.br","tres@exemplo.com.br"]',
          '["summary"]', '[]', '[]', '[]', 'calendar', 'pt', 1, ${due}, ${due}, ${due} FROM users WHERE email = '${EMAIL}';
    `)
    file.close()
    const first = await server(env)
    const killed = new Promise<void>(resolve => {
      smtp.onTaken = async () => {
        if (smtp.mails.length !== 2) return
        await end(first.child, 'SIGKILL')
        resolve()
      }
    })
    await killed
    const addressed = (): string[] => smtp.mails.flatMap(({ to }) => to)
    expect(addressed()).toHaveLength(2)
    const second = await server(env)
    await expect
      .poll(addressed)
      .toEqual(['um@exemplo.com.br', 'dois@exemplo.com.br', 'tres@exemplo.com.br', 'dois@exemplo.com.br'])
    const ids = smtp.mails.map(({ headers }) => headers.get('message-id'))
    expect(ids[3]).toBe(ids[1])
    expect(new Set(ids).size).toBe(3)
    await end(second.child, 'SIGTERM')
    expect(smtp.mails).toHaveLength(4)
  } finally {
    await smtp.close()
  }
}, 180_000)

it('one that is just ending is waited for', async () => {
  const first = await server()
  first.child.kill('SIGTERM')
  const second = await server()
  expect(await answers(second.url)).toBe(200)
}, 180_000)

it('a signal ends it in order: ready no longer, then gone with 0; a second one ends it at once', async () => {
  const token = 'a-token-of-the-operator'
  const first = await server({ TURNO_DRAIN_SECONDS: '2', TURNO_LOG: 'json', TURNO_METRICS_TOKEN: token })
  // From the first line on: the address, too.
  for (const line of first.said.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level')
  let logged = ''
  first.child.stderr?.on('data', chunk => (logged += chunk))
  const status = async (path: string) => (await fetch(`${first.url}${path}`)).status
  expect([await status('/health'), await status('/ready'), await status('/metrics')]).toEqual([200, 200, 403])
  const figures = await fetch(`${first.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(await figures.text()).toContain('turno_queue_length{queue="outgoing"} 0')
  expect(await status('/api/version')).toBe(200)
  await expect.poll(() => logged).toContain('"event":"request"')
  expect(
    logged
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).level),
  ).toContain('info')
  const ended = once(first.child, 'exit')
  first.child.kill('SIGTERM')
  await expect.poll(() => status('/ready')).toBe(503)
  expect([await status('/health'), await status('/api/version')]).toEqual([200, 200])
  expect(await ended).toEqual([0, null])

  const second = await server({ TURNO_DRAIN_SECONDS: '300' })
  const cut = once(second.child, 'exit')
  second.child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${second.url}/ready`)).status).toBe(503)
  second.child.kill('SIGTERM')
  expect(await cut).toEqual([143, null])
}, 180_000)

it('keeps files in a bucket where its variables name one, with the client it was built with', async () => {
  const store = await s3Double()
  const { url } = await server({
    TURNO_S3_BUCKET: store.bucket,
    TURNO_S3_ENDPOINT: store.endpoint,
    TURNO_S3_PREFIX: 'built/',
    AWS_ACCESS_KEY_ID: S3_KEYS.id,
    AWS_SECRET_ACCESS_KEY: S3_KEYS.secret,
  })
  const ask = await signedIn(url)
  const made = await ask('/quick-messages', { shortcode: 'guia', message: 'o guia' })
  const at = `/quick-messages/${made.body.id}`
  const body = new FormData()
  body.append('file', new File(['0123456789'], 'guia.txt'))
  expect((await ask(`${at}/media-upload`, body)).status).toBe(200)
  const mediaPath = String((await ask(at)).body.mediaPath)
  const headers = { authorization: made.authorization, range: 'bytes=2-4' }
  const part = await fetch(`${url}${mediaPath}`, { headers })
  expect([part.status, await part.text()]).toEqual([206, '234'])
  expect([...store.objects.keys()]).toEqual([mediaPath.replace('/media/', 'built/')])
  expect(store.unsigned).toBe(0)
  await store.close()
}, 180_000)

it('a lock file that cannot be read stops nobody', async () => {
  const own = await mkdtemp(join(tmpdir(), 'turno-lock-'))
  await writeFile(join(own, 'workspace.lock'), 'no database at all, only words that somebody left here')
  const lock = await lockFolder(own, 0)
  await expect(lockFolder(own, 0)).rejects.toThrow(/in use by another Turno server \(process \d+\)/)
  lock.release()
  ;(await lockFolder(own, 0)).release()
  await rm(own, { recursive: true, force: true })
})

it('an uploaded spreadsheet is read by a thread: others are answered meanwhile', async () => {
  const { url } = await server()
  const ask = await signedIn(url)
  const { id } = (await ask('/contact-lists', { name: 'Enviada' })).body
  const send = async (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<unknown> => {
    const body = new FormData()
    body.append('file', new File([bytes], name))
    return (await ask(`/contact-lists/${id}/upload`, body)).body
  }
  // It takes long to read, and only then turns out to hold no numbers.
  const rows = Array.from({ length: 30_000 }, (_, i) => [`Pessoa ${i}`, `Cidade ${i % 7}`])
  let waiting = true
  const sent = send('lista.xlsx', workbook({ Lista: rows })).finally(() => {
    waiting = false
  })
  let answered = 0
  while (waiting) {
    await answers(url)
    answered += 1
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  expect(await sent).toEqual({ error: 'ERR_INVALID_SHEET', fault: 'empty' })
  // Read at once, it would let through the one question that came before it.
  expect(answered).toBeGreaterThan(5)
  const small = [
    ['Nome', 'Celular'],
    ['Ana', 5511900000101],
  ]
  expect(await send('lista.xlsx', workbook({ Lista: small }))).toMatchObject([{ name: 'Ana' }])
}, 180_000)
