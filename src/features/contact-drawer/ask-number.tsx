import { addressIn, type Contact, numberOffers, type Ticket } from '@contract'
import { Button } from 'antd'
import { MessageSquareReply } from 'lucide-react'
import { useState } from 'react'
import { call } from '@/api'
import { errorText, useTexts } from '@/i18n'
import { useUser } from '@/stores/session'
import { actOn } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { whatsappsDirectory } from '@/stores/whatsapps'
import styles from './contact-panel.module.css'

/** Asks a customer who shows no phone for it: offered to whoever answers the ticket, where its number can ask. */
export function AskNumber({
  ticket,
  contact,
}: {
  ticket: Ticket
  contact: Pick<Contact, 'number' | 'isGroup'>
}) {
  const { t } = useTexts()
  const me = useUser()
  const connection = whatsappsDirectory.use(state => state.items.find(({ id }) => id === ticket.whatsappId))
  const [asking, setAsking] = useState(false)
  const isMine = ticket.status === 'open' && ticket.userId === me?.id
  if (contact.isGroup || !addressIn(contact.number) || !isMine) return null
  if (!numberOffers(connection, 'contactRequest')) return null
  const ask = async (): Promise<void> => {
    setAsking(true)
    try {
      await actOn(ticket.id, 'send', expected =>
        call('messages.askNumber', { params: { ticketId: ticket.id }, body: expected ? { expected } : {} }),
      )
      toasts.success(t('contactDrawer.numberAsked'))
    } catch (error) {
      toasts.error(errorText(t, error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <div className={styles.ask}>
      <p className={styles.hint}>{t('contactDrawer.numberHidden')}</p>
      <Button
        size="small"
        icon={<MessageSquareReply size={14} />}
        loading={asking}
        onClick={() => void ask()}
      >
        {t('contactDrawer.askNumber')}
      </Button>
    </div>
  )
}
