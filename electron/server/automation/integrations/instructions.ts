/** What every model is told besides the company's own prompt. */
import { HANDOVER_PHRASE } from '@contract'

/** Longest customer name that is passed on. */
const NAME_CHARS = 60

/**
 * @param own the company's prompt, its variables filled.
 * @param name the customer's WhatsApp name. Customers choose it themselves, so it is passed on as a name only.
 * @param knowledge what the company knows about the question (articles/knowledge.ts).
 */
export function instructionsFor(own: string, name: string, maxTokens: number, knowledge = ''): string {
  const shown = name
    .replace(/["\n\r]/g, ' ')
    .trim()
    .slice(0, NAME_CHARS)
  return [
    own.trim(),
    shown === '' ? '' : `O nome do cliente é "${shown}". Use-o quando couber.`,
    `Responda em no máximo ${maxTokens} tokens e termine a última frase.`,
    `Se não souber responder, ou se o cliente pedir uma pessoa, escreva "${HANDOVER_PHRASE}" no começo da resposta.`,
    knowledge,
  ]
    .filter(Boolean)
    .join('\n')
}
