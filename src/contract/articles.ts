/** Knowledge: short articles that agents look up, and that suggestions and prompts answer from. */
export const ARTICLE_LIMITS = {
  /** Characters. */
  title: { min: 2, max: 120 },
  text: 20_000,
  tag: 40,
  /** Of one article. */
  tags: 20,
  /** Versions of one article that are kept. */
  versions: 50,
  /** Bytes of a document that articles are made of. */
  documentBytes: 20 * 1024 * 1024,
  /** Articles a search answers. */
  found: 20,
  /** Characters of a text that is proposed. */
  proposed: 2_000,
  /** Proposals nobody has decided about, of a company; with so many nothing more is proposed. */
  openProposals: 200,
} as const

/** Whether an article is for somebody: one without queues is everybody's, administrators read all. */
export const mayReadArticle = (
  who: { profile: string; super: boolean; queueIds: readonly number[] },
  { queueIds }: { queueIds: readonly number[] },
): boolean =>
  who.super ||
  who.profile === 'admin' ||
  queueIds.length === 0 ||
  queueIds.some(id => who.queueIds.includes(id))

/** @param today in the company's time zone, YYYY-MM-DD. */
export const isArticleValid = ({ validUntil }: { validUntil: string | null }, today: string): boolean =>
  validUntil === null || validUntil >= today
