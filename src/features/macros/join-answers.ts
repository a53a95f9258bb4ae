/** Texts of a macro that directly follow one another, as one message where the number joins texts. */
import { fitTogether, joinTwo, numberOffers, type QuickMessage, type Step, type Ticket } from '@contract'
import { answerWords } from '@/features/composer'
import { quickMessagesDirectory } from '@/stores/quick-messages'
import { whatsappsDirectory } from '@/stores/whatsapps'

/** Characters left free: variables are still filled in, and the text is signed. */
const SPARE_CHARS = 256

const lineOf = (answer: QuickMessage) => ({
  body: answerWords(answer),
  menu: answer.menu && { ...answer.menu, opening: answer.message },
  media: answer.mediaPath,
})

const answerOf = (step: Step | undefined): QuickMessage | undefined =>
  step?.kind === 'message'
    ? quickMessagesDirectory.use.getState().items.find(({ id }) => id === step.quickMessageId)
    : undefined

/**
 * @returns the quick answer of a step with those of the steps right after it that fit into the same message, and how many these
 *   are; null where the step's own is gone.
 */
export function joinedAnswer(
  { whatsappId }: Pick<Ticket, 'whatsappId'>,
  steps: readonly Step[],
  at: number,
): { answer: QuickMessage; more: number } | null {
  let answer = answerOf(steps[at])
  if (!answer) return null
  let more = 0
  const number = whatsappsDirectory.use.getState().items.find(({ id }) => id === whatsappId)
  if (!number?.joinsTexts || !numberOffers(number, 'pricedMessages')) return { answer, more }
  for (let next = answerOf(steps[at + 1]); next; next = answerOf(steps[at + more + 1])) {
    if (!fitTogether(lineOf(answer), lineOf(next), SPARE_CHARS)) break
    const message: string = joinTwo({ body: answer.message }, { body: next.message }).body
    answer = { ...answer, message, menu: next.menu }
    more += 1
  }
  return { answer, more }
}
