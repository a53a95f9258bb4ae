/** The examples of the page run as they are copied, against a real server, and its check of signatures tells right from wrong. */
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whatsapps } from '../../../electron/server/platform/db/schema'
import { exampleOf, type Language, verifierOf } from '../../../src/features/messages-api/examples'
import { type Harness, startHarness } from './harness'

const run = promisify(execFile)
let h: Harness
let folder = ''
const token = `tok'en"$(id)`.replace(/[^\w]/g, '-')
/** Words that end a string or start a command, where an example does not guard them. */
const BODY = `D'Ávila "aspas" $(id) \`id\` \\n {{nome}} @arquivo 👍`

beforeAll(async () => {
  h = await startHarness()
  folder = await mkdtemp(join(tmpdir(), 'turno-examples-'))
  await writeFile(join(folder, 'foto.txt'), 'uma foto')
  await h.update(whatsapps, { token }, eq(whatsapps.id, h.one.whatsappId))
})
afterAll(async () => {
  await h.close()
  await rm(folder, { recursive: true, force: true })
})

const has = (program: string): Promise<boolean> =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )

async function ran(language: Language, file: string | null): Promise<void> {
  const code = exampleOf(language, {
    url: `${h.running.url}/api/messages/send`,
    token,
    number: '5511955550001',
    body: BODY,
    file,
    keyed: true,
  })
  h.channel.sent.length = 0
  const name = { curl: 'call.sh', JavaScript: 'call.mjs', Python: 'call.py' }[language]
  await writeFile(join(folder, name), code)
  const program = { curl: 'sh', JavaScript: process.execPath, Python: 'python3' }[language]
  const { stdout } = await run(program, [name], { cwd: folder })
  expect(stdout).toContain('Mensagem enviada')
  expect(h.channel.sent).toMatchObject([{ body: BODY, to: { number: '5511955550001' } }])
  if (file) expect(h.channel.sent[0]?.media?.name).toBe(file)
}

describe('the examples', () => {
  it('in JavaScript send a text and a file', async () => {
    await ran('JavaScript', null)
    await ran('JavaScript', 'foto.txt')
  })

  it('for curl send a text and a file', async context => {
    if (!(await has('curl')) || !(await has('uuidgen'))) return context.skip()
    await ran('curl', null)
    await ran('curl', 'foto.txt')
  })

  it('in Python send a text and a file', async context => {
    const able = await run('python3', ['-c', 'import requests']).then(
      () => true,
      () => false,
    )
    if (!able) return context.skip()
    await ran('Python', null)
    await ran('Python', 'foto.txt')
  })
})

describe('the check of a signature', () => {
  const secret = 'whsec_abc'
  const body = '{"id":1,"data":"ç"}'
  const signed = (at: number, key = secret) => ({
    'x-turno-timestamp': String(at),
    'x-turno-signature': `v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`,
  })
  const now = Math.floor(Date.now() / 1_000)
  const cases: [Record<string, string>, string, boolean][] = [
    [signed(now), body, true],
    [signed(now), `${body} `, false],
    [signed(now, 'whsec_other'), body, false],
    [signed(now - 3_600), body, false],
  ]

  it('in JavaScript takes what Turno signed, and nothing that was changed, forged or kept', async () => {
    const file = join(folder, 'verify.mjs')
    await writeFile(file, verifierOf('JavaScript'))
    const { isFromTurno } = (await import(/* @vite-ignore */ `file://${file}`)) as {
      isFromTurno: (secret: string, headers: Record<string, string>, body: string) => boolean
    }
    expect(cases.map(([headers, text]) => isFromTurno(secret, headers, text))).toEqual(
      cases.map(([, , ok]) => ok),
    )
  })

  it('in Python too', async context => {
    if (!(await has('python3'))) return context.skip()
    const lines = cases.map(
      ([headers, text]) =>
        `print(is_from_turno(${JSON.stringify(secret)}, ${JSON.stringify(headers)}, ${JSON.stringify(text)}))`,
    )
    await writeFile(join(folder, 'verify.py'), [verifierOf('Python'), '', ...lines].join('\n'))
    const { stdout } = await run('python3', ['verify.py'], { cwd: folder })
    expect(stdout.trim().split('\n')).toEqual(cases.map(([, , ok]) => (ok ? 'True' : 'False')))
  })
})
