import { DIALOG_SUBMIT_MS, type Ticket } from '@contract'
import { Form } from 'antd'
import { KeptFormDialog, WallPicker } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { instantOf, wallOf } from '@/stores/company-clock'
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
      <Form.Item
        name="until"
        label={t('tickets.later.until')}
        required
        initialValue={ticket.snoozedUntil ?? choices()[0]?.at.toISOString()}
        getValueProps={(at?: string) => ({ value: wallOf(at, zone) })}
        normalize={wall => instantOf(wall, zone)}
        rules={[
          {
            validator: (_, at?: string | null) =>
              at && Date.parse(at) > Date.now()
                ? Promise.resolve()
                : Promise.reject(new Error(t('tickets.later.past'))),
          },
        ]}
      >
        <WallPicker
          zone={zone}
          showTime={{ format: 'HH:mm' }}
          format="DD/MM/YYYY HH:mm"
          style={{ width: '100%' }}
        />
      </Form.Item>
    </KeptFormDialog>
  )
}
