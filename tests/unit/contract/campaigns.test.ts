import { describe, expect, it } from 'vitest'
import {
  afterQuiet,
  CAMPAIGN_DEFAULTS,
  campaignForm,
  campaignSettingsBody,
  campaignSettingsForm,
  campaignSettingsOf,
  dueTimesFrom,
  fillCampaign,
  isCancellable,
  isEditable,
  isRemovable,
  nextDue,
  slotFor,
  type Tempo,
  wordingFor,
} from '../../../src/contract'

const ZONE = 'America/Sao_Paulo'
const tempo = (pace: Partial<Tempo['pace']> = {}, quiet = { from: '', to: '' }): Tempo => ({
  pace: { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60, ...pace },
  quiet,
  zone: ZONE,
})
/** São Paulo is three hours behind UTC. */
const at = (text: string): number => Date.parse(`${text}-03:00`)
const seconds = (plan: Iterable<number>): number[] => {
  const all = [...plan]
  return all.map(ms => (ms - (all[0] ?? 0)) / 1_000)
}

describe('the pace of a campaign', () => {
  const noon = at('2026-03-02T12:00:00')

  it('keeps the interval, and makes the longer pause after so many seconds of sending', () => {
    expect(seconds(dueTimesFrom(tempo(), noon, 7))).toEqual([0, 20, 80, 100, 160, 180, 240])
    expect(seconds(dueTimesFrom(tempo({ messageInterval: 5 }), noon, 7))).toEqual([0, 5, 10, 15, 20, 80, 85])
  })

  it('makes no longer pause where one of its two settings is 0, and none that is shorter than the interval', () => {
    expect(seconds(dueTimesFrom(tempo({ longerIntervalAfter: 0 }), noon, 4))).toEqual([0, 20, 40, 60])
    expect(seconds(dueTimesFrom(tempo({ greaterInterval: 0 }), noon, 4))).toEqual([0, 20, 40, 60])
    expect(seconds(dueTimesFrom(tempo({ greaterInterval: 1 }), noon, 4))).toEqual([0, 20, 40, 60])
  })

  it('sends five a second at an interval of 0, and not more', () => {
    const plan = [...dueTimesFrom(tempo({ messageInterval: 0, longerIntervalAfter: 0 }), noon, 11)]
    expect((plan.at(-1) ?? 0) - noon).toBe(2_000)
  })

  it('is the same whether it is planned ahead or counted turn by turn', () => {
    const quiet = { from: '20:00', to: '08:00' }
    const plan = [...dueTimesFrom(tempo({}, quiet), at('2026-03-02T19:30:00'), 400)]
    let turn = { at: plan[0] ?? 0, since: plan[0] ?? 0 }
    const counted = plan.map(() => {
      const now = turn.at
      turn = nextDue(tempo({}, quiet), turn)
      return now
    })
    expect(counted).toEqual(plan)
  })
})

describe('quiet hours', () => {
  const night = { quiet: { from: '20:00', to: '08:00' }, zone: ZONE }

  it('last over midnight, by the clock of the company', () => {
    expect(afterQuiet(night, at('2026-03-02T19:59:59'))).toBe(at('2026-03-02T19:59:59'))
    expect(afterQuiet(night, at('2026-03-02T20:00:00'))).toBe(at('2026-03-03T08:00:00'))
    expect(afterQuiet(night, at('2026-03-03T07:59:59'))).toBe(at('2026-03-03T08:00:00'))
    expect(afterQuiet(night, at('2026-03-03T08:00:00'))).toBe(at('2026-03-03T08:00:00'))
    const manaus = { ...night, zone: 'America/Manaus' }
    expect(afterQuiet(manaus, at('2026-03-02T20:30:00'))).toBe(at('2026-03-02T20:30:00'))
  })

  it('may lie within a day, and are none where both times are the same or missing', () => {
    const lunch = { quiet: { from: '12:00', to: '13:30' }, zone: ZONE }
    expect(afterQuiet(lunch, at('2026-03-02T12:10:00'))).toBe(at('2026-03-02T13:30:00'))
    for (const quiet of [
      { from: '', to: '' },
      { from: '09:00', to: '09:00' },
      { from: 'x', to: '10:00' },
    ])
      expect(afterQuiet({ quiet, zone: ZONE }, at('2026-03-02T09:00:00'))).toBe(at('2026-03-02T09:00:00'))
  })

  it('push the next turn to their end, and the stretch begins there', () => {
    const last = { at: at('2026-03-02T19:59:50'), since: at('2026-03-02T19:59:50') }
    const next = nextDue(tempo({}, night.quiet), last)
    expect(next).toEqual({ at: at('2026-03-03T08:00:00'), since: at('2026-03-03T08:00:00') })
  })
})

