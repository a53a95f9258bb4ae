/**
 * The model of a demo: it answers as models do over HTTP, searches what it is given, and makes nothing up. It is asked in this
 * process, so a demo needs no key and no network; whoever reads its words is told that it is simulated.
 */
import { SIMULATED_MODEL, withoutSignature } from '../../src/contract'
import { CLASSIFY } from '../copilot/classifying'
import { isAnswer, LEARN } from '../copilot/learning'
import { ranked } from '../copilot/ranking'
import { silence } from '../copilot/recording'
import { SUMMARISE } from '../copilot/summary'
import { LONG_QUESTION } from '../copilot/try-model'
import { meaningOf } from './company/foreign'
import { mediaFile, variantsOf } from './media'
import { likeness, simulatedVector } from './simulated-vectors'

/** Milliseconds between two words. */
const PACE_MS = 25

interface Asked {
  /** Of a picture, a list of parts. */
  messages: { role: string; content: string }[]
}

const BLIND = 'O modelo da demonstração não vê imagens: um de verdade escreveria aqui o que se lê nesta.'

/** The numbered sources of a question, as it writes them (electron/copilot/questions.ts). */
function sourcesIn(system: string): { number: string; title: string; text: string }[] {
  const listed = /Fontes:\n\n<dados>\n([\s\S]*?)\n<\/dados>/.exec(system)?.[1] ?? ''
  return listed.split(/^(?=\[\d+\] )/m).flatMap(entry => {
    const [, number, title = '', text] = /^\[(\d+)\] ([^\n]*)\n([\s\S]*)$/.exec(entry) ?? []
    return number && text ? [{ number, title, text: text.trim() }] : []
  })
}

/** How what an agent said is marked in a source (electron/copilot/ground.ts). */
const AGENT = 'Atendente: '

/** What of a source can be sent to a customer: of an earlier conversation its last answer, without who wrote it; null for none. */
function sendable(text: string): string | null {
  const said = text.split(/^(?=(?:Cliente|Atendente): )/m)
  if (!said.some(one => /^(?:Cliente|Atendente): /.test(one))) return text
  const answers = said.flatMap(one => {
    const words = one.startsWith(AGENT) ? withoutSignature(one.slice(AGENT.length)).trim() : ''
    return isAnswer(words) ? [words] : []
  })
  return answers.at(-1) ?? null
}

const ASKS = [
  'Pode me contar um pouco mais do que você precisa?',
  'Você tem o número do pedido ou do atendimento?',
  'É sobre uma compra que você já fez?',
]

/** From so much on a source without a word of the question is of its matter. */
const ALIKE = 0.25

function suggestion({ messages }: Asked): string {
  const system = messages[0]?.content ?? ''
  const kept = messages.findLast(({ content }) => content === LONG_QUESTION)
    ? messages.flatMap(({ content }) => /^Guarde esta palavra: (\w+)$/.exec(content)?.[1] ?? [])[0]
    : undefined
  if (kept) return kept
  if (!system.includes('ontes')) return 'Tudo pronto por aqui!'
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const earlier = ASKS.filter(text => system.includes(text)).length
  const sources = sourcesIn(system).flatMap(one => {
    const text = sendable(one.text)
    return text === null ? [] : [{ ...one, text }]
  })
  const wordsIn = ({ title, text }: { title: string; text: string }): string => `${title}\n${text}`
  const byWords = ranked(question, sources, wordsIn, 3)
  const alike = sources.filter(one => likeness(question, wordsIn(one)) >= ALIKE)
  const found = (byWords.length > 0 ? byWords : alike).filter(({ text }) => {
    const sourcesText = system.split('Fontes:').at(-1) ?? ''
    // What was suggested already stands below the sources.
    return sourcesText.split(text).length < 3
  })
  const [best] = found
  return best ? `${best.text} [${best.number}]` : `[?] ${ASKS[earlier % ASKS.length]}`
}

/** Words by which a customer asks for something. */
const ASKING =
  /\?|\b(?:quero|preciso|gostaria|queria|posso|consegue|como|quando|necesito|quiero|need|want)\b/i
/** What a text asks, else how it begins. */
const sentence = (text: string): string => {
  const all = text.match(/\S.*?(?:[.!?]+(?=\s|$)|$)/g) ?? [text]
  const chosen = all.find(one => ASKING.test(one)) ?? all[0] ?? ''
  return chosen.length > 160 ? `${chosen.slice(0, 160)}…` : chosen
}

/** The lines of a part of a question that is data. */
const part = ({ messages }: Asked, title: string): string[] =>
  ((messages[0]?.content ?? '').split(`${title}\n\n<dados>\n`)[1]?.split('\n</dados>')[0] ?? '').split('\n')

/** What a customer asked and what was answered, word by word. */
function article(asked: Asked): string {
  const dialogue = part(asked, 'Mensagens:').flatMap(line => {
    const [, who, text] = /^(Cliente|Atendente): (.*)$/.exec(line) ?? []
    return text ? [{ isCustomer: who === 'Cliente', text }] : []
  })
  const question = dialogue.find(one => one.isCustomer && ASKING.test(one.text))
  const answer = dialogue.findLast(one => !one.isCustomer && isAnswer(one.text))
  return JSON.stringify(
    question && answer ? { title: sentence(question.text).slice(0, 120), text: answer.text } : null,
  )
}

