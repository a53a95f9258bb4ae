/** The inbox of a channel, with a provider that does as it is told: what is taken, in which order, and what waits for what. */
import { isNull } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createInbox, type Delivered, type Inbox } from '../../../electron/server/desk/channel/inbox'
import { inboxRows } from '../../../electron/server/desk/channel/inbox-rows'
import { FILE_TUNING } from '../../../electron/server/desk/channel/incoming-files'
import { silentLog } from '../../../electron/server/log'
import { inbox as rows } from '../../../electron/server/platform/db/schema'
import { onlyProcess } from '../../../electron/server/platform/db/work-ownership'
import { KeepingSink } from '../../channel-contract/suite'
import { workspaceFile } from '../../channel-contract/workspace-file'

interface Words {
  kind: 'message'
  name: string
  at: string
  body: string
  file: null
}
type Event = Words | { kind: 'change'; name: string }

let file: Awaited<ReturnType<typeof workspaceFile>>
let inbox: Inbox
/** Names of events as they were begun, and what each meets. */
let begun: string[]
let meets: Record<string, () => Promise<'done' | { againMs: number }>>

beforeEach(async () => {
  file = await workspaceFile('cloud')
  begun = []
  meets = {}
  inbox = createInbox<Event, Words>({
    ...{ db: file.db, sink: new KeepingSink(), log: silentLog, tuning: FILE_TUNING, work: onlyProcess },
    taker: {
      provider: 'cloud',
      eventOf: payload => payload as Event,
      async take(_row, event) {
        begun.push(event.name)
        return (await meets[event.name]?.()) ?? 'done'
      },
      messageOf: async () => null,
      report: async () => {},
      fileOf: async () => ({ lost: 'notFetched' }),
      prune: async () => {},
    },
  })
})
afterEach(async () => {
  await inbox.stop()
  await file.remove()
})

const words = (name: string, second: number, chat = 'ana'): Delivered => ({
  ...{ companyId: file.companyId, whatsappId: file.whatsappId, key: name, chat },
  event: { kind: 'message', name, at: `2026-11-27T10:00:0${second}.000Z`, body: name, file: null },
})
const change = (name: string, chat = 'ana'): Delivered => ({
  ...words(name, 0, chat),
  event: { kind: 'change', name },
})
const waiting = () => file.db.$count(rows, isNull(rows.doneAt))

it('takes a conversation as it was written, what names no time after what came before it, and each thing once', async () => {
  await inbox.store([
    words('three', 3),
    words('one', 1),
    change('about one'),
    words('four', 4),
    words('two', 2),
  ])
  await inbox.store([words('one', 9)])
  expect(begun).toEqual([])
  inbox.start()
  await expect.poll(waiting).toBe(0)
  expect(begun).toEqual(['one', 'two', 'three', 'about one', 'four'])
})

it('a message that is put off, or fails, holds back what follows in its conversation, and no other', async () => {
  let tries = 0
  meets.one = async () => (++tries < 2 ? { againMs: 50 } : 'done')
  meets.first = async () => {
    if (begun.filter(name => name === 'first').length < 2) throw new Error('not now')
    return 'done'
  }
  await inbox.store([words('one', 1), words('two', 2), words('first', 1, 'rui'), words('second', 2, 'rui')])
  await inbox.store([words('elsewhere', 5, 'eva')])
  inbox.start()
  await expect.poll(waiting).toBe(0)
  const of = (...names: string[]) => begun.filter(name => names.includes(name))
  expect(of('one', 'two')).toEqual(['one', 'one', 'two'])
  expect(of('first', 'second')).toEqual(['first', 'first', 'second'])
  expect(begun.indexOf('elsewhere')).toBeLessThan(begun.lastIndexOf('one'))
})

it('what is about a message and put off lets the next by', async () => {
  meets.early = async () => (begun.includes('after') ? 'done' : { againMs: 50 })
  await inbox.store([change('early'), words('after', 1)])
  inbox.start()
  await expect.poll(waiting).toBe(0)
  expect(begun[0]).toBe('early')
})

it('one that hangs holds up its own conversation alone; what belongs to none goes side by side', async () => {
  let end = (): void => {}
  const hanging = new Promise<'done'>(resolve => {
    end = () => resolve('done')
  })
  meets.stuck = () => hanging
  meets['a receipt'] = () => hanging
  await inbox.store([words('stuck', 1), words('behind', 2), words('other', 3, 'rui')])
  await inbox.store([change('a receipt', ''), change('another', '')])
  inbox.start()
  await expect.poll(() => begun.toSorted()).toEqual(['a receipt', 'another', 'other', 'stuck'])
  end()
  await expect.poll(waiting).toBe(0)
  expect(begun.at(-1)).toBe('behind')
})

it('stores a delivery of any length', async () => {
  await inbox.store(Array.from({ length: 4_000 }, (_, i) => change(`${i}`, '')))
  expect(await waiting()).toBe(4_000)
})

it('looks for a file in what waits, except in slices of a history, which are large', async () => {
  const { ahead } = inboxRows({
    ...{ db: file.db, provider: 'cloud', ownedCompanies: onlyProcess.ownedCompanies },
    ...{ fileShownMs: 0, files: { busy: () => [], full: () => [] } },
  })
  const withFile = { event: { kind: 'message', file: { id: 'photo' } } }
  await inbox.store([{ ...words('history:1', 1), ...withFile }])
  expect(await ahead(Date.now())).toMatchObject({ nextAt: expect.any(Number), hasFiles: false })
  await inbox.store([{ ...words('one', 1), ...withFile }])
  expect((await ahead(Date.now())).hasFiles).toBe(true)
})
