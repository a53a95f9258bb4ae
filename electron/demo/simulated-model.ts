/**
 * The model of a demo: it speaks as models do over HTTP, searches what it is given, and makes nothing up. It is asked in this
 * process, so a demo needs no key and no network; whoever reads its words is told that it is simulated.
 */
import { SIMULATED_MODEL } from '../../src/contract'
import { ranked } from '../copilot/ranking'

/** Milliseconds between two words. */
const PACE_MS = 25

interface Asked {
  messages: { role: string; content: string }[]
}

/** The numbered sources of a question, as it writes them (electron/copilot/questions.ts). */
function sourcesIn(system: string): { number: string; title: string; text: string }[] {
  const listed = /Fontes:\n\n<dados>\n([\s\S]*?)\n<\/dados>/.exec(system)?.[1] ?? ''
  return listed.split(/^(?=\[\d+\] )/m).flatMap(entry => {
    const [, number, title = '', text] = /^\[(\d+)\] ([^\n]*)\n([\s\S]*)$/.exec(entry) ?? []
    return number && text ? [{ number, title, text: text.trim() }] : []
  })
}

const ASKS = [
  'Pode me contar um pouco mais do que você precisa?',
  'Você tem o número do pedido ou do atendimento?',
  'É sobre uma compra que você já fez?',
]

function suggestion({ messages }: Asked): string {
  const system = messages[0]?.content ?? ''
  if (!system.includes('ontes')) return 'Tudo pronto por aqui!'
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const earlier = ASKS.filter(text => system.includes(text)).length
  const found = ranked(question, sourcesIn(system), ({ title, text }) => `${title}\n${text}`, 3).filter(
    ({ text }) => {
      const told = system.split('Fontes:').at(-1) ?? ''
      // What was suggested already stands below the sources.
      return told.split(text).length < 3
    },
  )
  const [best] = found
  return best ? `${best.text} [${best.number}]` : `[?] ${ASKS[earlier % ASKS.length]}`
}

const SHORT_FORMS: readonly [RegExp, string][] = [
  [/\bvcs\b/gi, 'vocês'],
  [/\bvc\b/gi, 'você'],
  [/\bpq\b/gi, 'porque'],
  [/\btb[mn]?\b/gi, 'também'],
  [/\bn[aã]o\b/gi, 'não'],
  [/\bobg\b/gi, 'obrigado'],
  [/\bq\b/gi, 'que'],
]

function corrected(text: string): string {
  const spelt = SHORT_FORMS.reduce((before, [form, word]) => before.replace(form, word), text.trim())
  const sentences = spelt.replace(
    /(^|[.!?]\s+)(\p{Ll})/gu,
    (_, before, letter) => before + letter.toUpperCase(),
  )
  return /[.!?…)]$/.test(sentences) ? sentences : `${sentences}.`
}

function rewritten({ messages }: Asked): string {
  const system = messages[0]?.content ?? ''
  const text = (messages.at(-1)?.content ?? '').replace(/^Mensagem a rever:\n/, '')
  if (system.includes('Deixe mais curto')) return /^.+?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
  if (system.includes('mais caloroso')) return `${corrected(text)} Conte com a gente!`
  if (system.includes('mais formal'))
    return corrected(text.replace(/^(oi|olá|opa)\b[,!]?/i, 'Prezado(a) cliente,'))
  return system.includes('Corrija') ? corrected(text) : text
}

const wordsOf = (text: string): string[] => text.match(/\s*\S+/g) ?? []

/** @returns the answer to one call of `/chat/completions`, as a stream of events. */
export const simulatedModel: typeof fetch = async (_, init) => {
  const asked = JSON.parse(String(await new Response(init?.body).text())) as Asked
  const isRewrite = asked.messages.at(-1)?.content.startsWith('Mensagem a rever:') ?? false
  const answer = isRewrite ? rewritten(asked) : suggestion(asked)
  const words = wordsOf(answer)
  const encode = (value: object | string): Uint8Array =>
    new TextEncoder().encode(`data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`)
  const chunk = (more: object): object => ({
    id: 'simulado',
    object: 'chat.completion.chunk',
    created: Math.floor(Date.now() / 1_000),
    model: SIMULATED_MODEL,
    ...more,
  })
  const length = asked.messages.reduce((sum, { content }) => sum + content.length, 0)
  const usage = { prompt_tokens: Math.ceil(length / 4), completion_tokens: words.length }
  const body = new ReadableStream<Uint8Array>({
    async start(stream) {
      for (const content of words) {
        if (init?.signal?.aborted) return stream.error(init.signal.reason)
        stream.enqueue(encode(chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })))
        await new Promise(resolve => setTimeout(resolve, PACE_MS))
      }
      stream.enqueue(encode(chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })))
      stream.enqueue(encode(chunk({ choices: [], usage })))
      stream.enqueue(encode('[DONE]'))
      stream.close()
    },
  })
  return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } })
}
