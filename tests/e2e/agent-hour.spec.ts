/** The same scenario on every server: the embedded workspace, and the replay of a legacy server with all its quirks. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../electron/database/open'
import { startCompatServer } from '../compat/server'
import { expect, type Turno, test } from './fixtures'
import { agentHour } from './scenarios/agent-hour'

// As most people see it: everything moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Nobody and nothing that was said may be found in what main wrote down, in its file or on the terminal. */
function expectDiscreet(turno: Turno, words: readonly string[] = []): void {
  const file = readFileSync(join(turno.dataDir, 'logs', 'main.log'), 'utf8')
  expect(file).toContain('[info]')
  const written = file + turno.log
  const told = ['Já estou olhando', 'Um momento', 'Segue o comprovante', 'turno-demo', ...words]
  expect(told.filter(text => written.includes(text))).toEqual([])
  expect(written.match(/eyJ[\w-]{10,}|[\w.+-]+@[\w-]+\.\w+|(?<![\w.:-])55\d{10,11}(?!\d)/g)).toBeNull()
  // What main tells its windows always fits its own schemas.
  expect(written).not.toContain('event not sent')
}

/** Names, numbers and words of the workspace that are long enough to be nobody else's. */
async function wordsOf(folder: string): Promise<string[]> {
  const db = await openDatabase(join(folder, 'workspace.db'))
  const { rows } = await db.execute(`select number word from contacts union select email from contacts
    union select name from contacts union select email from users union select body from messages`)
  db.close()
  return rows.map(({ word }) => String(word)).filter(word => word.length >= 10)
}

test('an agent’s hour on the embedded workspace, of which the log says nothing', async ({ turno }) => {
  await agentHour(await turno.page, { name: 'embedded', patience: 30_000, customersAnswer: true })
  const words = await wordsOf(join(turno.dataDir, 'workspace'))
  expect(words.length).toBeGreaterThan(1_000)
  expectDiscreet(turno, words)
})

test('an agent’s hour with a clock 1 h ahead, a slow line and failing requests', async ({ installation }) => {
  test.setTimeout(180_000)
  const server = await startCompatServer({
    replyAfterMs: 900,
    faults: { latencyMs: 300, failShare: 0.02, clockSkewMs: 3_600_000 },
  })
  try {
    const page = await installation.start({ env: { TURNO_SERVER_URL: server.url } })
    await agentHour(page, { name: 'legacy, in bad weather', patience: 45_000, customersAnswer: true })
    expectDiscreet(installation)
  } finally {
    await server.close()
  }
})
