import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../electron/demo/simulator/random'
import { freshMind, type Mind, opening, reply } from '../../../electron/demo/simulator/talk/brain'
import { fill, money, newCase, TOPICS, type Topic } from '../../../electron/demo/simulator/talk/cases'
import { menuChoice, understand } from '../../../electron/demo/simulator/talk/intents'
import {
  ANSWERS,
  ASIDES,
  DETAILS,
  GOODBYES,
  IMPATIENT,
  OPENINGS,
} from '../../../electron/demo/simulator/talk/phrases'

const mindOf = (topic: Topic, seed = 7): Mind => freshMind(newCase(createRandom(seed), topic))
const heard = (text: string, mediaType: string | null = null) => ({ text, mediaType })

/** All that is said over many seeds to one message. */
function answersTo(topic: Topic, text: string): string[] {
  return Array.from({ length: 60 }, (_, seed) => {
    const answer = reply(createRandom(seed), mindOf(topic), heard(text))
    return answer.parts
      .map(p =>
        'body' in p.part.valueOf() && p.part.kind !== 'reaction' ? JSON.stringify(p.part) : p.part.kind,
      )
      .join(' ')
  })
}

describe('understanding an agent', () => {
  it.each([
    ['Bom dia! Aqui é a Ana, como posso ajudar?', 'greeting'],
    ['Qual o número do seu pedido, por favor?', 'askOrder'],
    ['Pode me informar o pedido?', 'askOrder'],
    ['Me confirma o endereço com CEP?', 'askAddress'],
    ['Preciso do seu CPF para localizar', 'askDocument'],
    ['Consegue enviar uma foto do produto?', 'askPhoto'],
    ['Prefere pagar no cartão, boleto ou pix?', 'askPayment'],
    ['Segue a segunda via do boleto', 'offersSlip'],
    ['Nossa chave pix é o CNPJ 00.000.000/0001-00', 'offersPix'],
    ['Te envio a chave pix agora', 'offersPix'],
    ['Seu pedido saiu para entrega', 'offersTracking'],
    ['Houve um atraso, a previsão é quinta', 'saysDelay'],
    ['Prontinho, acesso liberado', 'saysDone'],
    ['Posso ajudar em algo mais?', 'anythingElse'],
    ['Tenha um ótimo dia!', 'farewell'],
    ['Um momento que vou verificar', 'wait'],
    ['De 1 a 3, como avalia o atendimento?', 'rating'],
    ['xyz', 'statement'],
  ])('%s', (text, intent) => {
    expect(understand(heard(text)).intent).toBe(intent)
  })

  it('takes a bare file for a file and a captioned one for what it says', () => {
    expect(understand(heard('', 'application')).intent).toBe('file')
    expect(understand(heard('segue o boleto', 'application')).intent).toBe('offersSlip')
  })

  it('chooses the menu entry of its concern', () => {
    const menu = 'Olá! Escolha:\n*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas\n*[ 3 ]* - Financeiro'
    expect(understand(heard(menu)).intent).toBe('menu')
    expect(menuChoice(menu, 'Financeiro')).toBe('3')
    expect(menuChoice(menu, 'Entregas')).toBe('1')
  })
})

describe('answering', () => {
  it('gives its order number when asked for it', () => {
    const { order } = mindOf('delivery').case
    for (const answer of answersTo('delivery', 'Qual o número do pedido?')) expect(answer).toContain(order)
  })

  it('sends a picture when asked for one, and the number of the menu', () => {
    for (const answer of answersTo('defect', 'Pode enviar uma foto?'))
      expect(answer).toContain('"kind":"image"')
    for (const answer of answersTo('slip', '1 - Suporte\n2 - Financeiro'))
      expect(answer).toContain('"body":"2"')
  })

  it('rates with 1 to 3 and is gone afterwards', () => {
    const answer = reply(
      createRandom(3),
      mindOf('sale'),
      heard('De 1 a 3, qual sua nota para o atendimento?'),
    )
    const [only, ...more] = answer.parts
    expect(more).toEqual([])
    expect(only?.part.kind === 'text' && /^[123]$/.test(only.part.body)).toBe(true)
    expect(answer.mind.ended).toBe(true)
    const after = reply(createRandom(4), answer.mind, heard('Tenha um ótimo dia!'))
    expect(after.parts.every(p => p.part.kind === 'reaction')).toBe(true)
  })

  it('does not answer the closing message of a workspace', () => {
    for (let seed = 0; seed < 30; seed++) {
      const { parts, mind } = reply(
        createRandom(seed),
        mindOf('sale'),
        heard('Atendimento encerrado. Obrigado pelo contato!'),
      )
      expect(parts.every(p => p.part.kind === 'reaction')).toBe(true)
      expect(mind.ended).toBe(true)
    }
  })

  it('says goodbye when nothing else is needed', () => {
    const goodbyes = Array.from({ length: 40 }, (_, i) =>
      reply(createRandom(i), mindOf('hours'), heard('Posso ajudar em algo mais?')),
    )
    expect(goodbyes.filter(a => a.mind.ended).length).toBeGreaterThan(30)
  })

  it('is the same for the same seed and differs between seeds', () => {
    const run = (seed: number): string =>
      JSON.stringify(reply(createRandom(seed), mindOf('pix'), heard('Bom dia! Como posso ajudar?')))
    expect(run(11)).toBe(run(11))
    expect(new Set(Array.from({ length: 20 }, (_, i) => run(i))).size).toBeGreaterThan(5)
  })

  it('never breaks, whatever an agent writes, and stays within three messages', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300, unit: 'binary' }),
        fc.integer(),
        fc.constantFrom(...TOPICS),
        (text, seed, topic) => {
          const answer = reply(createRandom(seed), mindOf(topic, seed), heard(text))
          expect(answer.parts.length).toBeLessThanOrEqual(4)
          for (const { pauseMs } of answer.parts) expect(pauseMs).toBeGreaterThanOrEqual(0)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('opens every topic with one to three messages in Portuguese words', () => {
    for (const topic of TOPICS) {
      for (let seed = 0; seed < 12; seed++) {
        const { parts } = opening(createRandom(seed), newCase(createRandom(seed + 100), topic))
        expect(parts.length).toBeGreaterThanOrEqual(1)
        expect(parts.length).toBeLessThanOrEqual(3)
        expect(parts[0]?.pauseMs).toBe(0)
      }
    }
  })
})

describe('phrases', () => {
  it('fill completely: no slot is unknown', () => {
    const all = [
      ...Object.values(OPENINGS).flat(2),
      ...Object.values(DETAILS).flat(),
      ...Object.values(ANSWERS).flat(),
      ...GOODBYES,
      ...ASIDES,
      ...IMPATIENT,
    ]
    const someone = newCase(createRandom(1), 'sale')
    for (const phrase of all) expect(fill(phrase, someone)).not.toMatch(/[{}]|undefined/)
    expect(() => fill('{nothing}', someone)).toThrow('nothing')
  })

  it('writes amounts the Brazilian way', () => {
    expect(money(123_456_790)).toBe('R$ 1.234.567,90')
    expect(money(5)).toBe('R$ 0,05')
  })
})
