import { ALARM_KINDS, type AlarmKind, FLOOR_ALARM, type FloorAlarmForm } from '@contract'
import { Checkbox, Form, Modal } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NumberField, useAttempt } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { floorAlarmsDirectory, removeFloorAlarm, saveFloorAlarm } from '@/stores/floor-alarms'
import { useQueues } from '@/stores/queues'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { EmptyState, IconButton, Select, SkeletonRows, settleTyped, ToolbarButton } from '@/ui'
import styles from './alarms-dialog.module.css'

interface AlarmsDialogProps {
  onClose: () => void
}

/** One in the dialog. */
interface Row extends FloorAlarmForm {
  key: string
  /** null: not kept yet. */
  id: number | null
}

const formOf = ({ kind, queueIds, limit, sound, notice }: FloorAlarmForm): FloorAlarmForm => ({
  ...{ kind, queueIds, limit, sound, notice },
})
const isSame = (a: FloorAlarmForm, b: FloorAlarmForm): boolean =>
  JSON.stringify(formOf(a)) === JSON.stringify(formOf(b))

/** Sets the alarms of the live floor: those of the company, for a supervisor those of own queues. */
export function AlarmsDialog({ onClose }: AlarmsDialogProps) {
  const { t } = useTexts()
  const isOffered = useOffered('liveFloor')
  const { items, status, error } = floorAlarmsDirectory.use()
  useEffect(() => {
    if (isOffered) void floorAlarmsDirectory.ensure()
  }, [isOffered])
  const title = t('wall.floor.alarmsTitle')
  if (isOffered && status === 'ready')
    return (
      <AlarmRows
        alarms={items.map(alarm => ({ ...formOf(alarm), key: String(alarm.id), id: alarm.id }))}
        onClose={onClose}
      />
    )
  return (
    <Modal open centered width={880} title={title} footer={null} onCancel={onClose}>
      {!isOffered ? (
        <EmptyState title={t('wall.floor.alarmsLacking')} />
      ) : status === 'failed' ? (
        <LoadError
          title={t('wall.failed')}
          error={error}
          onRetry={() => void floorAlarmsDirectory.reload()}
        />
      ) : (
        <SkeletonRows count={3} height={40} label={t('common.loading')} />
      )}
    </Modal>
  )
}

function AlarmRows({ alarms, onClose }: { alarms: readonly Row[]; onClose: () => void }) {
  const { t } = useTexts()
  const user = useUser()
  const attempt = useAttempt()
  const seesAll = user?.super === true || user?.profile === 'admin'
  const queues = useQueues()
  const own = seesAll ? queues : queues.filter(queue => user?.queues.some(({ id }) => id === queue.id))
  /** As they were when the dialog opened: what a colleague changes meanwhile is left as that person set it. */
  const [before] = useState(alarms)
  const [rows, setRows] = useState(alarms)
  const [busy, setBusy] = useState(false)
  const added = useRef(0)
  const [form] = Form.useForm()
  const change = (key: string, part: Partial<Row>): void =>
    setRows(list => list.map(row => (row.key === key ? { ...row, ...part } : row)))
  const add = (): void => {
    added.current += 1
    const queueIds = seesAll ? [] : own.map(({ id }) => id)
    setRows(list => [
      ...list,
      {
        ...{ key: `new ${added.current}`, id: null, kind: 'waiting', limit: 5, sound: true, notice: true },
        queueIds,
      },
    ])
  }
  const lacksQueue = (row: Row): boolean => !seesAll && row.queueIds.length === 0
  const save = async (): Promise<void> => {
    for (const { id } of before)
      if (id !== null && !rows.some(row => row.id === id)) await removeFloorAlarm(id)
    for (const row of rows) {
      const was = before.find(({ id }) => id !== null && id === row.id)
      if (!was || !isSame(was, row)) await saveFloorAlarm(row.id, formOf(row))
    }
  }
  const submit = async (): Promise<void> => {
    if (!settleTyped(form)) return
    setBusy(true)
    if (await attempt(save)) onClose()
    else setBusy(false)
  }
  return (
    <Modal
      open
      centered
      width={880}
      title={t('wall.floor.alarmsTitle')}
      okText={t('wall.floor.saveAlarms')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: rows.some(lacksQueue) }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p className={styles.hint}>{t('wall.floor.alarmsText')}</p>
      {rows.length === 0 ? <EmptyState compact title={t('wall.floor.noAlarms')} /> : null}
      <Form form={form} component={false}>
        <ul className={styles.rows}>
          {rows.map(row => (
            <li key={row.key} className={styles.row}>
              <Select<number[]>
                className={styles.field ?? ''}
                mode="multiple"
                allowClear
                maxTagCount="responsive"
                aria-label={t('wall.floor.alarmQueue')}
                placeholder={seesAll ? t('wall.floor.allQueues') : t('wall.floor.chooseQueue')}
                status={lacksQueue(row) ? 'error' : ''}
                value={row.queueIds.filter(id => own.some(queue => queue.id === id))}
                options={own.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={queueIds => change(row.key, { queueIds })}
              />
              <Select<AlarmKind>
                className={styles.field ?? ''}
                aria-label={t('wall.floor.alarmKind')}
                value={row.kind}
                options={ALARM_KINDS.map(kind => ({ value: kind, label: t(`wall.floor.kind.${kind}`) }))}
                onChange={kind => change(row.key, { kind })}
              />
              <NumberField
                className={styles.limit ?? ''}
                aria-label={t('wall.floor.alarmLimit')}
                needed
                min={0}
                max={FLOOR_ALARM.maxLimit}
                disabled={row.kind === 'nobody'}
                value={row.limit}
                onChange={limit => {
                  if (limit !== null) change(row.key, { limit })
                }}
              />
              <Checkbox
                checked={row.sound}
                onChange={({ target }) => change(row.key, { sound: target.checked })}
              >
                {t('wall.floor.alarmSound')}
              </Checkbox>
              <Checkbox
                checked={row.notice}
                onChange={({ target }) => change(row.key, { notice: target.checked })}
              >
                {t('wall.floor.alarmNotice')}
              </Checkbox>
              <IconButton
                icon={Trash2}
                size="small"
                label={t('wall.floor.removeAlarm')}
                onClick={() => setRows(list => list.filter(({ key }) => key !== row.key))}
              />
            </li>
          ))}
        </ul>
      </Form>
      <ToolbarButton
        icon={Plus}
        label={t('wall.floor.addAlarm')}
        disabled={rows.length >= FLOOR_ALARM.most}
        onClick={add}
      />
    </Modal>
  )
}
