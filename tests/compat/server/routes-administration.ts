/**
 * What administration reads of the replay server: its recorded answers, whatever is asked for (docs/legacy-server.md 6.2, 6.3,
 * 6.12). Nothing is changed here; tests/unit/adapters speaks of the writes.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sample } from './sample'
import type { Person } from './world'

const RECORDED: Readonly<Record<string, string>> = {
  '/prompt': 'prompts',
  '/queueIntegration': 'queueIntegration',
  '/files': 'files',
  '/helps': 'helps',
  '/helps/list': 'helps-list',
  '/invoices': 'invoices',
  '/invoices/all': 'invoices-all',
}

/** @param caller finds who asks, or refuses. */
export function registerAdministration(
  app: FastifyInstance,
  caller: (request: FastifyRequest) => Promise<Person>,
): void {
  for (const [path, name] of Object.entries(RECORDED)) {
    const answer = sample(name)
    app.get(path, async request => {
      await caller(request)
      // Pages beyond the first are empty there.
      const { pageNumber = '1' } = request.query as { pageNumber?: string }
      if (Array.isArray(answer) || Number(pageNumber) < 2) return answer
      return Object.fromEntries(
        Object.entries(answer as object).map(([key, value]) => [
          key,
          Array.isArray(value) ? [] : key === 'hasMore' ? false : value,
        ]),
      )
    })
  }
}
