import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Bot,
  type BotOption,
  type BotQueue,
  type BotState,
  botStep,
  DEFAULT_HOURS,
  optionFaults,
  outOfHoursText,
} from '../../../src/contract'

const option = (id: number, title: string, more: Partial<BotOption> = {}): BotOption => ({
  id,
  parentId: null,
  title,
  message: '',
  position: id,
  exitChatbot: false,
  forwardQueueId: null,
  mediaPath: null,
  mediaName: null,
  ...more,
})
const queue = (id: number, name: string, more: Partial<BotQueue> = {}): BotQueue => ({
  id,
  name,
  greetingMessage: '',
  outOfHoursMessage: '',
  hours: [],
  mediaPath: null,
  mediaName: null,
  options: [],
  ...more,
})
const support = queue(1, 'Suporte', {
  greetingMessage: 'Suporte técnico.',
  options: [
    option(1, 'Boleto', { message: 'Segue o boleto', mediaPath: '/media/1/b.pdf', mediaName: 'b.pdf' }),
    option(2, 'Internet', { message: 'O que acontece?' }),
    option(3, 'Falar com alguém', { exitChatbot: true, message: 'Já vamos atender.' }),
    option(4, 'Comprar', { forwardQueueId: 2, message: 'Passando para vendas.' }),
    option(21, 'Sem sinal', { parentId: 2, position: 1, message: 'Reinicie o modem.' }),
    option(22, 'Lenta', { parentId: 2, position: 2, exitChatbot: true }),
  ],
})
const sales = queue(2, 'Vendas', {
  greetingMessage: 'Olá, aqui é Vendas.',
  outOfHoursMessage: 'Vendas fechou.',
})
const company: Bot = {
  greetingMessage: 'Bem-vindo!',
  outOfHoursMessage: 'Estamos fechados.',
  queues: [support, sales],
  otherQueues: [],
  menuTimes: 3,
  quietMinutes: 0,
  scheduleType: 'disabled',
  companyHours: DEFAULT_HOURS,
  holidays: [],
  timeZone: 'America/Sao_Paulo',
  outOfHoursAction: 'pending',
  autoExit: false,
  greetsSingleQueue: true,
}
const day = new Date('2026-11-23T13:00:00Z')
const night = new Date('2026-11-24T02:00:00Z')

/** Speaks to the bot as a customer; gives every reply and where it ended. */
function talk(bot: Bot, said: string[], at = day) {
  let step = botStep(bot, null, '', at)
  const heard = [step.replies.map(reply => reply.text)]
  for (const words of said) {
    step = botStep(bot, step.state, words, at)
    heard.push(step.replies.map(reply => reply.text))
  }
  return { heard, state: step.state, closed: step.closed, last: step.replies }
}

