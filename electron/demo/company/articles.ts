/** What the demo company knows: agents find it by "?", the simulated assistant answers with it. */
import articles from './articles.json' with { type: 'json' }
import type { QueueName } from './company'

/** `queues`: none is everybody's. `by`: e-mail of who wrote it. */
interface DemoArticle {
  title: string
  text: string
  queues: readonly QueueName[]
  tags: readonly string[]
  by: string
}

export const ARTICLES = articles as readonly DemoArticle[]
