/** What is wrong with a chatbot's options, for its editor. */
import type { BotOption } from './chatbot'

/**
 * What is wrong with an option, for the editor: it says and does nothing, its queue is not there, or nobody gets to it
 * because an option above it ends the chatbot or leads away.
 */
export type OptionFault = 'leadsNowhere' | 'queueGone' | 'unreached'

/**
 * Options a customer gains nothing by: nothing below, no message, no person, no queue; a queue that is gone; or options
 * below one that ends the chatbot or leads to another queue.
 * @param queueIds queues that exist.
 */
export function optionFaults(
  options: readonly BotOption[],
  queueIds: ReadonlySet<number>,
  autoExit: boolean,
): Map<number, OptionFault> {
  const parents = new Set(options.map(option => option.parentId))
  const byId = new Map(options.map(option => [option.id, option]))
  const faults = new Map<number, OptionFault>()
  const leadsAway = ({ exitChatbot, forwardQueueId }: BotOption): boolean =>
    exitChatbot || (forwardQueueId !== null && queueIds.has(forwardQueueId))
  const isReached = (option: BotOption): boolean => {
    const seen = new Set<number>()
    let above = byId.get(option.parentId ?? 0)
    while (above && !seen.has(above.id)) {
      if (leadsAway(above)) return false
      seen.add(above.id)
      above = byId.get(above.parentId ?? 0)
    }
    return true
  }
  for (const option of options) {
    if (!isReached(option)) {
      faults.set(option.id, 'unreached')
      continue
    }
    if (option.forwardQueueId !== null && !queueIds.has(option.forwardQueueId))
      faults.set(option.id, 'queueGone')
    const answers = option.message.trim() !== '' || option.mediaPath !== null
    const leads = parents.has(option.id) || option.exitChatbot || option.forwardQueueId !== null || autoExit
    if (!answers && !leads) faults.set(option.id, 'leadsNowhere')
  }
  return faults
}
