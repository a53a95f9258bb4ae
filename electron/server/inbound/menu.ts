/** The queue menu a customer gets when the connection serves several queues. Pure. */

export interface MenuQueue {
  id: number
  name: string
}

/** Asked this often at most; afterwards the ticket waits without a queue for whoever may see such tickets. */
export const MENU_TIMES = 3

/** The greeting and the numbered queues. */
export function menuText(greeting: string, queues: readonly MenuQueue[]): string {
  const lines = queues.map((queue, i) => `*${i + 1}* - ${queue.name}`)
  const opening = greeting.trim() || 'Olá! Para começar, escolha o setor:'
  return `${opening}\n\n${lines.join('\n')}`
}

/** The queue a customer's answer stands for: its number, or its name; null when it is neither. */
export function chosenQueue(answer: string, queues: readonly MenuQueue[]): MenuQueue | null {
  const said = answer.trim().toLowerCase()
  const byNumber = /^\d{1,2}$/.test(said) ? queues[Number(said) - 1] : undefined
  return byNumber ?? queues.find(queue => queue.name.toLowerCase() === said) ?? null
}
