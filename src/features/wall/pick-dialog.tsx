import { type Findable, rankPeople } from '@contract'
import { Modal } from 'antd'
import { useMemo, useState } from 'react'
import { useTexts } from '@/i18n'
import { type StoredTicket, useTicketsStore } from '@/stores/tickets'
import { EmptyState, QueueName, SearchField } from '@/ui'
import { byRisk, MOST_TILES } from './choice'
import styles from './pick-dialog.module.css'
import { nameOf } from './ticket-line'

/** Rows drawn at once; whoever looks for another one types its name. */
const MOST_ROWS = 100

const findable = (ticket: StoredTicket): Findable => ({
  name: nameOf(ticket),
  number: ticket.contact?.number,
  others: [ticket.user?.name, ticket.queue?.name, `#${ticket.id}`].join(' '),
})

interface PickDialogProps {
  pinned: readonly number[]
  onSave: (pinned: readonly number[]) => void
  onClose: () => void
}

/** Chooses the threads of the wall by hand, at most nine, among those that are open or wait. */
export function PickDialog({ pinned, onSave, onClose }: PickDialogProps) {
  const { t } = useTexts()
  const byId = useTicketsStore(state => state.byId)
  const [chosen, setChosen] = useState<readonly number[]>(pinned)
  const [term, setTerm] = useState('')
  const rows = useMemo(() => {
    const ids = [...new Set([...pinned, ...byRisk(byId.values())])]
    const tickets = ids.flatMap(id => byId.get(id) ?? [])
    return rankPeople(tickets, term, findable)
      .slice(0, MOST_ROWS)
      .map(({ row }) => row)
  }, [byId, pinned, term])
  const full = chosen.length >= MOST_TILES

  const toggle = (id: number): void =>
    setChosen(before => (before.includes(id) ? before.filter(one => one !== id) : [...before, id]))

  return (
    <Modal
      open
      centered
      width={520}
      title={t('wall.pickTitle')}
      okText={t('wall.pickSave')}
      cancelText={t('common.cancel')}
      onOk={() => onSave(chosen)}
      onCancel={onClose}
    >
      <SearchField
        value={term}
        onChange={setTerm}
        label={t('wall.pickSearch')}
        clearLabel={t('common.clear')}
      />
      <p className={styles.count} role="status">
        {t('wall.picked', { count: chosen.length, most: MOST_TILES })}
      </p>
      {rows.length === 0 ? <EmptyState compact title={t('wall.pickNone')} /> : null}
      <ul className={styles.rows}>
        {rows.map(ticket => {
          const on = chosen.includes(ticket.id)
          return (
            <li key={ticket.id}>
              <label className={styles.row}>
                <input
                  type="checkbox"
                  checked={on}
                  disabled={!on && full}
                  onChange={() => toggle(ticket.id)}
                />
                <span className={styles.name}>{nameOf(ticket)}</span>
                <span className={styles.about}>{ticket.user?.name ?? t('wall.nobody')}</span>
                <QueueName
                  name={ticket.queue?.name || t('wall.noQueue')}
                  color={ticket.queue?.color ?? null}
                />
              </label>
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
