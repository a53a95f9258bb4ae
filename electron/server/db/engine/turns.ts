/**
 * Who writes when, within one process. The database has locks for that, too, over all processes; whoever waits here does not
 * hold a connection meanwhile.
 */

/** Whose rows a transaction writes: one conversation's, one company's, or others as well. */
export type Scope = { companyId: number; ticketId: number } | { companyId: number } | 'platform'

/** Writers of conversations of one company that work at once: others have connections left. */
const MOST_CONVERSATIONS = 6

interface Waiting {
  alone: boolean
  start(): void
}

interface Company {
  /** Writers at work; one that is alone has all others wait. */
  running: number
  alone: boolean
  waiting: Waiting[]
}

/**
 * Work of one company goes one after the other in the order it was asked for; what writes single conversations goes beside
 * what writes other ones.
 * @returns runs work in its turn.
 */
export function writerTurns(): <T>(scope: Scope, work: () => Promise<T>) => Promise<T> {
  const companies = new Map<number, Company>()
  /** The last of each conversation that waits or works. */
  const conversations = new Map<number, Promise<unknown>>()

  const startNext = (id: number, company: Company): void => {
    for (;;) {
      const [next] = company.waiting
      if (!next) break
      const free = next.alone ? company.running === 0 : !company.alone && company.running < MOST_CONVERSATIONS
      if (!free) break
      company.waiting.shift()
      company.running += 1
      company.alone = next.alone
      next.start()
    }
    if (company.running === 0) companies.delete(id)
  }
  const inCompany = async <T>(id: number, alone: boolean, work: () => Promise<T>): Promise<T> => {
    const company = companies.get(id) ?? { running: 0, alone: false, waiting: [] }
    companies.set(id, company)
    await new Promise<void>(start => {
      company.waiting.push({ alone, start })
      startNext(id, company)
    })
    try {
      return await work()
    } finally {
      company.running -= 1
      company.alone = false
      startNext(id, company)
    }
  }
  const inConversation = async <T>(id: number, work: () => Promise<T>): Promise<T> => {
    const turn = (conversations.get(id) ?? Promise.resolve()).then(work)
    const ended = turn.catch(() => undefined)
    conversations.set(id, ended)
    try {
      return await turn
    } finally {
      if (conversations.get(id) === ended) conversations.delete(id)
    }
  }

  return (scope, work) => {
    if (scope === 'platform') return inCompany(0, true, work)
    const { companyId } = scope
    if (!('ticketId' in scope)) return inCompany(companyId, true, work)
    return inConversation(scope.ticketId, () => inCompany(companyId, false, work))
  }
}
