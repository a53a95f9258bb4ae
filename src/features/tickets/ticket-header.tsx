import { NARROW_NAME_CHARS, type Ticket } from '@contract'
import { Dropdown } from 'antd'
import {
  ArrowLeftRight,
  Check,
  CheckCheck,
  EllipsisVertical,
  PanelRight,
  RotateCcw,
  Undo2,
  UserRound,
} from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useMacroPress } from '@/features/macros'
import { printConversation } from '@/features/thread'
import { ExplainedClock } from '@/features/ticket-clock'
import { useTexts } from '@/i18n'
import { useCopilotOffers } from '@/stores/copilot'
import { useKeyActions } from '@/stores/key-actions'
import { useKeys } from '@/stores/key-bindings'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { useGroupRules } from '@/stores/settings'
import { type StoredTicket, ticketById } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { useWorkplace } from '@/stores/workplace'
import { Avatar, cutAt, cx, IconButton, MENU_KEYS, QueueName, ToolbarButton, useDeferredMount } from '@/ui'
import { AtTicket, CustomerWrites } from './at-ticket'
import { ReturnDialog, TransferDialog } from './dialogs'
import { moreItems } from './header-menu'
import { headerActions } from './header-rules'
import { HeldMark } from './held'
import { PriorityOf, PriorityPicker, usePriorityCommands } from './priority'
import { SnoozeMark, useSnooze } from './snooze'
import { TagEditor } from './tag-editor'
import styles from './ticket-header.module.css'
import { usePin } from './use-pin'
import { nameOf, useTicketActions } from './use-ticket-actions'
import { useTicketCommands } from './use-ticket-commands'

/** Within this after the number was copied, the key copies the link. Milliseconds. */
const AGAIN_MS = 3_000

/** Copies the number of a ticket; asked again soon, the link that opens it. Says what was copied. */
function useCopyNumber(): (ticket: Pick<Ticket, 'id' | 'uuid'>) => Promise<void> {
  const { t } = useTexts()
  const last = useRef({ id: 0, at: Number.NEGATIVE_INFINITY })
  return useCallback(
    async ({ id, uuid }) => {
      const now = performance.now()
      const again = last.current.id === id && now - last.current.at < AGAIN_MS
      last.current = again ? { id: 0, at: 0 } : { id, at: now }
      try {
        await navigator.clipboard.writeText(again ? `turno://ticket/${uuid}` : String(id))
        toasts.success(again ? t('tickets.linkCopied') : t('tickets.numberCopied', { number: id }))
      } catch {
        toasts.error(t('errors.unknown'))
      }
    },
    [t],
  )
}

export interface TicketHeaderProps {
  ticket: StoredTicket
  narrow: boolean
  /** Opens the dialog that schedules a message; without it the menu does not offer it. */
  onSchedule?: ((ticket: StoredTicket) => void) | undefined
  /** Opens the ticket in a window of its own; without it the menu does not offer it. */
  onPopOut?: ((ticket: StoredTicket) => void) | undefined
  /** The contact panel's switch; without it there is none. */
  panel?: { open: boolean; toggle: () => void } | undefined
}

