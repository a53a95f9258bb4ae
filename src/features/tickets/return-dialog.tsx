import { DIALOG_SUBMIT_MS, type Ticket } from '@contract'
import { Form } from 'antd'
import { KeptFormDialog } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { usePinnedBelief } from '@/stores/tickets'
import { NoteField } from './note-field'
import { nameOf } from './use-ticket-actions'

export interface ReturnDialogProps {
  ticket: Ticket
  onClose: () => void
  /** Rejects with what the server said; the dialog stays open then. */
  onReturn: (note: string) => Promise<void>
}

/** Gives a ticket back to the waiting ones, with a word for whoever takes it next. */
export function ReturnDialog({ ticket, onClose, onReturn }: ReturnDialogProps) {
  const { t } = useTexts()
  const [form] = Form.useForm<{ note?: string }>()
  usePinnedBelief(ticket.id)
  return (
    <KeptFormDialog<{ note?: string }>
      keepAs={`return ${ticket.id}`}
      open
      title={`${t('tickets.header.return')}: ${nameOf(ticket)}`}
      form={form}
      onSubmit={({ note = '' }) => onReturn(note)}
      onClose={onClose}
      submitLabel={t('tickets.header.return')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
      minBusyMs={DIALOG_SUBMIT_MS}
    >
      <NoteField ticket={ticket} form={form} onLeave={onClose} />
    </KeptFormDialog>
  )
}
