import { describe, expect, it } from 'vitest'
import { answerReader } from '../../../electron/copilot/answer'
import { masking } from '../../../electron/copilot/masking'
import { type Question, type Source, suggestion } from '../../../electron/copilot/questions'
import { translation } from '../../../electron/copilot/translation'
import { FOREIGN } from '../../../electron/demo/company/foreign'
import { simulatedModel } from '../../../electron/demo/simulated-model'
import { askModel, MODEL_TIMEOUTS } from '../../../electron/providers/chat-model'
import { embed } from '../../../electron/providers/embedding'
import { languageOf } from '../../../src/features/copilot/language'

const SOURCES: Source[] = [
  { kind: 'quickMessage', id: 1, title: '/horario', text: 'Abrimos de segunda a sexta, das 8h às 18h.' },
  { kind: 'quickMessage', id: 2, title: '/troca', text: 'Trocas em até 30 dias.\nLeve a nota.' },
]

/** @param read takes each piece of the answer. */
function ask({ system, turns }: Question, read: (piece: string) => void) {
  const way = { apiKey: '', baseUrl: '', model: 'simulado', local: false, fetch: simulatedModel }
  const set = { ...way, maxTokens: 400, temperature: 0, timeouts: MODEL_TIMEOUTS }
  return askModel(set, system, turns, read)
}

async function answerTo(question: Question) {
  const reader = answerReader(masking([]))
  let text = ''
  const answer = await ask(question, piece => {
    text += reader.push(piece)
  })
  text += reader.end()
  return { text, cited: reader.cited(), unknown: reader.isUnknown(), model: answer.model }
}
const asked = (text: string, earlier: string[] = []) =>
  suggestion({ turns: [{ role: 'user', text }], sources: SOURCES, about: [], earlier })

describe('the model of a demo', () => {
  it('answers with what it is given, names its source, and asks where nothing fits', async () => {
    expect(await answerTo(asked('posso fazer uma troca?'))).toEqual({
      text: 'Trocas em até 30 dias.\nLeve a nota.',
      cited: [2],
      unknown: false,
      model: 'simulado',
    })
    const byTitle = { ...SOURCES[0], kind: 'article', title: 'Funcionamento aos sábados' } as Source
    const system = suggestion({
      turns: [{ role: 'user', text: 'sábado?' }],
      sources: [byTitle],
      about: [],
      earlier: [],
    })
    expect(await answerTo(system)).toMatchObject({ text: SOURCES[0]?.text, cited: [1] })
    const other = await answerTo(asked('posso fazer uma troca?', ['Trocas em até 30 dias.\nLeve a nota.']))
    expect(other).toMatchObject({ cited: [], unknown: true })
    const first = await answerTo(asked('bom dia'))
    expect(first.unknown).toBe(true)
    expect((await answerTo(asked('bom dia', [first.text]))).text).not.toBe(first.text)
  })

  it('finds what is of the same matter by letters, without a whole word in common', async () => {
    const title = 'Quais são as formas de pagamento?'
    const about = { kind: 'article', id: 3, title, text: 'Parcelado no cartão em até 6 vezes.' } as Source
    const turns = [{ role: 'user' as const, text: 'Vocês parcelam?' }]
    const question = suggestion({ turns, sources: [...SOURCES, about], about: [], earlier: [] })
    expect(await answerTo(question)).toMatchObject({ text: about.text, cited: [3] })
    const way = { apiKey: '', baseUrl: '', model: 'simulado', local: false, fetch: simulatedModel }
    const { vectors } = await embed(way, [title, title, '?'], 1_000)
    expect(vectors[0]).toEqual(vectors[1])
    expect(vectors[2]?.some(one => one !== 0)).toBe(true)
  })

  it('translates the demo’s two foreign conversations, whose language a window finds', async () => {
    const foreign = FOREIGN.map(({ language, said }) => ({
      language,
      customer: said.flatMap(([by, words]) => (by === 'c' ? [words] : [])),
    }))
    expect(foreign.map(({ language }) => language)).toEqual(['es', 'en'])
    for (const { language, customer } of foreign) {
      const texts = customer.map(words => words[language])
      expect(await languageOf(texts)).toBe(language)
      const { text } = await answerTo(translation(texts, 'pt'))
      expect(text).toBe(customer.map((words, at) => `<m${at + 1}>${words.pt}</m${at + 1}>`).join('\n'))
    }
  })
})
