/** What every model is given besides the company's own words. */
import { HANDOVER_PHRASE } from '@contract'

/** Longest name of a customer that is passed on. */
const NAME_CHARS = 60

/**
 * @param own the prompt of the company, its variables filled.
 * @param name the customer's, as WhatsApp has it: customers choose it themselves, so it is passed on as a name and no more.
 * @param knowledge what the company knows of the question (articles/knowledge.ts).
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
