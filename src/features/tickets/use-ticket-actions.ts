import { displayName, owesAnswer, type Ticket } from '@contract'
import { useMemo } from 'react'
import { ApiError } from '@/api'
import { errorText, type TFunction, useTexts } from '@/i18n'
import { usePreferences } from '@/stores/preferences'
import { useUser } from '@/stores/session'
import {
  type Actor,
  acceptTicket,
  canUndoResolve,
  deleteTicket,
  holdTicket,
  oldestPending,
  pinBelief,
  reopenTicket,
  resolveTicket,
  returnTicket,
  saidSince,
  snoozeTicket,
  TicketTakenError,
  type Transfer,
  ticketById,
  transferTicket,
  undoable,
  undoResolve,
  useTicketsStore,
  wakeTicket,
} from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { useConfirm, useSteadyNavigate } from '@/ui'
import { enterList } from './enter-list'
import { listOfTabs, showOpenTab, useManager } from './manager-state'

export interface TicketActions {
  accept: (ticket: Ticket) => Promise<void>
  /** Accepts the customer who waits longest; says so where nobody waits. */
  acceptOldest: () => Promise<void>
  reopen: (ticket: Ticket) => Promise<void>
  giveBack: (ticket: Ticket) => Promise<void>
  /** The same with a note for whoever takes it next. @throws ApiError so that the dialog can stay open and say why. */
  giveBackWith: (ticket: Ticket, note: string) => Promise<void>
  /** `silently`: without the rating question and the completion message. */
  resolve: (ticket: Ticket, silently?: boolean) => Promise<void>
  /**
   * Puts it aside, with a way back; asks first where the customer waits. @param until ISO-8601; null: until the customer
   * writes.
   */
  snooze: (ticket: Ticket, until: string | null) => Promise<void>
  /** The same without the question. @throws ApiError so that the dialog can stay open and say why. */
  snoozeTo: (ticket: Ticket, until: string | null) => Promise<void>
  wake: (ticket: Ticket) => Promise<void>
  /** Takes the conversation over from whoever else answers it (null), or gives it back. */
  hold: (ticket: Ticket, holder: 'metaAgent' | null) => Promise<void>
  remove: (ticket: Ticket) => Promise<void>
  /** @throws ApiError so that the dialog can stay open and say why. */
  transfer: (ticket: Ticket, transfer: Transfer) => Promise<void>
  /** Goes back to the list, the keyboard with it. */
  leave: () => void
  /** Tells of a failed action; known errors offer a way on. */
  tell: (error: unknown) => void
}

export const ticketPath = (uuid: string): string => `/tickets/${encodeURIComponent(uuid)}`
export const LIST_PATH = '/tickets'

/** The ticket below the given one in the list on screen, else the one above. */
export function neighbourOf(id: number): Ticket | undefined {
  const { lists, byId } = useTicketsStore.getState()
  const { ids } = lists[listOfTabs(useManager.getState())]
  const at = ids.indexOf(id)
  const next = at < 0 ? undefined : (ids[at + 1] ?? ids[at - 1])
  return next === undefined ? undefined : byId.get(next)
}

/** What is opened where this ticket is done with, as the person chose. */
const nextAfter = (id: number): Ticket | undefined =>
  usePreferences.getState().afterResolve === 'next' ? neighbourOf(id) : undefined

/** Name of a ticket's contact, whatever is known of it. */
export const nameOf = (ticket: Pick<Ticket, 'contact' | 'id'>): string =>
  displayName(ticket.contact) || `#${ticket.id}`

/** What is asked before tickets are put aside of which so many wait for an answer. */
export const snoozeQuestion = (t: TFunction, owing: number) => ({
  title: t('tickets.snooze.owingTitle'),
  text: t('tickets.snooze.owing', { count: owing }),
  okLabel: t('tickets.snooze.word'),
  cancelLabel: t('common.cancel'),
})

/** Acts whose answer has not come, by what they do to what: a second press meanwhile is the same act. */
const running = new Map<string, Promise<void>>()

function once(act: string, work: () => Promise<void>): Promise<void> {
  const known = running.get(act)
  if (known) return known
  const doing = work().finally(() => running.delete(act))
  running.set(act, doing)
  return doing
}

/**
 * What the header and the rows do, with the navigation and the toasts: an opened ticket
 * stays selected; a returned, resolved, transferred or deleted one is left for the list.
 */
