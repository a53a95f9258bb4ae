/** What a message keeps of the page behind its link. */
export interface KeptPreview {
  /** When, whichever message it was read for. */
  at: string
  /** "" where the page could not be read, or says nothing. */
  title: string
  description: string
  /** Name of its file among the company's; each message has a file of its own. */
  picture: string | null
}