describe('what a campaign says', () => {
  const ana = { name: 'Ana', number: '5511999990001', email: 'ana@example.com' }

  it('fills {nome}, {numero}, {email} and variables of one’s own; unknown ones stay', () => {
    const custom = [
      { key: 'Promoção', value: '10%' },
      { key: 'nome', value: 'not this' },
    ]
    expect(fillCampaign('Oi {nome} {NUMERO} {email}: {promocao} {x} { nome }', ana, custom)).toBe(
      'Oi Ana 5511999990001 ana@example.com: 10% {x} Ana',
    )
  })

  it('gives each recipient one of the filled messages, always the same, all about as often', () => {
    const campaign = { message1: 'a', message2: ' ', message3: 'c', message5: 'e' }
    const counts = new Map<number | null, number>()
    for (let i = 0; i < 3_000; i++) {
      const number = `55119${String(i).padStart(8, '0')}`
      const slot = slotFor(campaign, number)
      expect(slotFor(campaign, number)).toBe(slot)
      counts.set(slot, (counts.get(slot) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual([1, 3, 5])
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150)
    expect(slotFor({ message1: ' ' }, ana.number)).toBeNull()
  })

  it('asks only where confirmation is on and the message has its question', () => {
    const campaign = { message1: 'Oi {nome}', confirmationMessage1: 'Posso, {nome}?' }
    expect(wordingFor({ ...campaign, confirmation: true }, ana, [])).toEqual({
      slot: 1,
      message: 'Oi Ana',
      question: 'Posso, Ana?',
    })
    expect(wordingFor({ ...campaign, confirmation: false }, ana, [])?.question).toBe('')
    expect(wordingFor({ message1: 'Oi', confirmation: true }, ana, [])?.question).toBe('')
  })
})

describe('states of a campaign', () => {
  const now = at('2026-03-02T12:00:00')

  it('is editable while inactive, cancelled, or scheduled for more than an hour from now', () => {
    const scheduled = (minutes: number) => ({
      status: 'PROGRAMADA',
      scheduledAt: new Date(now + minutes * 60_000).toISOString(),
    })
    expect(isEditable({ status: 'INATIVA', scheduledAt: null }, now)).toBe(true)
    expect(isEditable({ status: 'CANCELADA', scheduledAt: null }, now)).toBe(true)
    expect(isEditable(scheduled(61), now)).toBe(true)
    expect(isEditable(scheduled(60), now)).toBe(false)
    expect(isEditable(scheduled(-5), now)).toBe(false)
    expect(isEditable({ status: 'PROGRAMADA', scheduledAt: null }, now)).toBe(false)
    for (const status of ['EM_ANDAMENTO', 'FINALIZADA'])
      expect(isEditable({ status, scheduledAt: null }, now)).toBe(false)
  })

  it('is cancelled before and while it runs, and not deleted while it runs', () => {
    expect(
      ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'].filter(isCancellable),
    ).toEqual(['PROGRAMADA', 'EM_ANDAMENTO'])
    expect(isRemovable('EM_ANDAMENTO')).toBe(false)
    expect(isRemovable('FINALIZADA')).toBe(true)
  })
})

describe('forms of campaigns', () => {
  it('want a name of 2 to 50 characters, and say so', () => {
    const said = (name: string) => campaignForm.safeParse({ name }).error?.issues[0]?.message
    expect(said('a')).toBe('Too Short!')
    expect(said('a'.repeat(51))).toBe('Too Long!')
    expect(campaignForm.parse({ name: 'Natal', tagListId: 'Nenhuma' })).toMatchObject({
      message1: '',
      confirmation: false,
    })
  })

  it('take the intervals of the specification and no others', () => {
    const takes = (body: unknown) => campaignSettingsForm.safeParse(body).success
    for (const messageInterval of [0, 5, 10, 15, 20]) expect(takes({ messageInterval })).toBe(true)
    for (const messageInterval of [-1, 1, 7, 21, 30]) expect(takes({ messageInterval })).toBe(false)
    for (const greaterInterval of [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120])
      expect(takes({ greaterInterval, longerIntervalAfter: greaterInterval })).toBe(true)
    expect(takes({ greaterInterval: 2 })).toBe(false)
    expect(takes({ quietFrom: '25:00' })).toBe(false)
    expect(
      takes({
        variables: [
          { key: 'a', value: '1' },
          { key: 'a', value: '2' },
        ],
      }),
    ).toBe(false)
  })

  it('read what any server stored, and fall back to 20, 20 and 60', () => {
    expect(campaignSettingsOf([])).toEqual(CAMPAIGN_DEFAULTS)
    expect(
      campaignSettingsOf([
        { key: 'messageInterval', value: '5' },
        { key: 'greaterInterval', value: 'soon' },
        { key: 'variables', value: '[{"key":"a","value":"1"},{"key":2},null]' },
        { key: 'optOutWords', value: '{' },
        { key: 'quietFrom', value: '20:00' },
      ]),
    ).toMatchObject({
      messageInterval: 5,
      greaterInterval: 60,
      variables: [{ key: 'a', value: '1' }],
      optOutWords: [],
      quiet: { from: '20:00', to: '' },
    })
    const { quietFrom } = campaignSettingsBody(CAMPAIGN_DEFAULTS)
    expect(quietFrom).toBe('')
  })
})
