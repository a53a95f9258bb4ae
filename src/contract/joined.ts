/** Automatic messages that leave as one, where the company wants it: which fit together, and what they become. Pure. */

import type { PressedMenu } from './bot-choices'
import { CAPTION_MAX_CHARS, NUMBER_TEXT_CHARS } from './constants'

/** Stands between what were two messages: a blank line. */
const BETWEEN = '\n\n'

/** A message of words alone, or a menu of the chatbot. */
export interface Joinable {
  body: string
  menu?: PressedMenu | null
}

/** Whether a text and what comes right after it fit into one message: a menu takes what stands above it into its own text. */
export function fitTogether(first: Joinable, second: Joinable): boolean {
  if (first.menu) return false
  const added = first.body.length + BETWEEN.length
  return (
    added + second.body.length <= NUMBER_TEXT_CHARS &&
    (!second.menu || added + second.menu.opening.length <= CAPTION_MAX_CHARS)
  )
}

/** @returns the second message with the first one's words above its own. */
export function together<Line extends Joinable>(first: Joinable, second: Line): Line {
  const above = (text: string): string => `${first.body}${BETWEEN}${text}`
  return {
    ...second,
    body: above(second.body),
    ...(second.menu ? { menu: { ...second.menu, opening: above(second.menu.opening) } } : {}),
  }
}
