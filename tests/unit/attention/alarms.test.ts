import { attentionPreferences, type FloorAlarm } from '@contract'
import { expect, it } from 'vitest'
import { emptyMemory, plan } from '../../../electron/main/attention/policy'
import { raiseAlarms } from '../../../electron/main/attention/raised'
import { selfOf } from '../../../electron/main/attention/self'
import { noticeTexts } from '../../../electron/main/attention/texts'
import { contentOf } from '../../../electron/main/attention/wording'
import { emptyWork } from '../../../electron/main/attention/work'
import { createLog } from '../../../electron/main/log/log'
import { askAlarms, watchList } from '../../../electron/main/start/watched-lists'
import { aUser, NOON } from './a-work'

const alarm = (more: Partial<FloorAlarm> = {}): FloorAlarm => ({
  ...{ id: 3, kind: 'longest', queueIds: [1, 2], limit: 10, sound: true, notice: true },
  queues: [
    { id: 1, name: 'Suporte' },
    { id: 2, name: 'Vendas' },
  ],
  raised: { since: new Date(NOON).toISOString(), value: 12, notedBy: null },
  ...more,
})
const empty = emptyWork(selfOf(aUser()))

it('is announced once for each time it is raised, and withdrawn when it ends or somebody took note', () => {
  const told = new Set<string>()
  const keys = (alarms: FloorAlarm[], from = empty) => {
    const work = raiseAlarms(from, alarms, told, NOON)
    return { work, keys: [...work.eventNotices.keys()] }
  }
  const first = keys([alarm(), alarm({ id: 4, raised: null })])
  expect(first.keys).toEqual([`alarm:3:${NOON}`])
  expect(keys([alarm()], first.work).keys).toEqual(first.keys)
  expect(
    keys([alarm({ raised: { since: alarm().raised?.since ?? '', value: 12, notedBy: 'Ana' } })], first.work)
      .keys,
  ).toEqual([])
  expect(keys([], first.work).keys).toEqual([])
  // Pressed away, it is not announced again while it is the same one.
  expect(keys([alarm()]).keys).toEqual([])
  const later = new Date(NOON + 1).toISOString()
  expect(keys([alarm({ raised: { since: later, value: 11, notedBy: null } })]).keys).toHaveLength(1)
})

it('comes with a notice, a sound or both, as the alarm and the person choose', () => {
  const done = (one: FloorAlarm, choices = attentionPreferences.parse({})) =>
    plan(emptyMemory, raiseAlarms(empty, [one], new Set(), NOON - 10_000), {
      ...{ now: NOON, choices, quietUntil: Number.POSITIVE_INFINITY, atWork: true },
    }).orders.map(order => order.do)
  expect(done(alarm())).toEqual(['show', 'sound'])
  expect(done(alarm({ sound: false }))).toEqual(['show'])
  expect(done(alarm({ notice: false }))).toEqual(['sound'])
  expect(done(alarm(), attentionPreferences.parse({ notices: { alarm: false } }))).toEqual(['sound'])
  expect(done(alarm(), attentionPreferences.parse({ sounds: { alarm: 'none' } }))).toEqual(['show'])
  expect(done(alarm(), attentionPreferences.parse({ silent: true, notices: { alarm: false } }))).toEqual([])
})

it('says which queues and what, and nothing where nothing is to be shown', () => {
  const said = (one: FloorAlarm, privacy: 'all' | 'nothing' = 'all') => {
    const [notice] = raiseAlarms(empty, [one], new Set(), NOON).eventNotices.values()
    if (!notice) throw new Error('not raised')
    const { title, body, urgent } = contentOf(notice, false, NOON, privacy, noticeTexts('pt'))
    return [title, body, urgent]
  }
  expect(said(alarm())).toEqual(['Alarme: Suporte, Vendas', 'Maior espera: 12 min (limite 10 min)', true])
  expect(said(alarm({ queueIds: [], queues: [], kind: 'nobody' }))).toEqual([
    'Alarme: todas as filas',
    'Ninguém disponível',
    true,
  ])
  expect(said(alarm(), 'nothing')).toEqual(['Alarme ao vivo', '', true])
})

it('is read again after a failure', async () => {
  const timers: (() => void)[] = []
  let isDown = true
  const read: number[] = []
  const watch = watchList({
    list: async () => {
      if (isDown) throw new Error('down')
      return [alarm()]
    },
    onRows: found => void read.push(found.length),
    clock: {
      now: () => NOON,
      after(_ms, work) {
        timers.push(work)
        return () => undefined
      },
    },
    log: createLog(() => undefined),
  })
  const settled = () => new Promise(resolve => setImmediate(resolve))
  watch.read()
  await settled()
  expect([read, timers.length]).toEqual([[], 1])
  isDown = false
  timers[0]?.()
  await settled()
  expect(read).toEqual([1])
  // What is answered after the end is nobody's any more.
  watch.read()
  watch.reset()
  await settled()
  expect(read).toEqual([1])
})

it('is asked for by nobody who may not have it', async () => {
  const asked: string[] = []
  const client = (offers: boolean) => ({
    has: () => offers,
    async fetch(path: string) {
      asked.push(path)
      return Response.json([alarm()])
    },
  })
  expect(await askAlarms(client(true), null)).toEqual([])
  expect(await askAlarms(client(true), aUser({ profile: 'user' }))).toEqual([])
  expect(await askAlarms(client(false), aUser({ profile: 'admin' }))).toEqual([])
  expect(asked).toEqual([])
  expect(await askAlarms(client(true), aUser({ profile: 'admin' }))).toHaveLength(1)
  expect(asked).toHaveLength(1)
})
