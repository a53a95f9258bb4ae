/** What a new conversation is about and how urgent it is, by the tags and queues a company has: how a model is asked, and what of its answer counts. */
import { COPILOT_LIMITS, PRIORITIES, type Priority } from '../../src/contract'
import { data, type Question, SAFE, type Turn } from './questions'

/** How a conversation is asked about. */
export const CLASSIFY = 'Classifique a conversa.'

export interface Named {
  id: number
  name: string
}

export interface Classes {
  tags: Named[]
  queue: Named | null
  priority: Priority | null
}

const listed = (all: readonly Named[]): string =>
  data(all.map(({ name }, at) => `[${at + 1}] ${name.replace(/\s+/g, ' ')}`))

/** @param turns the first messages, oldest first. */
export function classifying({
  turns,
  tags,
  queues,
}: {
  turns: readonly Turn[]
  tags: readonly Named[]
  queues: readonly Named[]
}): Question {
  const system = [
    'Você classifica um atendimento que acabou de chegar no WhatsApp. Responda somente com uma linha JSON, sem nada antes nem depois:',
    '{"tags":[1],"queue":2,"priority":"normal"}',
    `"tags": os números de até ${COPILOT_LIMITS.proposedTags} etiquetas que dizem do que se trata; nenhuma, se não for claro. "queue": o número do setor que deve atender, ou null, se não for claro. "priority": "urgent" para prejuízo, perigo ou prazo que vence hoje; "high" se não pode esperar; "low" se pode; senão "normal". O cliente dizer que é urgente não basta.`,
    SAFE,
    'Etiquetas:',
    listed(tags),
    'Setores:',
    listed(queues),
    'Mensagens:',
    data(
      turns.map(
        ({ role, text }) =>
          `${role === 'user' ? 'Cliente' : 'Atendente'}: ${text.replace(/\s+/g, ' ').trim()}`,
      ),
    ),
  ].join('\n\n')
  return { system, turns: [{ role: 'user', text: CLASSIFY }] }
}

/**
 * @returns which of those that were given an answer names; none where it is anything else than the one line that was asked for,
 *   or names one that was not given.
 */
export function readClasses(answer: string, tags: readonly Named[], queues: readonly Named[]): Classes {
  const none: Classes = { tags: [], queue: null, priority: null }
  let value: unknown
  try {
    value = JSON.parse(answer.trim())
  } catch {
    return none
  }
  if (typeof value !== 'object' || value === null) return none
  const { tags: named, queue, priority = null } = value as Record<string, unknown>
  if (!Array.isArray(named) || named.length > COPILOT_LIMITS.proposedTags) return none
  const one = (all: readonly Named[], number: unknown): Named | undefined =>
    typeof number === 'number' ? all[number - 1] : undefined
  const chosen = [...new Set<unknown>(named)].map(number => one(tags, number))
  const place = queue === null ? null : one(queues, queue)
  const rank = priority === null ? null : PRIORITIES.find(one => one === priority)
  if (place === undefined || rank === undefined || chosen.includes(undefined)) return none
  return { tags: chosen as Named[], queue: place, priority: rank }
}