/** Whom the conversation is with, who holds it, and where it stands. */
function Who({ ticket, narrow, pill }: Pick<TicketHeaderProps, 'ticket' | 'narrow'> & { pill: ReactNode }) {
  const { t } = useTexts()
  const user = useUser()
  const name = nameOf(ticket)
  // Names are cut at 10 characters on narrow screens.
  const shownName = narrow ? cutAt(name, NARROW_NAME_CHARS) : name
  const owned = ticket.user
    ? t('tickets.header.assignedTo', { name: ticket.user.name })
    : t('tickets.header.unassigned')
  return (
    <>
      <Avatar name={name} src={ticket.contact?.profilePicUrl ?? null} group={ticket.isGroup} size={36} />
      <div className={styles.who}>
        <h2 className={styles.name} title={name}>
          {shownName}
        </h2>
        <p className={styles.meta}>
          <SnoozeMark ticket={ticket} />
          <HeldMark ticket={ticket} />
          <CustomerWrites ticketId={ticket.id} />
          {narrow ? <PriorityOf priority={ticket.priority} /> : null}
          {narrow ? pill : <span className={styles.pillBelow}>{pill}</span>}
          <span
            className={cx(styles.assigned, !narrow && ticket.userId === user?.id && styles.mine)}
            title={owned}
          >
            <span className={styles.long}>{owned}</span>
            <span className={styles.short} aria-hidden="true">
              <UserRound size={13} strokeWidth={1.75} />
              {ticket.user?.name ?? t('tickets.header.nobody')}
            </span>
          </span>
          {narrow ? null : (
            <QueueName
              name={ticket.queue?.name || t('tickets.header.noQueue')}
              color={ticket.queue?.color ?? null}
            />
          )}
          <span className={styles.status}>{t(`tickets.header.status_${ticket.status}`)}</span>
        </p>
      </div>
    </>
  )
}

/** The head of a conversation that is only read. */
export function ReaderHeader({ ticket, narrow }: Pick<TicketHeaderProps, 'ticket' | 'narrow'>) {
  return (
    <header className={styles.header}>
      <Who ticket={ticket} narrow={narrow} pill={null} />
      <AtTicket ticketId={ticket.id} />
    </header>
  )
}

