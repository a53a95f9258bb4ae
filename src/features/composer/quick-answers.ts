/** Quick answers: which ones fit, how they are labelled, what their variables become. Pure. */
import {
  fold,
  type MenuParts,
  mayOpen,
  menuWords,
  QUICK_ANSWER_LABEL_CHARS,
  QUICK_ANSWER_MIN_CHARS,
  type QuickMessage,
  sign,
  tidyMenu,
} from '@contract'
import type { DirectoryState } from '@/stores/directory'
import { type Trigger, type Typed, triggerAt } from './caret'

type DirectoryStatus = DirectoryState<QuickMessage>['status']

/** Most answers offered at once. */
export const MOST_ANSWERS = 50

/**
 * The slash word being typed, once it is longer than one character; null otherwise.
 * @param forced whether the list was asked for by its button: then the slash alone is enough.
 */
export function answerTrigger(typed: Typed, forced: boolean): Trigger | null {
  const trigger = triggerAt(typed, '/')
  if (!trigger) return null
  return forced || trigger.query.length >= QUICK_ANSWER_MIN_CHARS ? trigger : null
}

/** Whether a message consists of the slash alone, with the caret behind it. */
export const isSlashAlone = ({ text, caret }: Typed): boolean => text.trimEnd() === '/' && caret > 0

/** Why a slash at the beginning of a message lists nothing. */
export type SlashNotice = 'goOn' | 'loading' | 'failed' | 'unmatched' | 'none'

/**
 * What to say where a slash lists nothing.
 * @param status of the list of quick answers. @param count answers there are. @param bare the slash stands alone.
 */
export function slashNotice(status: DirectoryStatus, count: number, bare: boolean): SlashNotice {
  if (status === 'failed') return 'failed'
  if (status !== 'ready') return 'loading'
  if (count === 0) return 'none'
  return bare ? 'goOn' : 'unmatched'
}

/** Whether a quick message is offered in tickets of a queue; null: of none. */
export const isOfQueue = ({ queueIds }: QuickMessage, queueId: number | null): boolean =>
  queueIds.length === 0 || (queueId !== null && queueIds.includes(queueId))

/** Answers whose shortcut or text contains what was typed; shortcuts that begin with it come first. */
export function matchingAnswers(answers: readonly QuickMessage[], query: string): QuickMessage[] {
  const wanted = fold(query)
  const ranked: { answer: QuickMessage; rank: number }[] = []
  for (const answer of answers) {
    const shortcut = fold(answer.shortcode.replace(/^\//, ''))
    const rank = shortcut.startsWith(wanted)
      ? 0
      : shortcut.includes(wanted)
        ? 1
        : fold(answer.message).includes(wanted)
          ? 2
          : -1
    if (rank >= 0) ranked.push({ answer, rank })
  }
  return ranked
    .sort((a, b) => a.rank - b.rank || a.answer.shortcode.localeCompare(b.answer.shortcode))
    .slice(0, MOST_ANSWERS)
    .map(({ answer }) => answer)
}

/** The text of an answer with its menu in numbered lines; variables are not filled in. */
export const answerWords = ({ message, menu }: Pick<QuickMessage, 'message' | 'menu'>): string =>
  menu ? menuWords({ ...menu, opening: message }) : message

/** Whether an answer is sent with its menu: one with a file has the choices in its caption. */
export const isMenu = ({ menu, mediaPath }: QuickMessage): boolean => menu !== null && !mediaPath

/**
 * What leaves of an answer: its text with its menu, or all of it in words where no menu is shown or the text, filled in
 * and signed, is too long to stand above one.
 * @param shows whether the ticket's number shows menus.
 */
export function leavingAs(
  answer: QuickMessage,
  shows: boolean,
  fill: (text: string) => string,
  signature: string | null,
): { text: string; menu: MenuParts | null } {
  const { message, menu } = answer
  const opening = fill(message).trim()
  const fits = menu !== null && mayOpen(signature === null ? opening : sign(opening, signature), menu)
  return menu && fits && shows && isMenu(answer)
    ? { text: opening, menu: tidyMenu(menu) }
    : { text: fill(answerWords(answer)), menu: null }
}

/** "/shortcut - text", cut at 35 characters. */
export function answerLabel(answer: Pick<QuickMessage, 'shortcode' | 'message'>): string {
  const shortcut = answer.shortcode.startsWith('/') ? answer.shortcode : `/${answer.shortcode}`
  const label = `${shortcut} - ${answer.message.replace(/\s+/g, ' ').trim()}`
  const characters = [...label]
  return characters.length > QUICK_ANSWER_LABEL_CHARS
    ? `${characters.slice(0, QUICK_ANSWER_LABEL_CHARS).join('')}…`
    : label
}

export { dayPart, fillVariables, type Variables, variablesFor } from '@contract'
