/** What a customer would see on the phone: the workspace's own chatbot step, taken for each message. Pure. */
import {
  type Bot,
  type BotOption,
  type BotQueue,
  type BotState,
  botStep,
  clockIn,
  DEFAULT_BOT_MENU_TIMES,
  fillVariables,
  GREETINGS,
  isOpenAt,
  type Opening,
  type OtherHours,
  type Queue,
  type ScheduleDay,
  variablesFor,
  type Whatsapp,
} from '@contract'

/** Whom the variables of a preview name. */
const CUSTOMER = 'Maria Souza'

/** What a preview knows besides the queue that is edited. */
export interface Surroundings {
  /** The number the customer writes to; null when the queue has none yet. */
  connection: Whatsapp | null
  queues: readonly Queue[]
  /** Options of the other queues that are known. */
  trees: ReadonlyMap<number, readonly BotOption[]>
  /** Value of a setting of the company. */
  setting: (key: string) => string | undefined
  timeZone: string
  companyHours: readonly ScheduleDay[]
  holidays: readonly OtherHours[]
  /** Menus as earlier servers write them (`Bot.brackets`). */
  brackets: boolean
}

const asBotQueue = (queue: Queue, options: readonly BotOption[]): BotQueue => ({
  id: queue.id,
  name: queue.name,
  greetingMessage: queue.greetingMessage,
  outOfHoursMessage: queue.outOfHoursMessage,
  hours: queue.schedules,
  mediaPath: queue.mediaPath,
  mediaName: queue.mediaName,
  options,
})

/**
 * The bot of a connection as the workspace would put it together, with the edited queue as it is in the form.
 * @param edited the queue with its options; it stands alone where no connection serves it.
 */
export function botFor(edited: BotQueue, around: Surroundings): Bot {
  const { connection, setting } = around
  const known = (queue: Queue): BotQueue =>
    queue.id === edited.id ? edited : asBotQueue(queue, around.trees.get(queue.id) ?? [])
  const served = new Set(connection?.queues.map(queue => queue.id) ?? [])
  const queues = around.queues.filter(queue => served.has(queue.id)).map(known)
  const own = queues.length > 0 ? queues : [edited]
  const scheduleType = setting('scheduleType')
  return {
    greetingMessage: connection?.greetingMessage ?? '',
    outOfHoursMessage: connection?.outOfHoursMessage ?? '',
    queues: own,
    otherQueues: around.queues.filter(queue => !own.some(one => one.id === queue.id)).map(known),
    menuTimes: connection?.maxUseBotQueues ?? DEFAULT_BOT_MENU_TIMES,
    quietMinutes: connection?.timeUseBotQueues ?? 0,
    scheduleType: scheduleType === 'queue' || scheduleType === 'company' ? scheduleType : 'disabled',
    companyHours: around.companyHours,
    holidays: around.holidays,
    timeZone: around.timeZone,
    outOfHoursAction: setting('outOfHoursAction') === 'closed' ? 'closed' : 'pending',
    autoExit: setting('chatbotAutoExit') === 'enabled',
    brackets: around.brackets,
    greetsSingleQueue: setting('sendGreetingMessageOneQueues') === 'enabled',
  }
}

export type Line =
  | { from: 'customer'; text: string }
  | { from: 'bot'; text: string; mediaPath: string | null; mediaName: string | null }
  /** A person is waited for (in a queue, "" for none), the conversation ended, or the bot says nothing. */
  | { from: 'note'; note: 'waits' | 'ended' | 'silent'; queue: string }

export interface Conversation {
  lines: Line[]
  state: BotState | null
}

/**
 * The whole conversation.
 * @param said the customer's messages; the first one opens it.
 * @param at when the first one is written; the others follow a second apart.
 */
export function conversation(bot: Bot, said: readonly string[], at: Date): Conversation {
  const lines: Line[] = []
  let state: BotState | null = null
  for (const [index, text] of said.entries()) {
    const when = new Date(at.getTime() + index * 1_000)
    const step = botStep(bot, state, text, when)
    lines.push({ from: 'customer', text })
    const variables = variablesFor(CUSTOMER, when, GREETINGS, bot.timeZone)
    for (const reply of step.replies)
      lines.push({ from: 'bot', ...reply, text: fillVariables(reply.text, variables) })
    const handedOver = state?.inBot !== false && !step.state.inBot
    const queue = [...bot.queues, ...bot.otherQueues].find(one => one.id === step.state.queueId)?.name ?? ''
    if (step.closed) lines.push({ from: 'note', note: 'ended', queue: '' })
    else if (handedOver) lines.push({ from: 'note', note: 'waits', queue })
    else if (step.replies.length === 0) lines.push({ from: 'note', note: 'silent', queue: '' })
    // What is written after the end opens a new conversation.
    state = step.closed ? null : step.state
  }
  return { lines, state }
}

const DAY_MS = 86_400_000

/**
 * The instant at which a wall clock of a zone shows a day and a time.
 * @param day YYYY-MM-DD. @param minutes since midnight.
 */
export function instantIn(zone: string, day: string, minutes: number): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000
  const shownAt = (at: number): number => {
    const clock = clockIn(zone, new Date(at))
    return Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute)
  }
  const guess = wanted - (shownAt(wanted) - wanted)
  return new Date(guess - (shownAt(guess) - wanted))
}

/** Days a preview can be moved over, the given one first, YYYY-MM-DD. */
export const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(`${first}T00:00:00Z`) + at * DAY_MS).toISOString().slice(0, 10),
  )

/** The next whole hour at which hours are open or closed, on a day that is no holiday; null when there is none. */
export function nextHour(
  opening: Opening,
  days: readonly string[],
  open: boolean,
): { day: string; minutes: number } | null {
  const holidays = new Set(opening.holidays?.map(one => one.day))
  // Ten in the morning is what people think of first, then the rest of the day.
  const hours = [10, 14, 20, 8, 12, 16, 18, 22, 6, 2]
  for (const day of days) {
    if (holidays.has(day)) continue
    for (const hour of hours)
      if (isOpenAt(opening, instantIn(opening.timeZone, day, hour * 60)) === open)
        return { day, minutes: hour * 60 }
  }
  return null
}
