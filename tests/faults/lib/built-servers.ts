/** Several real built servers of one workspace: killed or frozen without a word, begun again, and what they say of themselves. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export interface BuiltServers {
  /** Of one place; it stays the same over its lives. */
  url(place: number): string
  /** kill -9; it stays down until it is begun. @returns whether it was the one that works for the first company. */
  kill(place: number): Promise<boolean>
  /** Lets it stand still (SIGSTOP), and go on. @returns whether it was the one that works for the first company. */
  freeze(place: number, frozen: boolean): boolean
  /** Begins it again. What ends by itself is begun by itself. @returns when it answers. */
  begin(place: number): Promise<void>
  /** Milliseconds from each fault of the one that works for the first company until another one did. */
  readonly takeovers: readonly number[]
  /** How often one ended by itself, as it does when others have its work. */
  ends(): number
  /** Lines of the log that are no good news, by place. */
  readonly complaints: readonly string[]
  stop(): Promise<void>
}

/** The part of the companies the first one is in, among those a process says that it works for. */
const PART = /parts="(?:\d+ )*1[ "]/
/** Between the end of one and its next life, milliseconds. */
const AGAIN_MS = 300

/**
 * Begins none by itself.
 * @param program `index.js` of the built server.
 * @param envs one environment for each place, with its PORT.
 */
export function builtServers(program: string, envs: readonly NodeJS.ProcessEnv[]): BuiltServers {
  const children: (ChildProcess | null)[] = envs.map(() => null)
  /** Those that stay down. */
  const down = new Set(envs.keys())
  const takeovers: number[] = []
  const complaints: string[] = []
  let works: number | null = null
  let troubledAt: number | null = null
  let ends = 0
  const hear = (place: number, line: string): void => {
    // TURNO_FAULTS_LOG: a file for all that the servers say.
    if (process.env.TURNO_FAULTS_LOG) appendFileSync(process.env.TURNO_FAULTS_LOG, `${place}: ${line}\n`)
    if (line.includes('this process works') && PART.test(line)) {
      works = place
      if (troubledAt !== null) takeovers.push(performance.now() - troubledAt)
      troubledAt = null
    } else if (/^\S+ error /.test(line)) complaints.push(`${place}: ${line}`)
  }
  const troubled = (place: number): boolean => {
    const worked = works === place
    if (worked) troubledAt = performance.now()
    return worked
  }
  const lives = (child: ChildProcess | null | undefined): child is ChildProcess =>
    child != null && child.exitCode === null && child.signalCode === null
  const end = async (place: number): Promise<void> => {
    down.add(place)
    const child = children[place]
    if (!lives(child)) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  /** One life. @returns whether it came up, when it has or has ended. */
  const live = (place: number): Promise<boolean> => {
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, ...envs[place] },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children[place] = child
    return new Promise(resolve => {
      let up = false
      child.stdout?.on('data', (chunk: Buffer) => {
        if (!chunk.includes('workspace server:')) return
        up = true
        resolve(true)
      })
      let rest = ''
      child.stderr?.on('data', (chunk: Buffer) => {
        const lines = (rest + chunk.toString('utf8')).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) hear(place, line)
      })
      child.once('exit', () => {
        resolve(false)
        if (!up || down.has(place)) return
        ends += 1
        if (works === place && troubledAt === null) troubled(place)
        void delay(AGAIN_MS).then(() => keepUp(place))
      })
    })
  }
  const keepUp = async (place: number): Promise<void> => {
    // The database may be away: whoever keeps servers up tries again.
    while (!down.has(place) && !lives(children[place]) && !(await live(place))) await delay(AGAIN_MS)
  }
  return {
    url: place => `http://127.0.0.1:${envs[place]?.PORT}`,
    takeovers,
    ends: () => ends,
    complaints,
    async kill(place) {
      const worked = troubled(place)
      await end(place)
      return worked
    },
    freeze(place, frozen) {
      children[place]?.kill(frozen ? 'SIGSTOP' : 'SIGCONT')
      return frozen && troubled(place)
    },
    begin(place) {
      down.delete(place)
      return keepUp(place)
    },
    async stop() {
      for (const place of envs.keys()) await end(place)
    },
  }
}
