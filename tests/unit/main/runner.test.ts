/** The parts of main: each starts with what it names, in the order of the list, and ends in reverse. */
import { EventEmitter } from 'node:events'
import type { App, AutoUpdater } from 'electron'
import { expect, it } from 'vitest'
import { createLog } from '../../../electron/main/log/log'
import { prepareQuit } from '../../../electron/main/quit'
import { type Part, type Parts, part } from '../../../electron/main/start/parts'
import { createRunner } from '../../../electron/main/start/runner'
import { soon } from '../../support/soon'

function running() {
  const app = Object.assign(new EventEmitter(), { exits: 0, exit: () => void app.exits++, quit: () => {} })
  const lines: string[] = []
  const log = createLog((_level, line) => void lines.push(line))
  const quit = prepareQuit(app as unknown as App, new EventEmitter() as unknown as AutoUpdater, log)
  const runner = createRunner()
  runner.follow(log)
  return { app, lines, log, runner, given: { quit, log } as unknown as Parts }
}
const named = (name: string, needs: readonly string[], start: (needs: object) => unknown): Part =>
  part(name, needs as never, start as never)

it('each gets what it names and nothing else, once that is there', async () => {
  const { runner, given } = running()
  const got: object[] = []
  const there = await runner.start(
    [
      named('sync', [], async () => 'the feed'),
      named('gateway', ['sync'], needs => void got.push(needs)),
      named('windows', ['gateway'], () => 'a window'),
    ],
    given,
  )
  expect(got).toEqual([{ sync: 'the feed' }])
  expect(there).toMatchObject({ sync: 'the feed', windows: 'a window' })
  await expect(runner.start([named('tray', ['updates'], () => null)], given)).rejects.toThrow(
    'tray needs updates',
  )
})

it('one that cannot start is named in the log', async () => {
  const { runner, given, lines } = running()
  const broken = named('pairing', [], () => Promise.reject(new Error('no list')))
  await expect(runner.start([broken], given)).rejects.toThrow('no list')
  expect(lines.join('\n')).toMatch(/start failed.*pairing/)
})

it('one that cannot start has all that was started ended first', async () => {
  const { app, runner, given } = running()
  const ended: string[] = []
  const server = part('line', [], (_needs, atEnd) => void atEnd(() => ended.push('server')) as never)
  const broken = named('pairing', [], () => Promise.reject(new Error('no list')))
  await expect(runner.start([server, broken], given)).rejects.toThrow('no list')
  expect([ended, app.exits]).toEqual([['server'], 0])
})

it('ends come in reverse; one that fails or hangs is named and keeps no other from its end', async () => {
  const { app, lines, runner, given } = running()
  const ended: string[] = []
  const ending = (name: string, end: () => unknown) =>
    part(name, [], (_needs, atEnd) => {
      atEnd(() => {
        ended.push(name)
        return end()
      }, 1)
      return undefined as never
    })
  await runner.start(
    [
      ending('first', () => {}),
      ending('hanging', () => new Promise(() => {})),
      ending('broken', () => Promise.reject(new Error('no'))),
      ending('last', () => {}),
    ],
    given,
  )
  app.emit('will-quit', { preventDefault: () => {} })
  await soon(() => expect(app.exits).toBe(1))
  expect(ended).toEqual(['last', 'broken', 'hanging', 'first'])
  const named = lines.filter(line => line.includes('not stopped properly'))
  expect(named.map(line => /"what":"(\w+)"/.exec(line)?.[1])).toEqual(['broken', 'hanging'])
})
