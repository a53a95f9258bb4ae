/** Automatic messages that leave as one, where the company wants it: which fit together, and what they become. Pure. */

import { CAPTION_MAX_CHARS, NUMBER_TEXT_CHARS } from './constants'
import type { PressedMenu } from './menus'

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
