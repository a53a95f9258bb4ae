/**
 * What the chatbot says and where it leads. One step is a
 * pure function: the workspace takes it for every message of a customer, the editor's preview for every message somebody
 * types into the phone beside the tree. Nothing is sent or stored here.
 */
import type { BotChoices } from './bot-choices'
import { fold } from './fold'
import { isOpenAt, type Opening, type OpeningDay, type OtherHours } from './hours'
import { typedEntry } from './menus'

/** An option as the chatbot reads it. */
export interface BotOption {
  id: number
  parentId: number | null
  title: string
  message: string
  /** Its number among its siblings, from 1: what the customer types. */
  position: number
  /** The number that is stored with it, "" for none: what customers choose by where menus are in brackets. */
  stored?: string
  exitChatbot: boolean
  forwardQueueId: number | null
  mediaPath: string | null
  mediaName: string | null
}

export interface BotQueue {
  id: number
  name: string
  greetingMessage: string
  outOfHoursMessage: string
  hours: readonly OpeningDay[]
  mediaPath: string | null
  mediaName: string | null
  /** The whole tree, flat, siblings in their order. */
  options: readonly BotOption[]
  /** A prompt or an integration serves whoever is in it: at any hour, and nobody reads that a person is not there. */
  automated?: boolean
}

/** Everything a step depends on besides the customer. */
export interface Bot {
  /** Greeting of the connection: opens the menu of queues, and the conversation where there is only one. */
  greetingMessage: string
  /** Out-of-hours text of the connection, for hours of the company. */
  outOfHoursMessage: string
  /** Queues of the connection in their order. */
  queues: readonly BotQueue[]
  /** Queues only an option leads to. */
  otherQueues: readonly BotQueue[]
  /** How often a menu is shown without a choice before the bot falls silent; 0: always. */
  menuTimes: number
  /** Minutes the bot stays silent after a menu that was not answered with a choice; 0: none. */
  quietMinutes: number
  scheduleType: 'disabled' | 'queue' | 'company'
  companyHours: readonly OpeningDay[]
  holidays: readonly OtherHours[]
  timeZone: string
  /** What becomes of a conversation that needs a person out of hours. */
  outOfHoursAction: 'pending' | 'closed'
  /** chatbotAutoExit: an option with nothing below it hands over to a person by itself. */
  autoExit: boolean
  /** sendGreetingMessageOneQueues: the greeting is sent where there is nothing to choose, too. */
  greetsSingleQueue: boolean
  /** A prompt of the connection answers in the menu's place. */
  automated?: boolean
  /** Menus as earlier servers write them: `*[ 1 ]* - Suporte`, chosen by the stored number alone. */
  brackets?: boolean
}

/** Where a customer stands. */
export interface BotState {
  queueId: number | null
  optionId: number | null
  /** The bot answers the next message; otherwise a person is waited for. */
  inBot: boolean
  /** Menus shown since the last choice. */
  menus: number
  /** When the last menu was shown, ISO-8601. */
  menuAt: string | null
}

export interface BotReply {
  text: string
  mediaPath: string | null
  mediaName: string | null
  /** The same menu as entries, for numbers that can show them to be pressed; left out where there is nothing to choose. */
  choices?: BotChoices
}

export interface BotStep {
  state: BotState
  replies: BotReply[]
  /** The conversation ends here: nobody is there, and the company said that it ends then. */
  closed: boolean
}

/** A customer nobody has answered yet. */
export const BOT_START: BotState = { queueId: null, optionId: null, inBot: true, menus: 0, menuAt: null }

/** Brings a customer to the first menu, from anywhere. */
export const BOT_HOME = '#'
/** Brings a customer one level up. */
export const BOT_BACK = '0'

// Customers are spoken to in the product's default language.
const WORDS = {
  choose: 'Olá! Para começar, escolha o setor:',
  chooseOption: 'Escolha uma opção:',
}

