import type { ChildProcess } from 'node:child_process'

/** A process that is begun again whenever it ends, as by a kill; it may also end by itself. Its first message says that it is up. */
export async function keptUp<Ready>(begin: () => ChildProcess) {
  let child: ChildProcess | null = null
  let stopping = false
  let lives = 0
  let last: { up: Promise<Ready> }
  const start = (): { up: Promise<Ready> } => {
    lives += 1
    const now = begin()
    child = now
    const up = new Promise<Ready>((resolve, reject) => {
      now.once('message', said => resolve(said as Ready))
      now.once('exit', code => reject(new Error(`a process ended with ${code}`)))
    })
    up.catch(() => undefined)
    now.once('exit', code => {
      if (stopping) return
      if (code) failed = new Error(`a process ended with ${code}`)
      else last = start()
    })
    return { up }
  }
  let failed: Error | null = null
  last = start()
  const first = await last.up
  return {
    first,
    lives: () => lives,
    /** Resolves when the life that is there now is up, or has ended. */
    up: () => last.up.then(() => undefined).catch(() => undefined),
    failed: () => failed,
    /** Asks, of whichever life is up. */
    ask: (word: unknown) =>
      new Promise<Record<string, unknown> | null>(resolve => {
        const now = child
        if (!now?.connected) return resolve(null)
        const answer = (said: Record<string, unknown> | null): void => {
          now.off('message', answer)
          now.off('exit', none)
          resolve(said)
        }
        const none = (): void => answer(null)
        now.on('message', answer)
        now.on('exit', none)
        now.send(word as never)
      }),
    tell: (word: unknown) => (child?.connected ? void child.send(word as never) : undefined),
    async kill() {
      const now = child
      if (!now || now.exitCode !== null || now.signalCode !== null) return
      const ended = new Promise<void>(resolve => now.once('exit', () => resolve()))
      now.kill('SIGKILL')
      await ended
    },
    stop() {
      stopping = true
      return this.kill()
    },
  }
}
