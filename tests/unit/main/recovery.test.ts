/** A page that crashes or hangs, with Electron's own order of events: the end of a page is told after it was asked for. */
import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import type { Log } from '../../../electron/main/log/log'
import { textsFor } from '../../../electron/main/texts'

const asked = vi.hoisted(() => ({ answers: [] as number[], questions: [] as string[] }))
vi.mock('electron', () => ({
  dialog: {
    showMessageBox: async (_window: unknown, { message }: { message: string }) => {
      asked.questions.push(message)
      return { response: asked.answers.shift() ?? 0 }
    },
  },
}))
const { recoverWindow } = await import('../../../electron/main/windows/recovery')
const { endWithMachine, endWithSession } = await import('../../../electron/main/windows/session-end')

const silent = { info() {}, warn() {}, error() {}, child: () => silent } as unknown as Log
const settled = () => new Promise(resolve => setTimeout(resolve, 5))

it('reloads a page that hung once, when it is gone, and calls it no crash', async () => {
  const done: string[] = []
  const contents = Object.assign(new EventEmitter(), {
    reload: () => void done.push('reload'),
    forcefullyCrashRenderer() {
      done.push('crash')
      setImmediate(() => {
        done.push('gone')
        contents.emit('render-process-gone', {}, { reason: 'killed', exitCode: 1 })
      })
    },
  })
  const window = Object.assign(new EventEmitter(), { webContents: contents, isDestroyed: () => false })
  recoverWindow(
    window as unknown as BrowserWindow,
    () => textsFor('en'),
    () => done.push('quit'),
    silent,
  )
  asked.answers = [1]
  window.emit('unresponsive')
  await settled()
  expect(done).toEqual(['crash', 'gone', 'reload'])
  expect(asked.questions).toEqual(['The window does not respond'])
  // A crash of its own is told as before.
  contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
  expect(done.at(-1)).toBe('reload')
  expect(asked.questions).toHaveLength(2)
})

describe('the end of the system', () => {
  const ending = () => {
    const done: string[] = []
    return {
      done,
      end: {
        save: () => done.push('saved'),
        quit: () => done.push('quit'),
        holdInstall: (ms?: number) => done.push(ms === undefined ? 'held' : 'held for a while'),
      },
    }
  }

  it('saves in the very event of the end of the Windows session, then quits', () => {
    const { done, end } = ending()
    const window = new EventEmitter()
    endWithSession(window as unknown as BrowserWindow, end)
    window.emit('query-session-end')
    window.emit('session-end')
    expect(done).toEqual(['held for a while', 'held', 'saved', 'quit'])
  })

  it.each([
    ['linux', 6],
    ['darwin', 6],
    ['win32', 0],
  ] as const)('is a shutdown or a signal elsewhere: %s', (platform, expected) => {
    const { done, end } = ending()
    const [monitor, signals] = [new EventEmitter(), new EventEmitter()]
    endWithMachine({ platform, monitor: monitor as never, signals: signals as never }, end)
    monitor.emit('shutdown')
    signals.emit('SIGTERM')
    expect(done).toHaveLength(expected)
    expect(done.slice(0, 3)).toEqual(expected ? ['held', 'saved', 'quit'] : [])
  })
})