/** A way out of a menu: what is typed, and the words it is pressed or written by. */
interface Way {
  key: string
  title: string
}
const BACK: Way = { key: BOT_BACK, title: 'Voltar ao menu anterior' }
const HOME: Way = { key: BOT_HOME, title: 'Voltar ao início' }
const BRACKETED = {
  back: { key: BOT_BACK, title: 'Menu anterior' },
  home: { key: BOT_HOME, title: 'Menu inicial' },
}
const backOf = (bot: Bot): Way => (bot.brackets ? BRACKETED.back : BACK)
const homeOf = (bot: Bot): Way => (bot.brackets ? BRACKETED.home : HOME)
const placed = (titles: readonly string[]): Way[] => titles.map((title, i) => ({ key: String(i + 1), title }))

interface Attached {
  mediaPath: string | null
  mediaName: string | null
}

const reply = (text: string, from?: Attached): BotReply[] => {
  const mediaPath = from?.mediaPath ?? null
  return text.trim() === '' && mediaPath === null
    ? []
    : [{ text: text.trim(), mediaPath, mediaName: from?.mediaName ?? null }]
}

/** A menu, numbered to be typed, with its entries beside it. */
function menuReply(
  bot: Bot,
  opening: string,
  entries: readonly Way[],
  ways: readonly Way[],
  from?: Attached,
): BotReply[] {
  const line = ({ key, title }: Way): string => typedEntry(bot.brackets ? `[ ${key} ]` : key, title)
  const apart = bot.brackets && entries.length > 0 && ways.length > 0 ? [''] : []
  const lines = [...entries.map(line), ...apart, ...ways.map(line)]
  const choices = { opening: opening.trim(), entries: [...entries, ...ways].map(({ title }) => title) }
  return reply(`${opening.trim()}\n\n${lines.join('\n')}`, from).map(one => ({ ...one, choices }))
}

/** An answer as it is compared: without case, accents, the signs around it and what nobody sees; `"*1*"` is `1`. */
const bare = (text: string): string =>
  fold(text.normalize('NFKC'))
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

/** The number and the words of "opção 1" and "1 - Suporte"; null where there is no number. */
function numbered(answer: string): { number: number; words: string } | null {
  const [, number, words = ''] =
    /^(?:(?:opcao|opcion|option|numero)\s*)?(\d{1,3})(?:[^\p{L}\p{N}]+(.+))?$/u.exec(answer) ?? []
  return number === undefined ? null : { number: Number(number), words }
}

function isWay(bot: Bot, text: string, { key, title }: Way): boolean {
  if (bot.brackets || text.trim() === key) return text.trim() === key
  if (bare(text) === bare(title)) return true
  const said = numbered(bare(text))
  return said !== null && String(said.number) === key && (said.words === '' || said.words === bare(title))
}

/**
 * The entry a customer's answer stands for: its number as menus print it or people type it ("1.", "*1*", "[1]", "opção 1",
 * "1 - Suporte"), or its title without regard to case and accents.
 */
export function chosen<T>(text: string, entries: readonly T[], titleOf: (entry: T) => string): T | null {
  const answer = bare(text)
  const said = numbered(answer)
  const entry = said ? entries[said.number - 1] : undefined
  if (said && entry && (said.words === '' || said.words === bare(titleOf(entry)))) return entry
  if (said?.words === '') return null
  return answer === '' ? null : (entries.find(one => bare(titleOf(one)) === answer) ?? null)
}

const queueById = (bot: Bot, id: number | null): BotQueue | null =>
  [...bot.queues, ...bot.otherQueues].find(queue => queue.id === id) ?? null

/** Options below one of a queue's options, or its first ones. */
export const optionsBelow = (queue: BotQueue, parentId: number | null): BotOption[] =>
  queue.options.filter(option => option.parentId === parentId).sort((a, b) => a.position - b.position)

/**
 * The out-of-hours text that applies where a person would be needed; null while open. Hours without a text keep nobody
 * out: a customer who gets no word would wait for nothing.
 */