/** Who the customer is, who holds the ticket, and what can be done with it. */
export function TicketHeader({ ticket, narrow, onSchedule, onPopOut, panel }: TicketHeaderProps) {
  const transferKeys = useKeys('transfer')
  const returnKeys = useKeys('giveBack')
  const { t, format, language } = useTexts()
  const later = useDeferredMount()
  const user = useUser()
  const groups = useGroupRules()
  const plan = useWorkplace(state => state.plan)
  const actions = useTicketActions()
  const [busy, setBusy] = useState(false)
  const [dialog, setDialog] = useState<'transfer' | 'return' | null>(null)
  const [tagging, setTagging] = useState(false)
  const [menuOpen, setMenuOpen] = useState(false)
  const hasPriority = useOffered('ticketPriority')
  const copyNumber = useCopyNumber()
  const pin = usePin(ticket)
  const offered = user ? headerActions(ticket, user, groups.mode, plan) : null
  const name = nameOf(ticket)
  const pill = <ExplainedClock ticket={ticket} />

  const run = (work: (one: StoredTicket) => Promise<void>) => async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    await work(ticket).finally(() => setBusy(false))
  }
  const silently = useOffered('silentResolve') && (offered?.resolveSilently ?? false)
  const resolveSilently = run(one => actions.resolve(one, true))
  const mayResolve = offered?.primary === 'resolve' || offered?.resolve === true
  useKeyActions('header', {
    resolveAndNext: mayResolve ? run(actions.resolve) : null,
    resolveSilently: silently ? resolveSilently : null,
    giveBack: offered?.giveBack ? run(actions.giveBack) : null,
    giveBackWithNote: offered?.giveBack ? () => setDialog('return') : null,
    transfer: offered?.transfer ? () => setDialog('transfer') : null,
    // On a narrow screen the tags stand in the contact panel.
    tags: narrow ? (panel ? panel.toggle : null) : () => setTagging(shown => !shown),
    copyNumber: () => copyNumber(ticket),
  })
  const summarises = useCopilotOffers('summarise', ticket)
  useTicketCommands(name, offered, { silently, summarises })
  usePriorityCommands(ticket)
  const { picker, entries: snoozes, dialog: snoozing } = useSnooze(ticket, narrow)
  const macros = useMacroPress(ticket, () => {
    const now = ticketById(ticket.id)
    if (now?.status !== ticket.status || now.userId !== ticket.userId || now.snoozedAt !== ticket.snoozedAt)
      actions.leave()
  })
  if (!offered) return null

  const menu = moreItems(ticket, offered, { silently, ranks: narrow && hasPriority, snoozes, pin }, t, {
    onSchedule,
    onPopOut,
    macros: macros.open,
    release: run(one => actions.hold(one, 'metaAgent')),
    transfer: () => setDialog('transfer'),
    giveBack: run(actions.giveBack),
    giveBackWithNote: () => setDialog('return'),
    resolve: run(actions.resolve),
    resolveSilently,
    print: () =>
      void printConversation(
        {
          id: ticket.id,
          name,
          number: ticket.contact ? format.phoneOf(ticket.contact) : '',
        },
        user?.name ?? '',
        { t, format, language },
      ).catch(() => toasts.error(t('tickets.header.printFailed'))),
    remove: () => void actions.remove(ticket),
  })

  const more = (
    <IconButton
      icon={EllipsisVertical}
      tip={false}
      label={t('tickets.header.more')}
      // A press that comes before the menu opens it when it is there.
      onClick={later ? undefined : () => setMenuOpen(true)}
    />
  )
  return (
    <header className={cx(styles.header, !narrow && styles.beside)}>
      <Who ticket={ticket} narrow={narrow} pill={pill} />
      <AtTicket ticketId={ticket.id} />
      {hasPriority && !narrow ? <PriorityPicker ticket={ticket} /> : null}
      {narrow ? null : <TagEditor ticket={ticket} open={tagging} onOpenChange={setTagging} />}
      {narrow ? null : <span className={styles.pillBeside}>{pill}</span>}
      <div className={styles.actions}>
        {picker}
        {offered.giveBack && !narrow ? (
          <span className={styles.giveBack}>
            <IconButton
              icon={Undo2}
              label={t('tickets.header.return')}
              keys={returnKeys}
              disabled={busy}
              onClick={run(actions.giveBack)}
            />
          </span>
        ) : null}
        {offered.transfer && !narrow ? (
          <IconButton
            icon={ArrowLeftRight}
            label={t('tickets.header.transfer')}
            keys={transferKeys}
            onClick={() => setDialog('transfer')}
          />
        ) : null}
        {offered.primary === 'accept' ? (
          <ToolbarButton
            icon={Check}
            tone="primary"
            label={t('tickets.header.accept')}
            disabled={busy}
            onClick={run(actions.accept)}
          />
        ) : null}
        {offered.primary === 'resolve' ? (
          <ToolbarButton
            icon={CheckCheck}
            tone="primary"
            label={t('tickets.header.resolve')}
            disabled={busy}
            onClick={run(actions.resolve)}
          />
        ) : null}
        {offered.primary === 'reopen' ? (
          <ToolbarButton
            icon={RotateCcw}
            tone="primary"
            label={t('tickets.header.reopen')}
            disabled={busy}
            onClick={run(actions.reopen)}
          />
        ) : null}
        {menu.length > 0 && later ? (
          <Dropdown
            autoFocus
            open={menuOpen}
            onOpenChange={setMenuOpen}
            trigger={['click']}
            placement="bottomRight"
            menu={{ ...MENU_KEYS, items: menu }}
          >
            {more}
          </Dropdown>
        ) : null}
        {menu.length > 0 && !later ? more : null}
        {panel ? (
          <IconButton
            icon={PanelRight}
            label={t('tickets.header.panel')}
            active={panel.open}
            aria-pressed={panel.open}
            onClick={panel.toggle}
          />
        ) : null}
      </div>
      {dialog === 'transfer' ? (
        <TransferDialog
          ticket={ticket}
          onClose={() => setDialog(null)}
          onTransfer={async transfer => {
            await actions.transfer(ticket, transfer)
            setDialog(null)
          }}
        />
      ) : null}
      {snoozing}
      {macros.dialog}
      {dialog === 'return' ? (
        <ReturnDialog
          ticket={ticket}
          onClose={() => setDialog(null)}
          onReturn={async note => {
            await actions.giveBackWith(ticket, note)
            setDialog(null)
          }}
        />
      ) : null}
    </header>
  )
}