/** Chooses sentences of the conversation, word by word: what was asked, what was answered last, what is open. */
function summary(asking: Asked): string {
  const { messages } = asking
  const system = messages[0]?.content ?? ''
  const respond = part(asking, 'Mensagens:').flatMap(line => {
    const [, number, who, text] = /^\[(\d+)\] (Cliente|Atendente): (.*)$/.exec(line) ?? []
    // Without the name an agent signs with.
    const words = text?.replace(/^\*[^*]+:\*\s*/, '')
    return number && words ? [{ number: Number(number), isCustomer: who === 'Cliente', text: words }] : []
  })
  const kept = system.includes('O resumo até aqui')
    ? part(asking, 'números dele continuam valendo:').flatMap(line => {
        const { t, text, m } = JSON.parse(line) as { t: string; text: string; m: number[] }
        return t === 'line' ? [{ text, m }] : []
      })
    : []
  const asked = respond.filter(one => one.isCustomer && ASKING.test(one.text))
  const wanted = asked[0] ?? respond.find(one => one.isCustomer)
  const answered = respond.findLast(one => !one.isCustomer)
  const open = asked.at(-1)
  const line = (t: string, who: string, one: { number: number; text: string } | undefined): string[] =>
    one ? [JSON.stringify({ t, text: `${who}: ${sentence(one.text)}`, m: [one.number] })] : []
  return [
    ...(kept[0] ? [JSON.stringify({ t: 'line', ...kept[0] })] : line('line', 'Cliente', wanted)),
    ...line('line', 'Atendente', answered),
    ...(open && open.number > (answered?.number ?? 0) ? line('open', 'Cliente', open) : []),
  ].join('\n')
}

/** The tags and the queue whose words are among the customer's, and whether these are words of a hurry. */
function classes(asked: Asked): string {
  // Without who says it: a tag may have the same word.
  const dialogueText = part(asked, 'Mensagens:')
    .map(line => line.replace(/^(?:Cliente|Atendente): /, ''))
    .join(' ')
  const named = (title: string, most: number): number[] =>
    ranked(
      dialogueText,
      part(asked, title).flatMap(line => {
        const [, number, name] = /^\[(\d+)\] (.+)$/.exec(line) ?? []
        return number && name ? [{ number: Number(number), name }] : []
      }),
      ({ name }) => name,
      most,
    ).map(({ number }) => number)
  const priority = /\b(?:urgente|cancelar|cobran[çc]a indevida)\b/i.test(dialogueText) ? 'high' : null
  return JSON.stringify({ tags: named('Etiquetas:', 2), queue: named('Setores:', 1)[0] ?? null, priority })
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

/** What stands before words that this model, which knows no language, gives back as they are: all but the demo's own. */
const UNTRANSLATED: Record<string, string> = {
  en: 'simulated, not translated',
  es: 'simulado, sin traducir',
}

function untranslated({ messages }: Asked): string {
  const language = /\(([a-z]{2,3})\)/.exec(messages[0]?.content ?? '')?.[1] ?? ''
  const note = UNTRANSLATED[language] ?? 'simulado, sem tradução'
  return (messages.at(-1)?.content ?? '').replace(
    /<(m\d+)>([\s\S]*?)<\/\1>/g,
    (_whole, mark: string, text: string) =>
      `<${mark}>${meaningOf(text, language) ?? `(${note}) ${text}`}</${mark}>`,
  )
}

const wordsOf = (text: string): string[] => text.match(/\s*\S+/g) ?? []

const DEAF = 'O modelo da demonstração não ouve gravações: um de verdade escreveria aqui o que foi dito.'

/** The words of a recording of the demo's own, by its bytes. */
async function transcriptionOf(form: Buffer): Promise<Response> {
  const voices = Array.from({ length: variantsOf('voice') }, (_, at) => mediaFile('voice', at))
  const own = (await Promise.all(voices)).find(({ bytes }) => form.includes(Buffer.from(bytes)))
  // The second of silence that the settings' button sends.
  const text = own?.says ?? (form.includes(Buffer.from(silence())) ? '' : DEAF)
  return Response.json({ text, language: 'pt', ...(own ? { duration: own.duration } : {}) })
}

const BY_WORDS: Readonly<Record<string, (asked: Asked) => string>> = {
  [SUMMARISE]: summary,
  [CLASSIFY]: classes,
  [LEARN]: article,
}

async function vectors(body: BodyInit | null | undefined): Promise<Response> {
  const { input } = JSON.parse(await new Response(body).text()) as { input: string[] }
  const data = input.map((text, index) => ({ index, embedding: simulatedVector(text) }))
  return Response.json({ data, usage: { prompt_tokens: Math.ceil(input.join('').length / 4) } })
}

/** @returns the answer to one call of `/chat/completions`, as a stream of events, of `/audio/transcriptions` or of `/embeddings`. */
export const simulatedModel: typeof fetch = async (address, init) => {
  if (String(address).endsWith('/audio/transcriptions'))
    return transcriptionOf(Buffer.from(await new Response(init?.body).arrayBuffer()))
  if (String(address).endsWith('/embeddings')) return vectors(init?.body)
  const asked = JSON.parse(String(await new Response(init?.body).text())) as Asked
  const last = asked.messages.at(-1)?.content
  const isRewrite = typeof last === 'string' && last.startsWith('Mensagem a rever:')
  const isPicture = Array.isArray(last)
  const isTranslation = typeof last === 'string' && last.startsWith('<m1>')
  const byWords = typeof last === 'string' ? BY_WORDS[last] : undefined
  const respond = byWords ?? (isRewrite ? rewritten : isTranslation ? untranslated : suggestion)
  const answer = isPicture ? BLIND : respond(asked)
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