function closedText(bot: Bot, queue: BotQueue | null, at: Date): string | null {
  const rule: { days: readonly OpeningDay[]; text: string } | null =
    bot.scheduleType === 'company'
      ? { days: bot.companyHours, text: bot.outOfHoursMessage }
      : bot.scheduleType === 'queue' && queue
        ? { days: queue.hours, text: queue.outOfHoursMessage }
        : null
  if (!rule || rule.text.trim() === '') return null
  const opening: Opening = { days: rule.days, holidays: bot.holidays, timeZone: bot.timeZone }
  return isOpenAt(opening, at) ? null : rule.text
}

/**
 * What a customer is sent who is to wait for a person now: the out-of-hours text that applies; null while open.
 * @param queueId queue the customer waits in.
 */
export const outOfHoursText = (bot: Bot, queueId: number | null, at: Date): string | null =>
  closedText(bot, queueById(bot, queueId), at)

/** A person takes over, or would: out of hours the customer reads so instead of what was to be said. */
function handOver(bot: Bot, state: BotState, at: Date, replies: BotReply[]): BotStep {
  const closed = closedText(bot, queueById(bot, state.queueId), at)
  const next = { ...state, optionId: null, inBot: false, menus: 0, menuAt: null }
  const automated = bot.automated || queueById(bot, state.queueId)?.automated
  if (closed === null || automated) return { state: next, replies, closed: false }
  return { state: next, replies: reply(closed), closed: bot.outOfHoursAction === 'closed' }
}

/** Shows a menu, unless it was shown often enough or a moment ago without being answered. */
function menu(bot: Bot, state: BotState, at: Date, replies: BotReply[]): BotStep {
  const worn = bot.menuTimes > 0 && state.menus >= bot.menuTimes
  const since = state.menuAt === null ? Number.POSITIVE_INFINITY : at.getTime() - Date.parse(state.menuAt)
  // A clock that was set back makes the last menu lie ahead: that is no reason to be silent until then.
  const quiet = state.menus > 0 && since >= 0 && since < bot.quietMinutes * 60_000
  if (worn || quiet) return { state, replies: [], closed: false }
  return { state: { ...state, menus: state.menus + 1, menuAt: at.toISOString() }, replies, closed: false }
}

function queueMenu(bot: Bot, state: BotState, at: Date): BotStep {
  const opening = bot.greetingMessage.trim() || WORDS.choose
  return menu(bot, state, at, menuReply(bot, opening, placed(bot.queues.map(queue => queue.name)), []))
}

/** The options below the place a customer has reached. */
function optionMenu(bot: Bot, queue: BotQueue, state: BotState, at: Date): BotStep {
  const here = queue.options.find(option => option.id === state.optionId) ?? null
  const options = optionsBelow(queue, here?.id ?? null)
  const wayHome = here || bot.queues.length > 1 || bot.brackets
  const ways = [...(here ? [backOf(bot)] : []), ...(wayHome ? [homeOf(bot)] : [])]
  const opening = here
    ? here.message.trim() || here.title
    : queue.greetingMessage.trim() || WORDS.chooseOption
  const entries = bot.brackets
    ? options.map(({ stored, title }) => ({ key: stored || 'null', title }))
    : placed(options.map(option => option.title))
  return menu(bot, state, at, menuReply(bot, opening, entries, ways, here ?? queue))
}

/** A customer enters a queue: its chatbot begins, or a person is waited for. */
function enterQueue(bot: Bot, queue: BotQueue, at: Date, replies: BotReply[]): BotStep {
  const state: BotState = { ...BOT_START, queueId: queue.id }
  if (queue.options.length === 0) {
    return handOver(bot, state, at, [...replies, ...reply(queue.greetingMessage, queue)])
  }
  const shown = optionMenu(bot, queue, state, at)
  return { ...shown, replies: [...replies, ...shown.replies] }
}

