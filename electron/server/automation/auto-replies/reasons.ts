/** What a customer's words and a failure mean for an automatic answer. */
import type { HandoverReason } from '@contract'

/** Another try would not help. */
export class Final extends Error {
  constructor(
    readonly reason: HandoverReason,
    message: string,
  ) {
    super(message)
    this.name = 'Final'
  }
}

/** Portuguese first; a company may also serve customers who write Spanish or English. */
const WANTS = [
  /\b(atendente|humano|falar com (algu[eé]m|uma? (pessoa|atendente|humano))|quero (uma? )?(pessoa|atendente|humano)|pessoa de verdade|operador)\b/iu,
  /^\W*asesora?\W*$|\b(agente humano|(hablar|hable) con (alguien|una? (persona|asesora?|agente|humano))|quiero (una? )?(persona|asesora?)|persona real)\b/iu,
  /^\W*(human|agent)\W*$|\b((speak|talk|chat) (to|with) (somebody|someone|an? (real |human )?(person|agent|human|operator|representative))|(real|human) (person|agent|being))\b/iu,
]

/** Whether a customer explicitly asks for a person. */
export const asksForPerson = (text: string): boolean => WANTS.some(words => words.test(text))
