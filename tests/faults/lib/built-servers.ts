/** Several real built servers of one workspace: killed without a word, begun again, and what they say of themselves. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface BuiltServers {
  /** Of one place; it stays the same over its lives. */
  url(place: number): string
  /** kill -9. @returns whether it was the one that works for the first company. */
  kill(place: number): Promise<boolean>
  /** Begins it again. @returns when it answers. */
  begin(place: number): Promise<void>
  /** Milliseconds from each kill of the one that works for the first company until another one did. */
  readonly takeovers: readonly number[]
  /** Lines of the log that are no good news, by place. */
  readonly complaints: readonly string[]
  stop(): Promise<void>
}

/** The part of the companies the first one is in, among those a process says that it works for. */
const PART = /parts="(?:\d+ )*1[ "]/

/**
 * Begins none by itself.
 * @param program `index.js` of the built server.
 * @param envs one environment for each place, with its PORT.
 */
export function builtServers(program: string, envs: readonly NodeJS.ProcessEnv[]): BuiltServers {
  const children: (ChildProcess | null)[] = envs.map(() => null)
  const takeovers: number[] = []
  const complaints: string[] = []
  let works: number | null = null
  let killedAt: number | null = null
  const hear = (place: number, line: string): void => {
    if (line.includes('this process works') && PART.test(line)) {
      works = place
      if (killedAt !== null) takeovers.push(performance.now() - killedAt)
      killedAt = null
    } else if (/ error /.test(line)) complaints.push(`${place}: ${line}`)
  }
  return {
    url: place => `http://127.0.0.1:${envs[place]?.PORT}`,
    takeovers,
    complaints,
    async kill(place) {
      const child = children[place]
      const worked = works === place
      if (worked) killedAt = performance.now()
      if (child && child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      return worked
    },
    begin(place) {
      const child = spawn(process.execPath, [program], {
        env: { ...process.env, ...envs[place] },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children[place] = child
      return new Promise((resolve, reject) => {
        child.stdout?.on('data', (chunk: Buffer) => {
          if (chunk.includes('workspace server:')) resolve()
        })
        child.stderr?.on('data', (chunk: Buffer) => {
          for (const line of chunk.toString('utf8').split('\n')) hear(place, line)
        })
        child.once('exit', code => reject(new Error(`server ${place} ended with ${code}`)))
      })
    },
    async stop() {
      for (const child of children) {
        if (!child || child.exitCode !== null || child.signalCode !== null) continue
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
    },
  }
}
