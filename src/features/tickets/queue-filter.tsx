import { Checkbox, Popover } from 'antd'
import { ListFilter } from 'lucide-react'
import { memo, useState } from 'react'
import { useTexts } from '@/i18n'
import { useQueues } from '@/stores/queues'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { setScope, useTicketScope } from '@/stores/tickets'
import { DotBadge, IconButton, QueueName } from '@/ui'
import styles from './queue-filter.module.css'

/**
 * Which queues the lists show; none chosen shows all. Agents choose among their own, admins among all.
 * @param sorts whether the list on screen can show the most urgent first.
 */
export const QueueFilter = memo(function QueueFilter({ sorts }: { sorts: boolean }) {
  const { t } = useTexts()
  const [open, setOpen] = useState(false)
  const user = useUser()
  const all = useQueues()
  const { queueIds, byPriority } = useTicketScope()
  const sortable = useOffered('ticketPriority') && sorts
  const choices = user?.super || user?.profile === 'admin' ? all : (user?.queues ?? [])
  if (choices.length === 0 && !sortable) return null
  const chosen = choices.filter(queue => queueIds.includes(queue.id))
  const toggle = (id: number, on: boolean): void =>
    setScope({ queueIds: on ? [...queueIds, id] : queueIds.filter(other => other !== id) })
  const first = sortable && byPriority
  const filtered =
    chosen.length > 0
      ? t('tickets.queueFilterActive', { names: chosen.map(queue => queue.name).join(', ') })
      : t('tickets.queueFilter')
  const label = first ? `${filtered}; ${t('tickets.priority.first')}` : filtered

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={
        <>
          {sortable ? (
            <Checkbox
              className={styles.first ?? ''}
              checked={byPriority}
              onChange={event => setScope({ byPriority: event.target.checked })}
            >
              {t('tickets.priority.first')}
            </Checkbox>
          ) : null}
          <fieldset className={styles.choices} hidden={choices.length === 0}>
            <legend className={styles.legend}>{t('tickets.queueFilter')}</legend>
            <Checkbox checked={chosen.length === 0} onChange={() => setScope({ queueIds: [] })}>
              {t('tickets.allQueues')}
            </Checkbox>
            {choices.map(queue => (
              <Checkbox
                key={queue.id}
                checked={queueIds.includes(queue.id)}
                onChange={event => toggle(queue.id, event.target.checked)}
              >
                <QueueName name={queue.name} color={queue.color} />
              </Checkbox>
            ))}
          </fieldset>
        </>
      }
    >
      <IconButton
        icon={ListFilter}
        size="small"
        label={label}
        tip={false}
        title={label}
        aria-expanded={open}
        active={first || chosen.length > 0}
        badge={first || chosen.length > 0 ? <DotBadge /> : undefined}
      />
    </Popover>
  )
})
