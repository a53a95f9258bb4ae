/** Questions to Meta that a person waits for: not worth a thread, and nothing the server has to load before. */
import type { Graph } from './graph'

/** The API, asked from here. @param graphUrl another address of it than Meta's; null for Meta's own. */
export async function graphOnce(graphUrl: string | null): Promise<Graph> {
  const [{ createGraph }, { askNetwork }] = await Promise.all([import('./graph'), import('./network')])
  return createGraph(graphUrl, askNetwork)
}
