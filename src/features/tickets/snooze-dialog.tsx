import { DIALOG_SUBMIT_MS, owesAnswer, type Ticket } from '@contract'
import { Form } from 'antd'
import { KeptFormDialog, MomentField } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { useLater } from '@/stores/later'
import { usePinnedBelief } from '@/stores/tickets'
import { useTicketActions } from './use-ticket-actions'

export interface SnoozeDialogProps {
  /** The first one's queue, hours and present time are offered. */
  tickets: readonly [Ticket, ...Ticket[]]
  onClose: () => void
  /** @param until ISO. Unless given, it is this ticket that is snoozed. */
  onSnooze?: (until: string) => void
}

/** Puts a ticket, or many, aside until a day and time of one's own choice. */
export function SnoozeDialog({ tickets, onClose, onSnooze }: SnoozeDialogProps) {
  const [ticket] = tickets
  const owing = tickets.filter(owesAnswer).length
  const { t } = useTexts()
  const { snoozeTo } = useTicketActions()
  const { zone, choices } = useLater(ticket.queueId)
  usePinnedBelief(ticket.id)
  const [form] = Form.useForm<{ until: string }>()
  return (
    <KeptFormDialog<{ until: string }>
      keepAs={onSnooze ? 'snooze many' : `snooze ${ticket.id}`}
      open
      title={t('tickets.snooze.word')}
      form={form}
      onSubmit={async ({ until }) => {
        if (onSnooze) onSnooze(until)
        else await snoozeTo(ticket, until)
        onClose()
      }}
      onClose={onClose}
      submitLabel={t('tickets.snooze.word')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
      minBusyMs={DIALOG_SUBMIT_MS}
    >
      {owing > 0 ? <p>{t('tickets.snooze.owing', { count: owing })}</p> : null}
      <MomentField
        name="until"
        label={t('tickets.later.until')}
        zone={zone}
        initial={ticket.snoozedUntil ?? choices()[0]?.at.toISOString()}
      />
    </KeptFormDialog>
  )
}
