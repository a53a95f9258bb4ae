/** Rooms of the server use their own floor and those below it; what still leads up is listed, and the list only shrinks. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CIRCLES, FLOORS } from '../../../rooms.config'
import { arrowsIn, circlesIn, upward } from './floors'
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
    const folders = readdirSync(server, { withFileTypes: true }).filter(entry => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual(FLOORS.toSorted())
    expect(reads.map(([path]) => path).filter(path => /^electron\/server\/[^/]+\/[^/]+$/.test(path))).toEqual(
      [],
    )
  })

  it('refuse an arrow upwards, types included', () => {
    const planted = [
      importing('platform/plans/x', '../db/client', '../../desk/tickets/update'),
      importing(
        'desk/tickets/x',
        '../../platform/plans/limits',
        '../presenters/tickets',
        '../../automation/rules/raise',
      ),
      importing(
        'doors/routes/x',
        '../../platform/plans/limits',
        '../../desk/tickets/update',
        '../../automation/rules/raise',
      ),
    ]
    const type: [string, Read] = [
      'electron/server/desk/presenters/x.ts',
      readFile(
        'electron/server/desk/presenters/x.ts',
        "export type X = import('../../automation/bot/turns').Turn",
      ),
    ]
    expect(upward(arrowsIn([...planted, type]))).toEqual([
      'desk/presenters/x -> automation/bot',
      'desk/tickets/x -> automation/rules',
      'platform/plans/x -> desk/tickets',
    ])
  })

  it('find circles', () => {
    const planted = [
      importing('platform/plans/x', '../db/client'),
      importing('desk/tickets/x', '../presenters/x', '../../platform/plans/x'),
      importing('desk/presenters/x', '../messages/x'),
      importing('desk/messages/x', '../tickets/x'),
      importing('platform/mail/x', '../auth/x'),
      importing('platform/auth/x', '../mail/x'),
    ]
    expect(circlesIn(arrowsIn(planted))).toEqual([
      'desk/messages desk/presenters desk/tickets',
      'platform/auth platform/mail',
    ])
    expect(circlesIn(arrowsIn(planted.slice(0, 2)))).toEqual([])
  })

  it('are kept, but for what is listed and is still there', () => {
    expect(upward(arrowsIn(reads))).toEqual([])
  })

  it('leave no circle but those that are listed with their reason', () => {
    expect(circlesIn(arrowsIn(reads))).toEqual(Object.keys(CIRCLES).sort())
  })
})
