/**
 * Texts of one writer that come right after one another, as one message: numbers of the Cloud API are charged by message. The
 * report of costs counts by the same rule what would have fitted together (docs/figures.md). Pure.
 */
import { NUMBER_TEXT_CHARS } from './constants'
import { MENU_LIMITS, type PressedMenu } from './menus'

/** Between two texts of one message. */
const BETWEEN = '\n\n'

/** What is sent. Only texts are joined: a file, or another kind of content, stays a message of its own. */
export interface JoinableLine {
  body: string
  menu?: PressedMenu | null
  media?: unknown
  kind?: string | null
}

const isText = ({ body, media, kind }: JoinableLine): boolean => !media && !kind && body !== ''

/**
 * Whether a text and the one right after it fit into one message. A menu ends a message, so the first must have none; the second
 * takes the words into its own text.
 * @param spare characters to leave free, where the texts may still grow.
 */
export function fitTogether(first: JoinableLine, second: JoinableLine, spare = 0): boolean {
  if (!isText(first) || !isText(second) || first.menu) return false
  const added = first.body.length + BETWEEN.length + spare
  return (
    added + second.body.length <= NUMBER_TEXT_CHARS &&
    (!second.menu || added + second.menu.opening.length <= MENU_LIMITS[second.menu.kind].opening)
  )
}

/** Two texts that fit together as one message, with everything else as the first has it. */
export const joinTwo = <T extends JoinableLine>(first: T, second: T): T => ({
  ...first,
  body: `${first.body}${BETWEEN}${second.body}`,
  ...(second.menu
    ? { menu: { ...second.menu, opening: `${first.body}${BETWEEN}${second.menu.opening}` } }
    : {}),
})

/** As few messages as the lines fit into, in their order. */
export function joinLines<T extends JoinableLine>(lines: readonly T[]): T[] {
  const joined: T[] = []
  for (const line of lines) {
    const last = joined.at(-1)
    if (last && fitTogether(last, line)) joined[joined.length - 1] = joinTwo(last, line)
    else joined.push(line)
  }
  return joined
}