export function useTicketActions(): TicketActions {
  const navigate = useSteadyNavigate()
  const confirm = useConfirm()
  const { t } = useTexts()
  const user = useUser()
  return useMemo(() => {
    const actor = (): Actor => {
      if (!user) throw new Error('nobody is signed in')
      return { id: user.id, name: user.name }
    }
    const showFailure = (error: unknown): void => {
      if (error instanceof TicketTakenError) {
        toasts.error(error.by ? t('tickets.taken', { name: error.by }) : t('tickets.takenUnknown'))
        return
      }
      if (error instanceof ApiError && error.code === 'ERR_OTHER_OPEN_TICKET') {
        const { uuid, user: holder } = error.details
        const name = typeof holder === 'object' && holder !== null && 'name' in holder ? holder.name : null
        const text = typeof name === 'string' ? t('tickets.otherOpenBy', { name }) : t('tickets.otherOpen')
        if (typeof uuid === 'string') {
          const run = (): void => void navigate(ticketPath(uuid))
          toasts.error(text, { action: { label: t('tickets.openOther'), run } })
        } else toasts.error(text)
        return
      }
      toasts.error(errorText(t, error))
    }
    const reporting = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work()
      } catch (error) {
        showFailure(error)
      }
    }
    const stay = (ticket: Ticket): void => {
      showOpenTab('assigned')
      void navigate(ticketPath(ticket.uuid), { flushSync: true })
    }
    const reopen = (ticket: Ticket): Promise<void> =>
      reporting(async () => {
        stay(await reopenTicket(ticket, actor()))
      })
    // The keyboard goes on in the list: with the conversation its field has gone.
    const leave = (): void => {
      void navigate(LIST_PATH)
      enterList()
    }
    const handOver = (): void => {
      showOpenTab('pending')
      leave()
    }
    const undo = (before: Ticket, back: () => Promise<Ticket>): Promise<void> =>
      reporting(async () => {
        const text = saidSince(before, actor())
        const now = await back()
        if (text !== null) toasts.info(t('tickets.undoneSaid', { text }))
        if (now.status === 'pending') showOpenTab('pending')
        if (now.status === 'open' && now.userId === actor().id) stay(now)
        else void navigate(ticketPath(now.uuid))
      })
    const accept = (ticket: Ticket): Promise<void> =>
      reporting(async () => {
        try {
          const accepting = acceptTicket(ticket.id, actor(), lost => {
            // Whoever has it answers; what was begun here stays a draft of that ticket.
            if (useTicketsStore.getState().selectedId === ticket.id) handOver()
            showFailure(lost)
          })
          stay(ticket)
          await accepting
        } catch (error) {
          if (error instanceof TicketTakenError) handOver()
          throw error
        }
      })
    const wake = (ticket: Ticket): Promise<void> =>
      once(`wake ${ticket.id}`, () => reporting(() => wakeTicket(ticket.id)))
    const snoozeTo = async (ticket: Ticket, until: string | null): Promise<void> => {
      const next = nextAfter(ticket.id)
      await snoozeTicket(ticket.id, until)
      const back = undoable(ticket.id, () => wakeTicket(ticket.id))
      const undo = { label: t('common.undo'), run: () => reporting(back) }
      toasts.success(t(until === null ? 'tickets.snooze.doneFor' : 'tickets.snooze.done'), { action: undo })
      if (next) void navigate(ticketPath(next.uuid))
      else leave()
    }
    return {
      tell: showFailure,
      leave,
      wake,
      snoozeTo,
      snooze: (ticket, until) =>
        once(`snooze ${ticket.id}`, async () => {
          // Until the customer writes is refused by the server, with its reason.
          const asks = until !== null && owesAnswer(ticketById(ticket.id) ?? ticket)
          if (!asks || (await confirm(snoozeQuestion(t, 1)))) await reporting(() => snoozeTo(ticket, until))
        }),
      reopen,
      accept,
      acceptOldest: () =>
        // Over with the answer: a second press before that must not take two customers.
        once('accept the oldest', () =>
          reporting(async () => {
            const oldest = await oldestPending()
            if (oldest) await accept(oldest)
            else toasts.info(t('tickets.empty.pending'))
          }),
        ),
      giveBack: ticket =>
        once(`return ${ticket.id}`, () =>
          reporting(async () => {
            await returnTicket(ticket.id)
            toasts.success(t('tickets.returned'))
            leave()
          }),
        ),
      async giveBackWith(ticket, note) {
        await returnTicket(ticket.id, note)
        toasts.success(t('tickets.returned'))
        leave()
      },
      resolve: (ticket, silently = false) =>
        once(`resolve ${ticket.id}`, () =>
          reporting(async () => {
            const before = ticketById(ticket.id) ?? ticket
            // By a press that came before the screen had gone on: it is done.
            if (before.status === 'closed') return
            const next = nextAfter(ticket.id)
            const resolved = await resolveTicket(ticket.id, actor(), silently)
            const back = undoable(ticket.id, () => undoResolve(before, actor()))
            // Some servers ask the customer for a rating first and resolve with the answer.
            const text = saidSince(before, actor())
            if (resolved.status !== 'closed') toasts.info(t('tickets.ratingAsked'))
            else
              toasts.success(
                text === null ? t('tickets.resolved') : t('tickets.resolvedSaid', { text }),
                canUndoResolve(before, actor())
                  ? { action: { label: t('common.undo'), run: () => undo(before, back) } }
                  : {},
              )
            if (next) void navigate(ticketPath(next.uuid))
            else leave()
          }),
        ),
      hold: (ticket, holder) =>
        once(`hold ${ticket.id}`, () =>
          reporting(async () => {
            await holdTicket(ticket.id, holder)
            toasts.success(t(holder === null ? 'tickets.held.taken' : 'tickets.held.released'))
          }),
        ),
      async remove(ticket) {
        const letGo = pinBelief(ticket.id)
        const yes = await confirm({
          title: t('tickets.deleteTitle', { name: nameOf(ticket) }),
          text: t('tickets.deleteText'),
          okLabel: t('common.delete'),
          cancelLabel: t('common.cancel'),
          danger: true,
        })
        if (yes)
          await reporting(async () => {
            await deleteTicket(ticket.id)
            toasts.success(t('tickets.deleted'))
            leave()
          })
        letGo()
      },
      async transfer(ticket, change) {
        await transferTicket(ticket.id, change)
        toasts.success(t('tickets.transferred'))
        leave()
      },
    }
  }, [navigate, confirm, t, user])
}
