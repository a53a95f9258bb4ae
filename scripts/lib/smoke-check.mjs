/**
 * Whether a packaged program really starts. A process that lives proves nothing: a start that failed waits in a dialog. So
 * its log has to say that the window was shown and that the workspace stands (its database with its search included).
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const NEEDED = ['window shown', 'workspace is up']
const FATAL = [
  'start failed',
  'configuration refused',
  'workspace could not start',
  'preload failed',
  'page ended',
]
const LOOK_EVERY_MS = 250
const SAID = 'the log says: '

/** What a log of a start lacks or says against it, in words; nothing when it is a good start. @param {string} log */
function startProblems(log) {
  const lines = log.split('\n')
  return [
    ...NEEDED.filter(words => !log.includes(words)).map(words => `the log does not say "${words}"`),
    ...lines.filter(line => FATAL.some(words => line.includes(words))).map(line => `${SAID}${line.trim()}`),
  ]
}

/**
 * Starts a program and looks on until its log shows a good start and it has lived on for a while.
 * @param {{ program: string, args: string[], dataDir: string, limitMs: number, livesMs: number }} run `limitMs` for the
 *   start, `livesMs` for the time after it
 * @throws Error with what went wrong; the program is ended either way.
 */
export async function launch({ program, args, dataDir, limitMs, livesMs }) {
  const app = spawn(program, args, {
    env: { ...process.env, TURNO_DATA: dataDir, TURNO_WORKSPACE: 'demo' },
    stdio: 'inherit',
  })
  let ended = null
  app.on('error', error => {
    ended ??= String(error)
  })
  app.on('exit', (code, signal) => {
    ended ??= `it ended by itself (${code ?? signal})`
  })
  const file = join(dataDir, 'logs', 'main.log')
  const problems = () => startProblems(existsSync(file) ? readFileSync(file, 'utf8') : '')
  const until = async (done, ms) => {
    const end = Date.now() + ms
    while (ended === null && !done() && Date.now() < end)
      await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS))
  }
  /** Good, or failed for good. */
  const isDecided = () => {
    const found = problems()
    return found.length === 0 || found.some(problem => problem.startsWith(SAID))
  }
  try {
    await until(isDecided, limitMs)
    if (ended === null && problems().length === 0) await until(() => problems().length > 0, livesMs)
    const found = [...(ended === null ? [] : [ended]), ...problems()]
    if (found.length > 0) throw new Error(`the packaged program did not start well:\n${found.join('\n')}`)
  } finally {
    app.kill()
  }
}
