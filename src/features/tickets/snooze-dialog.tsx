import { DIALOG_SUBMIT_MS, type Ticket } from '@contract'
import { Form } from 'antd'
import { KeptFormDialog, MomentField } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { useLater } from '@/stores/later'
import { useTicketActions } from './use-ticket-actions'

/** Puts a ticket aside until a day and time of one's own choice. */
export function SnoozeDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTexts()
  const { snoozeTo } = useTicketActions()
  const { zone, choices } = useLater(ticket.queueId)
  const [form] = Form.useForm<{ until: string }>()
  return (
    <KeptFormDialog<{ until: string }>
      keepAs={`snooze ${ticket.id}`}
      open
      title={t('tickets.snooze.word')}
      form={form}
      onSubmit={async ({ until }) => {
        await snoozeTo(ticket, until)
        onClose()
      }}
      onClose={onClose}
      submitLabel={t('tickets.snooze.word')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
      minBusyMs={DIALOG_SUBMIT_MS}
    >
      <MomentField
        name="until"
        label={t('tickets.later.until')}
        zone={zone}
        initial={ticket.snoozedUntil ?? choices()[0]?.at.toISOString()}
      />
    </KeptFormDialog>
  )
}
