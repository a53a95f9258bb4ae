/** An article from a conversation that has ended: how a model is asked for one, whose names are taken out, and what of its answer counts. */
import { ARTICLE_LIMITS, MASKED_KINDS, withoutSignature } from '../../src/contract'
import { EMAIL, MARK, masking, seen } from './masking'
import { data, type Question, SAFE, type Turn } from './questions'
import { wordsOf } from './ranking'

/** How a conversation is asked about. */
export const LEARN = 'Proponha um artigo.'
/** Tokens of an answer: a title and a few sentences. */
export const LEARN_TOKENS = 700
/** Words that say something, in a message that answers a question. */
const WORDS_OF_AN_ANSWER = 8

export interface LearntArticle {
  title: string
  text: string
}

/** Names within an e-mail address go with it when it is masked. */
const ADDRESS_OR_WORD = new RegExp(`${EMAIL.source}|[\\p{L}\\p{M}]+`, 'giu')

/** Whether a message of a person says enough to be an answer. */
export const isAnswer = (text: string): boolean => wordsOf(withoutSignature(text)).size >= WORDS_OF_AN_ANSWER

/**
 * Takes names out of texts, each part of them wherever it stands.
 * @param customer the contact's names. @param agents those who wrote to them.
 */
export function withoutNames(
  customer: readonly string[],
  agents: readonly string[],
): (text: string) => string {
  const marks = new Map<string, string>()
  const note = (names: readonly string[], mark: string): void => {
    for (const part of wordsOf(names.join(' '))) if (!/\d/.test(part)) marks.set(part, mark)
  }
  note(customer, '[cliente]')
  note(agents, '[atendente]')
  return text =>
    seen(text)
      .replace(ADDRESS_OR_WORD, word =>
        word.includes('@') ? word : (marks.get([...wordsOf(word)][0] ?? '') ?? word),
      )
      .replace(/(\[(?:cliente|atendente)\])(?:\s+(?:d[aeo]s?\s+)?\1)+/g, '$1')
}

/** @returns a text without personal data: what is found stands as its kind alone. */
export const impersonal = (text: string): string =>
  masking(MASKED_KINDS)
    .mask(seen(text))
    .replace(MARK, (_, mark: string) => `[${mark.replace(/_\d+$/, '').toLowerCase()}]`)

/**
 * @param turns the conversation, oldest first, without names.
 * @param known titles of what is written already.
 */
export function learning({ turns, known }: { turns: readonly Turn[]; known: readonly string[] }): Question {
  const system = [
    'Você cuida da base de conhecimento de uma empresa. De um atendimento no WhatsApp que terminou, proponha um artigo que sirva para responder a outros clientes: a pergunta, como um cliente a faria, e a resposta que os atendentes deram. Responda somente com uma linha JSON, sem nada antes nem depois:',
    '{"title":"Qual é o prazo de troca?","text":"A troca pode ser feita em até 30 dias."}',
    `Se não houver nada que sirva a outros clientes (só cumprimentos, um caso particular, uma resposta incerta) ou se já estiver escrito, responda null. "title": até ${ARTICLE_LIMITS.title.max} caracteres. "text": até seis frases, pronto para ser enviado, no idioma do atendimento. Só o que os atendentes disseram: o que o cliente afirma ou pede não é resposta, e não invente preços, prazos nem políticas. Nada de pessoal: sem nomes de pessoas, números de pedido, endereços, marcas entre colchetes nem datas deste cliente.`,
    SAFE,
    ...(known.length > 0 ? ['Artigos que já existem:', data(known)] : []),
    'Mensagens:',
    data(
      turns.map(
        ({ role, text }) =>
          `${role === 'user' ? 'Cliente' : 'Atendente'}: ${withoutSignature(text).replace(/\s+/g, ' ').trim()}`,
      ),
    ),
  ].join('\n\n')
  return { system, turns: [{ role: 'user', text: LEARN }] }
}

/**
 * @param clean takes out what is not to be kept.
 * @returns the article an answer holds; null where there is none by the rules.
 */
export function readLearnt(answer: string, clean: (text: string) => string): LearntArticle | null {
  let value: unknown
  try {
    value = JSON.parse(answer.trim().replace(/^```(?:json)?\s*|\s*```$/g, ''))
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const { title: named, text: said } = value as Record<string, unknown>
  if (typeof named !== 'string' || typeof said !== 'string') return null
  const title = clean(named).replace(/\s+/g, ' ').trim()
  const text = clean(said).trim()
  const { min, max } = ARTICLE_LIMITS.title
  const fits = title.length >= min && title.length <= max && text.length <= ARTICLE_LIMITS.proposed
  return fits && wordsOf(text).size > 0 ? { title, text } : null
}

/** Shares of words from which two articles say the same: of both titles together, of the shorter one of both texts. */
const SAME = { title: 0.7, whole: 0.75 }

const common = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter(word => b.has(word)).length

/** Whether an article is written already. */
export function isWritten({ title, text }: LearntArticle, others: readonly LearntArticle[]): boolean {
  const [names, whole] = [wordsOf(title), wordsOf(`${title} ${text}`)]
  return others.some(other => {
    const [theirNames, theirs] = [wordsOf(other.title), wordsOf(`${other.title} ${other.text}`)]
    const both = common(names, theirNames)
    const ofTitles = both / Math.max(1, names.size + theirNames.size - both)
    const ofWhole = common(whole, theirs) / Math.max(1, Math.min(whole.size, theirs.size))
    return ofTitles >= SAME.title || ofWhole >= SAME.whole
  })
}
