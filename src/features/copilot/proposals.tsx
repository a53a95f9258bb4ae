import type { Ticket, TicketProposal } from '@contract'
import { Button } from 'antd'
import { Check, Sparkles, Undo2, X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { errorText, type TFunction, useTexts } from '@/i18n'
import { type Command, useCommands } from '@/stores/commands'
import { useCopilotOffers } from '@/stores/copilot'
import { runKeyAction, useKeyActions } from '@/stores/key-actions'
import { useKeys } from '@/stores/key-bindings'
import { decide, lookAtProposals, useProposals } from '@/stores/proposals'
import { toasts } from '@/stores/toasts'
import { IconButton, PriorityMark, QueueName, TagChip } from '@/ui'
import styles from './copilot.module.css'
import { useSent } from './parts'

const NONE: readonly TicketProposal[] = []

/** Whether a ticket is as it was proposed. */
const isSo = (ticket: Ticket, { kind, targetId, priority }: TicketProposal): boolean =>
  ({
    tag: ticket.tags.some(tag => tag.id === targetId),
    queue: ticket.queueId === targetId,
    priority: ticket.priority === priority,
  })[kind]

const nameOf = (t: TFunction, { name, priority }: TicketProposal): string =>
  priority ? t('tickets.priority.set', { name: t(`tickets.priority.${priority}`) }) : name

function What({ one }: { one: TicketProposal }) {
  const { t } = useTexts()
  if (one.kind === 'tag') return <TagChip name={one.name} color={one.color} size="normal" />
  if (one.kind === 'queue') return <QueueName name={one.name} color={one.color} />
  if (!one.priority || one.priority === 'normal') return nameOf(t, one)
  const word = t(`tickets.priority.${one.priority}`)
  return (
    <span className={styles.rank}>
      <PriorityMark priority={one.priority} label={t('tickets.priority.said', { name: word })} />
      <span aria-hidden="true">{word}</span>
    </span>
  )
}

/** One that is proposed, or that the copilot has done alone, with what can be said of it. */
function Chip({
  one,
  run,
}: {
  one: TicketProposal
  run: (some: readonly TicketProposal[], decision: 'confirmed' | 'dropped') => Promise<void>
}) {
  const { t } = useTexts()
  const name = nameOf(t, one)
  return (
    <span className={styles.proposal}>
      <What one={one} />
      <span className={styles.decisions}>
        <IconButton
          icon={Check}
          size="small"
          label={t(one.doneAlone ? 'copilot.proposals.isRight' : 'copilot.proposals.confirm', { name })}
          onClick={() => void run([one], 'confirmed')}
        />
        <IconButton
          icon={one.doneAlone ? Undo2 : X}
          size="small"
          label={t(one.doneAlone ? 'copilot.proposals.undo' : 'copilot.proposals.drop', { name })}
          onClick={() => void run([one], 'dropped')}
        />
      </span>
    </span>
  )
}

/**
 * Tags, a queue and a priority that are proposed for a ticket, and what the copilot has done alone; nothing where there are
 * none. A key confirms them all.
 */
export function Proposals({ ticket }: { ticket: Ticket }) {
  const { t } = useTexts()
  const offered = useCopilotOffers('classify', ticket)
  const keys = useKeys('confirmProposals')
  const all = useProposals(state => state.open.get(ticket.id) ?? NONE)
  useEffect(() => (offered ? lookAtProposals(ticket.id) : undefined), [offered, ticket.id])
  // What people have done themselves meanwhile needs no proposal, and what they changed since no undoing.
  const open = all.filter(one => isSo(ticket, one) === one.doneAlone)
  const sent = useSent(open.find(one => one.sent !== '')?.sent, 'icon')
  const run = async (some: readonly TicketProposal[], decision: 'confirmed' | 'dropped'): Promise<void> => {
    try {
      // The queue comes last: with it the ticket may go.
      for (const one of some.toSorted((a, b) => Number(a.kind === 'queue') - Number(b.kind === 'queue')))
        await decide(one, decision)
    } catch (error) {
      toasts.error(errorText(t, error))
    }
  }
  const shown = offered && open.length > 0
  const proposed = open.filter(({ doneAlone }) => !doneAlone)
  const done = open.filter(({ doneAlone }) => doneAlone)
  // What has been done can be undone until somebody has nothing else to confirm.
  const asked = proposed.length > 0 ? proposed : done
  useKeyActions('proposals', { confirmProposals: shown ? () => void run(asked, 'confirmed') : null })
  useCommands(
    'proposals',
    useMemo<Command[]>(
      () =>
        shown
          ? [
              {
                id: 'ticket.confirmProposals',
                title: t('shell.keys.confirmProposals'),
                group: 'actions',
                icon: Sparkles,
                keyAction: 'confirmProposals',
                run: () => void runKeyAction('confirmProposals'),
              },
            ]
          : [],
      [shown, t],
    ),
  )
  if (!shown) return null
  return (
    <div
      className={styles.proposals}
      role="group"
      aria-label={t('copilot.proposals.title')}
      data-testid="proposals"
    >
      {done.length > 0 ? (
        <div className={styles.offered}>
          <Sparkles size={14} strokeWidth={1.75} aria-hidden="true" />
          <span>{t('copilot.proposals.did')}</span>
          {done.map(one => (
            <Chip key={one.id} one={one} run={run} />
          ))}
        </div>
      ) : null}
      <div className={styles.offered}>
        {proposed.length > 0 ? (
          <>
            <Sparkles size={14} strokeWidth={1.75} aria-hidden="true" />
            <span>{t('copilot.proposals.proposes')}</span>
            {proposed.map(one => (
              <Chip key={one.id} one={one} run={run} />
            ))}
          </>
        ) : null}
        <span className={styles.whole}>
          {proposed.length > 1 ? (
            <Button size="small" title={keys} onClick={() => void run(proposed, 'confirmed')}>
              {t('copilot.proposals.all')}
            </Button>
          ) : null}
          {sent.button}
        </span>
      </div>
      {sent.text}
    </div>
  )
}