/** The first words to a customer, and what `#` leads back to. */
function begin(bot: Bot, at: Date): BotStep {
  const [only] = bot.queues
  const greeting = reply(bot.greetingMessage)
  if (bot.automated)
    return handOver(
      bot,
      { ...BOT_START, queueId: bot.queues.length === 1 ? (only?.id ?? null) : null },
      at,
      greeting,
    )
  if (!only) return handOver(bot, BOT_START, at, greeting)
  if (bot.queues.length > 1) {
    // Hours of the company close the menu itself; hours of a queue are its own and are asked when it is entered.
    const closed = bot.scheduleType === 'company' ? closedText(bot, null, at) : null
    if (closed === null) return queueMenu(bot, BOT_START, at)
    return { ...menu(bot, BOT_START, at, reply(closed)), closed: bot.outOfHoursAction === 'closed' }
  }
  return enterQueue(bot, only, at, bot.greetsSingleQueue ? greeting : [])
}

/** A customer without a queue answered the menu of queues. */
function chooseQueue(bot: Bot, state: BotState, text: string, at: Date): BotStep {
  const closed = bot.scheduleType === 'company' ? closedText(bot, null, at) : null
  if (closed !== null) return menu(bot, state, at, reply(closed))
  const queue = bot.brackets
    ? bot.queues[Number(text.trim()) - 1]
    : chosen(text, bot.queues, entry => entry.name)
  return queue ? enterQueue(bot, queue, at, []) : queueMenu(bot, state, at)
}

/** A customer chose an option. */
function takeOption(bot: Bot, queue: BotQueue, option: BotOption, at: Date): BotStep {
  const state: BotState = { ...BOT_START, queueId: queue.id, optionId: option.id }
  const replies = reply(option.message, option)
  if (option.exitChatbot) return handOver(bot, state, at, replies)
  const forward = queueById(bot, option.forwardQueueId)
  if (forward) return enterQueue(bot, forward, at, replies)
  if (optionsBelow(queue, option.id).length > 0) return optionMenu(bot, queue, state, at)
  if (bot.autoExit) return handOver(bot, state, at, replies)
  return menu(
    bot,
    state,
    at,
    menuReply(bot, option.message.trim() || option.title, [], [backOf(bot), homeOf(bot)], option),
  )
}

/** A customer within a queue's chatbot wrote something. */
function answerInQueue(bot: Bot, queue: BotQueue, state: BotState, text: string, at: Date): BotStep {
  const answer = text.trim()
  const here = queue.options.find(option => option.id === state.optionId) ?? null
  const options = optionsBelow(queue, here?.id ?? null)
  const option = bot.brackets
    ? options.find(({ stored }) => stored !== '' && stored === answer)
    : chosen(answer, options, entry => entry.title)
  if (option) return takeOption(bot, queue, option, at)
  if (isWay(bot, answer, homeOf(bot))) return begin(bot, at)
  if (here && isWay(bot, answer, backOf(bot))) {
    return optionMenu(bot, queue, { ...BOT_START, queueId: queue.id, optionId: here.parentId }, at)
  }
  return optionMenu(bot, queue, { ...state, optionId: here?.id ?? null }, at)
}

/**
 * Answers one message of a customer.
 * @param state where the customer stands; null: the conversation begins with this message.
 * @param text text of the message; "" for one without words (a picture).
 * @param at when it is answered.
 * @returns the new place, what is text in its order, and whether the conversation ends. A customer whom the bot does not
 *   answer (`inBot` false) stays where he is, without a word.
 */
export function botStep(bot: Bot, state: BotState | null, text: string, at: Date): BotStep {
  if (state === null) return begin(bot, at)
  if (!state.inBot) return { state, replies: [], closed: false }
  if (state.queueId === null) {
    const [only] = bot.queues
    // The connection lost its other queues meanwhile: there is nothing left to choose.
    return bot.queues.length > 1 || !only ? chooseQueue(bot, state, text, at) : begin(bot, at)
  }
  const queue = queueById(bot, state.queueId)
  // The queue or its chatbot is gone: a person is waited for.
  if (!queue || queue.options.length === 0) return handOver(bot, state, at, [])
  return answerInQueue(bot, queue, state, text, at)
}
