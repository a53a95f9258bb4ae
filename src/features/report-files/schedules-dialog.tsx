import type { ReportSchedule, ResponseOut } from '@contract'
import { Alert, Button, Modal } from 'antd'
import { CalendarClock, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { useRemove } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { errorText, useTexts } from '@/i18n'
import { usePreferences } from '@/stores/preferences'
import { reportSchedulesDirectory } from '@/stores/report-schedules'
import { contentToasts } from '@/stores/toasts'
import { EmptyState, IconButton, Pill, SkeletonRows } from '@/ui'
import styles from './report-files.module.css'
import { ScheduleDialog } from './schedule-dialog'
import { rhythmText, whyText } from './words'

const formOf = ({
  id: _id,
  ownerId: _owner,
  ownerName: _name,
  nextAt: _next,
  last: _last,
  ...form
}: ReportSchedule) => form

/** Reports sent by mail: what leaves when and to whom, what became of the last, and everything one does with them. */
export function SchedulesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const { items, status, error } = reportSchedulesDirectory.use()
  const [editing, setEditing] = useState<ReportSchedule | 'new' | null>(null)
  const [mail, setMail] = useState<ResponseOut<'mail.state'> | null>(null)
  useEffect(() => {
    void reportSchedulesDirectory.reload()
    const leaving = new AbortController()
    // Unknown is not "none": nothing is said then.
    call('mail.state', { signal: leaving.signal }).then(setMail, () => undefined)
    return () => leaving.abort()
  }, [])
  return (
    <>
      <Modal
        // One dialog at a time: it waits while one of its rows is changed.
        open={editing === null}
        centered
        width={640}
        title={t('reportFiles.byMail.title')}
        onCancel={onClose}
        footer={
          <>
            <Button onClick={onClose}>{t('common.close')}</Button>
            <Button type="primary" onClick={() => setEditing('new')}>
              {t('reportFiles.byMail.add')}
            </Button>
          </>
        }
      >
        {mail?.delivery === 'none' ? (
          <Alert
            className={styles.alert ?? ''}
            type="warning"
            showIcon
            title={t('reportFiles.byMail.noMail')}
          />
        ) : null}
        {mail?.delivery === 'folder' ? (
          <Alert className={styles.alert ?? ''} type="info" showIcon title={t('reportFiles.byMail.demo')} />
        ) : null}
        {status === 'failed' ? (
          <LoadError
            title={t('reportFiles.byMail.failedToLoad')}
            error={error}
            onRetry={() => void reportSchedulesDirectory.reload()}
          />
        ) : null}
        {status === 'loading' ? (
          <SkeletonRows count={3} height={56} label={t('reportFiles.byMail.loading')} />
        ) : null}
        {status === 'ready' && items.length === 0 ? (
          <EmptyState
            icon={CalendarClock}
            title={t('reportFiles.byMail.empty')}
            text={t('reportFiles.byMail.emptyText')}
          />
        ) : null}
        <ul className={styles.list}>
          {items.map(schedule => (
            <Row key={schedule.id} schedule={schedule} onEdit={() => setEditing(schedule)} />
          ))}
        </ul>
      </Modal>
      {editing === null ? null : (
        <ScheduleDialog schedule={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  )
}

type Last = NonNullable<ReportSchedule['last']>
const isSent = ({ state }: Last['mails'][number]): boolean => state === 'sent'

/** Whom the last run has not reached, where it reached others: each with the mail server's words. */
function Missed({ last }: { last: ReportSchedule['last'] }) {
  const { t } = useTexts()
  if (!last?.mails.some(isSent)) return null
  const missed = last.mails.filter(mail => !isSent(mail))
  if (missed.length === 0) return null
  return (
    <ul className={styles.missed}>
      {missed.map(({ address, state, attempts, why }) => (
        <li key={address}>
          <bdi>{address}</bdi>
          {`: ${t(`reportFiles.byMail.missed.${state === 'waits' ? 'waits' : 'failed'}`, { count: attempts })}`}
          {why ? ` · ${whyText(t, why)}` : ''}
        </li>
      ))}
    </ul>
  )
}

function Row({ schedule, onEdit }: { schedule: ReportSchedule; onEdit: () => void }) {
  const { t, format } = useTexts()
  const language = usePreferences(state => state.language)
  const remove = useRemove()
  const [busy, setBusy] = useState(false)
  const { id, name, active, last, ownerName } = schedule
  const doing = async (work: () => Promise<ReportSchedule>, done: string): Promise<void> => {
    setBusy(true)
    try {
      reportSchedulesDirectory.keep(await work())
      contentToasts.success(done)
    } catch (failure) {
      contentToasts.error(errorText(t, failure))
      void reportSchedulesDirectory.reload()
    } finally {
      setBusy(false)
    }
  }
  const toggle = (): Promise<void> =>
    doing(
      () =>
        call('reportSchedules.update', { params: { id }, body: { ...formOf(schedule), active: !active } }),
      t(active ? 'reportFiles.byMail.paused' : 'reportFiles.byMail.resumed', { name }),
    )
  const sendNow = (): Promise<void> =>
    doing(() => call('reportSchedules.send', { params: { id } }), t('reportFiles.byMail.sentNow', { name }))
  const drop = (): Promise<unknown> =>
    remove({
      title: t('reportFiles.byMail.removeTitle', { name }),
      text: t('reportFiles.byMail.removeText'),
      okLabel: t('common.delete'),
      doneText: t('reportFiles.byMail.removed'),
      remove: () => call('reportSchedules.remove', { params: { id } }),
      onDone: () => reportSchedulesDirectory.drop(id),
    })
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
          {active ? null : <Pill tone="neutral">{t('reportFiles.byMail.isPaused')}</Pill>}
          {last && last.outcome !== 'sent' ? (
            <Pill tone="warning">{t(`reportFiles.byMail.outcomes.${last.outcome}`)}</Pill>
          ) : null}
        </p>
        <p className={styles.quiet}>
          {rhythmText(t, language, schedule)}
          {' · '}
          {t('reportFiles.byMail.recipients', { count: schedule.userIds.length + schedule.addresses.length })}
          {ownerName ? ` · ${t('reportFiles.byMail.owner', { name: ownerName })}` : ''}
        </p>
        {active ? (
          <p className={styles.quiet}>
            {t('reportFiles.byMail.next', { at: format.exact(schedule.nextAt) })}
          </p>
        ) : null}
        {last ? (
          <p className={styles.quiet}>
            {t(`reportFiles.byMail.lasts.${last.outcome}`, { at: format.exact(last.at) })}
            {last.why && !last.mails.some(isSent) ? `: ${whyText(t, last.why)}` : ''}
            {last.mails.some(isSent)
              ? ` · ${t('reportFiles.byMail.received', { sent: last.mails.filter(isSent).length, count: last.mails.length })}`
              : ''}
          </p>
        ) : null}
        <Missed last={last} />
      </div>
      <div className={styles.tools}>
        <IconButton
          icon={Send}
          size="small"
          disabled={busy}
          label={t('reportFiles.byMail.sendNow', { name })}
          onClick={() => void sendNow()}
        />
        <IconButton
          icon={active ? Pause : Play}
          size="small"
          disabled={busy}
          label={t(active ? 'reportFiles.byMail.pause' : 'reportFiles.byMail.resume', { name })}
          onClick={() => void toggle()}
        />
        <IconButton
          icon={Pencil}
          size="small"
          label={t('reportFiles.byMail.change', { name })}
          onClick={onEdit}
        />
        <IconButton
          icon={Trash2}
          size="small"
          tone="danger"
          disabled={busy}
          label={t('reportFiles.byMail.remove', { name })}
          onClick={() => void drop()}
        />
      </div>
    </li>
  )
}
