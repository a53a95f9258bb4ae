/** A chatbot edited on a legacy server, as a customer meets it there: by the stored numbers. */
import { endpoints } from '@contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { botOptions } from '@/features/queues/chatbot/tree'
import { botFor, conversation } from '@/features/queues/phone/conversation'
import { asTurno, type TurnoSide } from '../../compat/as-turno'
import { type CompatServer, startCompatServer } from '../../compat/server'

let server: CompatServer
let admin: TurnoSide

beforeEach(async () => {
  server = await startCompatServer({ replyAfterMs: 0 })
  admin = await asTurno(server, 'admin@demo.turno')
})
afterEach(() => server.close())

const QUEUE = 3
const add = async (title: string, parentId: number | null = null, option?: number): Promise<number> => {
  const { json } = await admin.ask('POST', '/queue-options', { queueId: QUEUE, title, parentId, option })
  return endpoints['queueOptions.create'].response.parse(json).id
}
const chosen = (words: string, parentId: number | null = null) =>
  server.world.records.chosen(QUEUE, parentId, words)?.title

it('every option can be chosen by the number the customer reads, wherever it was added', async () => {
  await add('Segunda via')
  await add('Negociar')
  await add('Primeiro de todos', null, 1)
  expect(server.world.records.menuOf(QUEUE, null)).toBe(
    '*[ 1 ]* - Primeiro de todos\n*[ 2 ]* - Segunda via\n*[ 3 ]* - Negociar\n\n*[ # ]* - Menu inicial',
  )
  expect(['1', '2', '3', '4'].map(words => chosen(words))).toEqual([
    'Primeiro de todos',
    'Segunda via',
    'Negociar',
    undefined,
  ])
})

it('the phone beside the editor shows the menus as customers read them there', async () => {
  const parent = await add('Segunda via')
  await add('Negociar')
  await add('Por e-mail', parent)
  const { json } = await admin.ask('GET', `/queue-options?queueId=${QUEUE}`)
  const options = botOptions(endpoints['queueOptions.list'].response.parse(json))
  const queue = { id: QUEUE, name: 'Financeiro', greetingMessage: 'Oi!', outOfHoursMessage: '' }
  const edited = { ...queue, hours: [], mediaPath: null, mediaName: null, options }
  const around = { connection: null, queues: [], trees: new Map(), setting: () => undefined, timeZone: 'UTC' }
  const bot = botFor(edited, { ...around, companyHours: [], holidays: [], brackets: true })
  const said = (...words: string[]) =>
    conversation(bot, ['Olá', ...words], new Date(0)).lines.findLast(line => line.from === 'bot')
  const { records } = server.world
  expect(said()).toMatchObject({ text: `Oi!\n\n${records.menuOf(QUEUE, null)}` })
  expect(said('1')).toMatchObject({ text: `Segunda via\n\n${records.menuOf(QUEUE, parent)}` })
  expect(said('1', '0')).toMatchObject({ text: `Oi!\n\n${records.menuOf(QUEUE, null)}` })
  // A title chooses nothing there.
  expect(said('Negociar')).toMatchObject({ text: `Oi!\n\n${records.menuOf(QUEUE, null)}` })
})

it('siblings are numbered anew when one is moved, nested or deleted with what lies below it', async () => {
  const [a, b, c] = [await add('A'), await add('B'), await add('C')]
  const below = await add('B abaixo', b)
  await add('Mais fundo', below)
  const titles = () => ['1', '2', '3'].map(words => chosen(words))

  await admin.ask('PUT', `/queue-options/${c}`, { parentId: null, option: 1 })
  expect(titles()).toEqual(['C', 'A', 'B'])
  await admin.ask('PUT', `/queue-options/${a}`, { parentId: b, option: 1 })
  expect(titles()).toEqual(['C', 'B', undefined])
  expect([chosen('1', b), chosen('2', b)]).toEqual(['A', 'B abaixo'])
  await admin.ask('PUT', `/queue-options/${a}`, { parentId: null, option: 2 })
  expect(titles()).toEqual(['C', 'A', 'B'])
  expect(chosen('1', b)).toBe('B abaixo')

  await admin.ask('DELETE', `/queue-options/${c}`)
  expect(titles()).toEqual(['A', 'B', undefined])
  await admin.ask('DELETE', `/queue-options/${b}`)
  expect(server.world.records.options.rows.filter(one => one.queueId === QUEUE)).toMatchObject([
    { title: 'A', option: '1', parentId: null },
  ])
})

it('options that an earlier version stored without numbers get theirs with the next change beside them', async () => {
  const { options } = server.world.records
  const row = { queueId: QUEUE, message: '', parentId: null, option: null }
  const first = options.add({ ...row, title: 'Sem número' })
  options.add({ ...row, title: 'Também sem' })
  await admin.ask('PUT', `/queue-options/${first.id}`, { title: 'Boletos' })
  expect([chosen('1'), chosen('2')]).toEqual(['Boletos', 'Também sem'])
})
