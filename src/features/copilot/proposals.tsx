import type { Ticket, TicketProposal } from '@contract'
import { Button } from 'antd'
import { Check, Sparkles, X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { errorText, useTexts } from '@/i18n'
import { type Command, useCommands } from '@/stores/commands'
import { useCopilotOffers } from '@/stores/copilot'
import { runKeyAction, useKeyActions } from '@/stores/key-actions'
import { useKeys } from '@/stores/key-bindings'
import { decide, lookAtProposals, useProposals } from '@/stores/proposals'
import { toasts } from '@/stores/toasts'
import { IconButton, QueueName, TagChip } from '@/ui'
import styles from './copilot.module.css'

const NONE: readonly TicketProposal[] = []

/** Tags and a queue that are proposed for a ticket; nothing where there are none. A key confirms them all. */
export function Proposals({ ticket }: { ticket: Ticket }) {
  const { t } = useTexts()
  const offered = useCopilotOffers('classify', ticket)
  const keys = useKeys('confirmProposals')
  const all = useProposals(state => state.open.get(ticket.id) ?? NONE)
  useEffect(() => (offered ? lookAtProposals(ticket.id) : undefined), [offered, ticket.id])
  // What people have done themselves meanwhile needs no proposal.
  const open = all.filter(({ kind, targetId }) =>
    kind === 'tag' ? !ticket.tags.some(tag => tag.id === targetId) : ticket.queueId !== targetId,
  )
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
  useKeyActions('proposals', { confirmProposals: shown ? () => void run(open, 'confirmed') : null })
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
      <Sparkles size={14} strokeWidth={1.75} aria-hidden="true" />
      {open.map(one => (
        <span key={one.id} className={styles.proposal}>
          {one.kind === 'tag' ? (
            <TagChip name={one.name} color={one.color} />
          ) : (
            <QueueName name={one.name} color={one.color} />
          )}
          <IconButton
            icon={Check}
            size="small"
            label={t('copilot.proposals.confirm', { name: one.name })}
            onClick={() => void run([one], 'confirmed')}
          />
          <IconButton
            icon={X}
            size="small"
            label={t('copilot.proposals.drop', { name: one.name })}
            onClick={() => void run([one], 'dropped')}
          />
        </span>
      ))}
      <Button size="small" title={keys} onClick={() => void run(open, 'confirmed')}>
        {t('copilot.proposals.all')}
      </Button>
    </div>
  )
}
