import { DIALOG_SUBMIT_MS, REMINDER_NOTE_MAX_CHARS, type Reminder } from '@contract'
import { Button, Form, Input } from 'antd'
import { KeptFormDialog, MomentField } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { soonText } from '@/stores/company-clock'
import { useLater } from '@/stores/later'
import { moveReminder, remind } from '@/stores/reminders'
import { toasts } from '@/stores/toasts'
import { counted } from '@/ui'
import styles from './todo.module.css'

interface Fields {
  dueAt: string
  note: string
}

export interface ReminderDialogProps {
  /** What it is about: a message, or a reminder that is moved. */
  about: { ticketId: number; messageId: string | null } | Reminder
  onClose: () => void
}

/** When somebody wants to be reminded, and of what in their own words. */
export function ReminderDialog({ about, onClose }: ReminderDialogProps) {
  const { t, format } = useTexts()
  const [form] = Form.useForm<Fields>()
  const { zone, choices } = useLater(null)
  const moved = 'dueAt' in about ? about : null
  const offered = choices()
  const save = async ({ dueAt, note = '' }: Fields): Promise<void> => {
    if (moved) await moveReminder(moved.id, dueAt)
    else await remind({ ticketId: about.ticketId, messageId: about.messageId, note: note.trim(), dueAt })
    toasts.success(t('todo.reminders.saved', { time: soonText(dueAt, zone) }))
    onClose()
  }
  return (
    <KeptFormDialog<Fields>
      keepAs={`reminder ${moved?.id ?? about.messageId ?? about.ticketId}`}
      open
      title={t(moved ? 'todo.reminders.move' : 'todo.reminders.add')}
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel={t('todo.reminders.submit')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
      minBusyMs={DIALOG_SUBMIT_MS}
    >
      <div className={styles.later}>
        {offered.map(({ choice, at }) => (
          <Button key={choice} size="small" onClick={() => form.setFieldValue('dueAt', at.toISOString())}>
            {t(`tickets.later.${choice}`)}
          </Button>
        ))}
      </div>
      <MomentField
        name="dueAt"
        label={t('todo.reminders.when')}
        zone={zone}
        initial={offered[0]?.at.toISOString()}
      />
      {moved ? null : (
        <Form.Item
          name="note"
          label={t('todo.reminders.note')}
          rules={[
            {
              max: REMINDER_NOTE_MAX_CHARS,
              message: t('common.tooLong', { max: format.number(REMINDER_NOTE_MAX_CHARS) }),
            },
          ]}
        >
          <Input.TextArea
            autoSize={{ minRows: 2, maxRows: 6 }}
            count={counted(REMINDER_NOTE_MAX_CHARS)}
            dir="auto"
          />
        </Form.Item>
      )}
    </KeptFormDialog>
  )
}