describe('the chatbot', () => {
  it('offers the queues, then the options of the one that was chosen', () => {
    const { heard, state } = talk(company, ['1'])
    expect(heard[0]?.[0]).toBe('Bem-vindo!\n\n*1* - Suporte\n*2* - Vendas')
    expect(heard[1]?.[0]).toMatch(/^Suporte técnico\.\n\n\*1\* - Boleto[\s\S]*\*#\* - /)
    expect(state).toMatchObject({ queueId: 1, optionId: null, inBot: true })
  })

  it('takes a name in any case and accent for its number', () => {
    expect(talk(company, ['vendas']).state.queueId).toBe(2)
    expect(talk(company, ['1', 'INTERNET', 'Sem Sinal']).state.optionId).toBe(21)
  })

  it.each(['2', '2.', '2)', '*2*', '[2]', '2 - Vendas', 'opção 2', '２', '\u200e2', '02', '2️⃣', 'Vendas.'])(
    'knows %s for an entry',
    said => expect(talk(company, [said]).state.queueId).toBe(2),
  )

  it.each(['2 pães', '9', '2 - Suporte', '20'])('does not take %s for one', said =>
    expect(talk(company, [said]).state.queueId).toBeNull(),
  )

  it('goes down, up one level, and home', () => {
    expect(talk(company, ['1', '2', '1']).state.optionId).toBe(21)
    expect(talk(company, ['1', '2', '1', '0']).state.optionId).toBe(2)
    expect(talk(company, ['1', '2', '0']).state).toMatchObject({ queueId: 1, optionId: null })
    const home = talk(company, ['1', '2', '#'])
    expect(home.state).toMatchObject({ queueId: null, inBot: true })
    expect(home.heard.at(-1)?.[0]).toContain('*1* - Suporte')
  })

  it('sends the file of an option with its message', () => {
    const { last } = talk(company, ['1', '1'])
    expect(last[0]).toMatchObject({ mediaPath: '/media/1/b.pdf', mediaName: 'b.pdf' })
  })

  it('leaves to a person at an exit, and to the other queue where an option leads there', () => {
    const exit = talk(company, ['1', '3'])
    expect(exit.state).toMatchObject({ queueId: 1, inBot: false })
    expect(exit.heard.at(-1)).toEqual(['Já vamos atender.'])
    const forward = talk(company, ['1', '4'])
    expect(forward.state).toMatchObject({ queueId: 2, inBot: false })
    expect(forward.heard.at(-1)).toEqual(['Passando para vendas.', 'Olá, aqui é Vendas.'])
    expect(botStep(company, forward.state, 'oi', day).replies).toEqual([])
  })

  it('hands over at an option with nothing below it only where chatbotAutoExit says so', () => {
    expect(talk(company, ['1', '2', '1']).state.inBot).toBe(true)
    expect(talk({ ...company, autoExit: true }, ['1', '2', '1']).state.inBot).toBe(false)
  })

  it('shows a menu only so often without an answer, and again after a choice', () => {
    const { heard } = talk(company, ['?', '?', '?', '?'])
    expect(heard.map(replies => replies.length)).toEqual([1, 1, 1, 0, 0])
    expect(talk(company, ['?', '?', '?', '1', '?']).heard.at(-1)).toHaveLength(1)
    expect(talk({ ...company, menuTimes: 0 }, Array(9).fill('?')).heard.at(-1)).toHaveLength(1)
  })

  it('stays silent for the minutes a connection names, even when the clock was set back', () => {
    const bot = { ...company, quietMinutes: 10, menuTimes: 0 }
    const first = botStep(bot, null, '', day)
    const later = (ms: number) => botStep(bot, first.state, '?', new Date(day.getTime() + ms)).replies.length
    expect([later(60_000), later(11 * 60_000), later(-60_000)]).toEqual([0, 1, 1])
  })

  it('goes straight into the only queue, with the greeting only where the setting says so', () => {
    const one = { ...company, queues: [sales] }
    expect(talk(one, []).heard[0]).toEqual(['Bem-vindo!', 'Olá, aqui é Vendas.'])
    expect(talk({ ...one, greetsSingleQueue: false }, []).heard[0]).toEqual(['Olá, aqui é Vendas.'])
    expect(talk(one, []).state).toMatchObject({ queueId: 2, inBot: false })
  })

  it('waits for a person when the queue or its options are gone', () => {
    const standing: BotState = { queueId: 9, optionId: 1, inBot: true, menus: 0, menuAt: null }
    expect(botStep(company, standing, '1', day).state.inBot).toBe(false)
  })
})

describe('out of hours', () => {
  const byQueue: Bot = {
    ...company,
    scheduleType: 'queue',
    queues: [
      { ...support, hours: DEFAULT_HOURS, outOfHoursMessage: 'Suporte fechou.' },
      { ...sales, hours: DEFAULT_HOURS },
    ],
  }

  it('tells the customer where a person would be needed, and lets the chatbot go on answering', () => {
    expect(talk(byQueue, ['2'], night).heard.at(-1)).toEqual(['Vendas fechou.'])
    expect(talk(byQueue, ['1', '2', '1'], night).heard.at(-1)?.[0]).toContain('Reinicie o modem.')
    expect(talk(byQueue, ['1', '3'], night).heard.at(-1)).toEqual(['Suporte fechou.'])
    expect(talk(byQueue, ['2'], day).heard.at(-1)).toEqual(['Olá, aqui é Vendas.'])
  })

  it('keeps the conversation waiting, or ends it, as outOfHoursAction says', () => {
    expect(talk(byQueue, ['2'], night)).toMatchObject({ closed: false, state: { queueId: 2, inBot: false } })
    expect(talk({ ...byQueue, outOfHoursAction: 'closed' }, ['2'], night).closed).toBe(true)
  })

  it('of the company closes the menu of queues itself, and opens it with the doors', () => {
    const bot: Bot = { ...company, scheduleType: 'company' }
    const closed = botStep(bot, null, '', night)
    expect(closed.replies.map(reply => reply.text)).toEqual(['Estamos fechados.'])
    expect(botStep(bot, closed.state, '1', day).state.queueId).toBe(1)
  })

  it('lets a prompt or an integration serve at any hour: hours are the persons’', () => {
    const served = { ...sales, hours: DEFAULT_HOURS, automated: true }
    const bot: Bot = { ...company, scheduleType: 'queue', queues: [support, served] }
    const step = botStep(bot, botStep(bot, null, '', night).state, '2', night)
    expect(step.replies.map(reply => reply.text)).toEqual(['Olá, aqui é Vendas.'])
    expect([step.closed, step.state]).toMatchObject([false, { queueId: 2, inBot: false }])
    const whole: Bot = { ...company, scheduleType: 'company', automated: true }
    const first = botStep(whole, null, 'oi', night)
    // No menu: whoever serves the connection answers the words themselves.
    expect(first.replies.map(reply => reply.text)).toEqual(['Bem-vindo!'])
    expect(first.state).toMatchObject({ queueId: null, inBot: false })
    expect(outOfHoursText(whole, null, night)).toBe('Estamos fechados.')
  })

  it('counts a holiday as closed, and says nothing where there is no text', () => {
    const holidays = [{ day: '2026-11-23', startTime: '', endTime: '' }]
    expect(talk({ ...byQueue, holidays }, ['2']).heard.at(-1)).toEqual(['Vendas fechou.'])
    const silent = {
      ...byQueue,
      queues: [support, { ...sales, hours: DEFAULT_HOURS, outOfHoursMessage: '' }],
    }
    expect(talk(silent, ['2'], night).heard.at(-1)).toEqual(['Olá, aqui é Vendas.'])
  })
})

describe('any conversation', () => {
  it('stays within what exists, and says nothing more once a person is waited for', () => {
    const ids = new Set([...support.options.map(one => one.id), null])
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom('0', '#', '1', '2', '3', '4', 'vendas', ''), fc.string()), {
          maxLength: 30,
        }),
        fc.boolean(),
        (said, autoExit) => {
          let state: BotState | null = null
          for (const words of said) {
            const before: BotState | null = state
            const step = botStep({ ...company, autoExit }, state, words, day)
            expect(ids.has(step.state.optionId)).toBe(true)
            if (before && !before.inBot) expect(step).toEqual({ state: before, replies: [], closed: false })
            state = step.state
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('options that lead nowhere', () => {
  it('are named: without words, people, queue or anything below; or to a queue that is gone', () => {
    const options = [
      option(1, 'Nada'),
      option(2, 'Fala', { message: 'oi' }),
      option(3, 'Pai'),
      option(4, 'Filho', { parentId: 3, exitChatbot: true }),
      option(5, 'Perdida', { forwardQueueId: 77 }),
    ]
    expect([...optionFaults(options, new Set([1, 2]), false)]).toEqual([
      [1, 'leadsNowhere'],
      [5, 'queueGone'],
    ])
    expect(optionFaults(options, new Set([1, 2]), true).has(1)).toBe(false)
  })
})
