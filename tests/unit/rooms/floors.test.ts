/** Rooms of the server use their own floor and those below it; what still leads up is listed, and the list only shrinks. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FLOORS, LARGEST_CIRCLE, ROOMS } from '../../../rooms.config'
import { arrowsIn, largestCircle, upward } from './floors'
import { type Read, readFile } from './imports'

const server = resolve(import.meta.dirname, '../../../electron/server')
const reads = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts'))
  .map((path): [string, Read] => {
    const name = `electron/server/${path.replaceAll('\\', '/')}`
    return [name, readFile(name, readFileSync(join(server, path), 'utf8'))]
  })

const importing = (path: string, ...from: string[]): [string, Read] => {
  const name = `electron/server/${path}.ts`
  return [name, readFile(name, from.map(one => `export * from '${one}'`).join('\n'))]
}

describe('the floors of the server', () => {
  it('have each room on one of them', () => {
    const rooms = Object.keys(ROOMS)
      .filter(row => /^electron\/server\/[^*.]+$/.test(row))
      .map(row => row.replace('electron/server/', ''))
    const placed = Object.values(FLOORS).flatMap(list => list.split(' '))
    expect(placed.toSorted()).toEqual(rooms.sort())
  })

  it('refuse an arrow upwards, types included', () => {
    const planted = [
      importing('plans/x', '../db/client', '../tickets/update'),
      importing('tickets/x', '../plans/limits', '../views/tickets', '../rules/raise'),
      importing('routes/x', '../plans/limits', '../tickets/update', '../rules/raise'),
    ]
    const type: [string, Read] = [
      'electron/server/desk/views/x.ts',
      readFile('electron/server/desk/views/x.ts', "export type X = import('../bot/turns').Turn"),
    ]
    expect(upward(arrowsIn([...planted, type]))).toEqual([
      'plans/x -> tickets',
      'tickets/x -> rules',
      'views/x -> bot',
    ])
  })

  it('find the largest circle', () => {
    const planted = [
      importing('plans/x', '../db/client'),
      importing('tickets/x', '../views/x', '../plans/x'),
      importing('views/x', '../messages/x'),
      importing('messages/x', '../tickets/x'),
      importing('mail/x', '../auth/x'),
      importing('auth/x', '../mail/x'),
    ]
    expect(largestCircle(arrowsIn(planted))).toEqual(['messages', 'tickets', 'views'])
    expect(largestCircle(arrowsIn(planted.slice(0, 2)))).toEqual([])
  })

  it('are kept, but for what is listed and is still there', () => {
    expect(upward(arrowsIn(reads))).toEqual([])
  })

  it('leave no circle larger than the one that is known', () => {
    expect(largestCircle(arrowsIn(reads))).toHaveLength(LARGEST_CIRCLE)
  })
})
