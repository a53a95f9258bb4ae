/** What a message stores about the page behind its link. */
export interface KeptPreview {
  /** When the page was read, for whichever message. */
  at: string
  /** "" where the page could not be read, or says nothing. */
  title: string
  description: string
  /** Name of its file among the company's; each message has a file of its own. */
  picture: string | null
}
