/**
 * The order of writers within one process. The database has locks over all processes; a writer that waits here does not
 * occupy a connection.
 */

/** A part of a company that is written in parallel with other parts: a conversation, or what a number reports. */
export type Part = { companyId: number; ticketId: number } | { companyId: number; whatsappId: number }
/** Whose rows a transaction writes: those of a part, of a whole company, or of others as well. */
export type Scope = Part | { companyId: number } | 'platform'

/** The part a scope is of; null for a whole company. */
export const partOf = (scope: Exclude<Scope, 'platform'>): Part | null =>
  'ticketId' in scope || 'whatsappId' in scope ? scope : null

/** Most parallel writers of parts of one company: others need connections, too. */
const MOST_PARTS = 6

interface Waiting {
  alone: boolean
  start(): void
}

interface Company {
  /** Running writers; an exclusive one waits for all others. */
  running: number
  alone: boolean
  waiting: Waiting[]
}

/**
 * Work of one company runs one after the other, in the order requested; parts run in parallel.
 * @returns runs work when its turn comes.
 */
export function writeLocks(): <T>(scope: Scope, work: () => Promise<T>) => Promise<T> {
  const companies = new Map<number, Company>()
  /** The last work of each part. */
  const parts = new Map<string, Promise<unknown>>()

  const startNext = (id: number, company: Company): void => {
    for (;;) {
      const [next] = company.waiting
      if (!next) break
      const free = next.alone ? company.running === 0 : !company.alone && company.running < MOST_PARTS
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
  const inPart = async <T>(part: Part, work: () => Promise<T>): Promise<T> => {
    const id = JSON.stringify(part)
    const turn = (parts.get(id) ?? Promise.resolve()).then(work)
    const ended = turn.catch(() => undefined)
    parts.set(id, ended)
    try {
      return await turn
    } finally {
      if (parts.get(id) === ended) parts.delete(id)
    }
  }

  return (scope, work) => {
    if (scope === 'platform') return inCompany(0, true, work)
    const { companyId } = scope
    const part = partOf(scope)
    if (!part) return inCompany(companyId, true, work)
    return inPart(part, () => inCompany(companyId, false, work))
  }
}
