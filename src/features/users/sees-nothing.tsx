import { Alert, Form, type FormInstance } from 'antd'
import { useTexts } from '@/i18n'
import { queuesDirectory } from '@/stores/queues'
import styles from './users.module.css'

/**
 * Under the queues of a form: an agent without any sees no ticket that waits, unless those without a queue are shown; most often
 * not what was meant. Where the company has no queue, whoever is new is shown them.
 * @param form with the fields `profile`, `queueIds` and, where it is asked, `allTicket`.
 */
export function SeesNothing({ form }: { form: FormInstance }) {
  const { t } = useTexts()
  const [profile, queueIds, allTicket] = [
    Form.useWatch('profile', form),
    Form.useWatch('queueIds', form),
    Form.useWatch('allTicket', form),
  ] as [unknown, readonly number[] | undefined, boolean | undefined]
  const none = queuesDirectory.use(({ status, items }) => status === 'ready' && items.length === 0)
  if (profile === 'admin' || !queueIds || queueIds.length > 0) return null
  if (none && allTicket === undefined) return null
  return (
    <Alert
      className={styles.warning}
      type="warning"
      showIcon
      title={t(allTicket ? 'users.dialog.onlyWithoutQueue' : 'users.dialog.seesNothing')}
    />
  )
}
