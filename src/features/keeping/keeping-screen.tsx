import type { WorkspaceMissing, WorkspaceRepair } from '@contract'
import { Button, Spin } from 'antd'
import { CircleCheck, FolderOpen, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { errorText, useTexts } from '@/i18n'
import { goOn, restoreCopy, showCopies, useKeeping } from '@/stores/keeping'
import { toasts } from '@/stores/toasts'
import { cx, looks, Select, useConfirm } from '@/ui'
import styles from './keeping-screen.module.css'

/** Days are written as dates of this computer, at noon: no zone moves them. */
const dayAt = (day: string): string => `${day}T12:00:00`

function Happened({ repair }: { repair: WorkspaceRepair }) {
  const { t, format } = useTexts()
  const { fault, copy } = repair
  const day = copy === null ? '' : format.date(dayAt(copy))
  const restored = fault === 'damaged' || fault === 'empty' || fault === 'missing'
  const key = restored ? (`${fault}${copy === null ? 'Fresh' : 'Copy'}` as const) : fault
  return <p>{t(`keeping.${key}`, { day })}</p>
}

function Missing({ missing }: { missing: WorkspaceMissing }) {
  const { t, format } = useTexts()
  const { since, until } = missing
  const counted = (['messages', 'tickets', 'contacts'] as const).filter(kind => missing[kind] > 0)
  return (
    <>
      <p>
        {since === null
          ? t('keeping.before', { until: format.exact(until) })
          : t('keeping.between', { since: format.exact(since), until: format.exact(until) })}
      </p>
      <ul>
        {counted.map(kind => (
          <li key={kind}>
            {t(`keeping.${kind}`, { count: missing[kind], formatted: format.number(missing[kind]) })}
          </li>
        ))}
        <li>{t('keeping.changes')}</li>
      </ul>
    </>
  )
}

function Lost({ repair }: { repair: WorkspaceRepair }) {
  const { t, format } = useTexts()
  const { fault, copy, kept, lost, missing } = repair
  const words = (): string | null => {
    if (fault === 'copyUnusable') return t('keeping.nothing')
    if (fault === 'behind') return null
    if (lost !== null) return t('keeping.rows', { kept: format.number(kept), lost: format.number(lost) })
    return copy === null ? t('keeping.everything') : t('keeping.sinceCopy', { day: format.date(dayAt(copy)) })
  }
  const lossText = words()
  return (
    <>
      {lossText === null ? null : <p>{lossText}</p>}
      {missing ? <Missing missing={missing} /> : null}
    </>
  )
}

/** A copy of a day in place of what is in use; asked for twice. */
function Restore({ days }: { days: readonly string[] }) {
  const { t, format } = useTexts()
  const confirm = useConfirm()
  const label = useId()
  const [day, setDay] = useState(days[0] ?? '')
  if (days.length === 0) return <p className={styles.hint}>{t('keeping.noCopies')}</p>
  const restore = async (): Promise<void> => {
    const sure = await confirm({
      title: t('keeping.confirmTitle', { day: format.date(dayAt(day)) }),
      text: t('keeping.confirmText'),
      okLabel: t('keeping.restore'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (!sure) return
    const answer = await restoreCopy(day)
    if (!answer.ok) toasts.error(errorText(t, answer))
  }
  return (
    <div className={styles.way}>
      <div className={looks.wrapLine8}>
        <span id={label}>{t('keeping.day')}</span>
        <Select
          className={styles.day}
          aria-labelledby={label}
          value={day}
          onChange={setDay}
          options={days.map(one => ({ value: one, label: format.date(dayAt(one)) }))}
        />
        <Button danger onClick={() => void restore()}>
          {t('keeping.restore')}
        </Button>
      </div>
      <p className={styles.hint}>{t('keeping.restoreHint')}</p>
    </div>
  )
}

function Report({ repair }: { repair: WorkspaceRepair }) {
  const { t, format } = useTexts()
  const proceed = useRef<HTMLButtonElement>(null)
  const { fault, copy, movedTo, copies, at } = repair
  const done = fault === 'restored'
  const Icon = done ? CircleCheck : TriangleAlert
  useEffect(() => proceed.current?.focus(), [])
  return (
    <main className={styles.main} aria-labelledby="keeping-title">
      <header className={styles.head}>
        <span className={cx(styles.figure, done && styles.good)} aria-hidden="true">
          <Icon size={24} strokeWidth={1.75} />
        </span>
        <div>
          <h1 id="keeping-title" className={looks.title}>
            {t(`keeping.title.${fault}`, { day: copy === null ? '' : format.date(dayAt(copy)) })}
          </h1>
          <time className={styles.hint} dateTime={at}>
            {format.exact(at)}
          </time>
        </div>
      </header>
      <section>
        <h2>{t('keeping.happened')}</h2>
        <Happened repair={repair} />
      </section>
      <section>
        <h2>{t('keeping.lost')}</h2>
        <Lost repair={repair} />
      </section>
      <section>
        <h2>{t('keeping.places')}</h2>
        <dl className={styles.places}>
          {movedTo ? (
            <>
              <dt>{t('keeping.movedTo')}</dt>
              <dd>{movedTo}</dd>
            </>
          ) : null}
          <dt>{t('keeping.copies')}</dt>
          <dd>{copies}</dd>
        </dl>
        <Button size="small" icon={<FolderOpen size={14} />} onClick={() => void showCopies()}>
          {t('keeping.openFolder')}
        </Button>
      </section>
      <section>
        <h2>{t('keeping.choice')}</h2>
        <div className={styles.way}>
          <div>
            <Button ref={proceed} type="primary" onClick={() => void goOn()}>
              {t('keeping.goOn')}
            </Button>
          </div>
          <p className={styles.hint}>{t('keeping.goOnHint')}</p>
        </div>
        <Restore days={repair.days} />
      </section>
    </main>
  )
}

/** What happened to this computer's workspace, what is lost, where everything lies, and how to go on. */
export function KeepingScreen() {
  const { t } = useTexts()
  const { repair, restoring } = useKeeping()
  return (
    <div className={styles.page}>
      {restoring ? (
        <div className={styles.wait} role="status">
          <Spin />
          <p>{t('keeping.restoring')}</p>
        </div>
      ) : repair ? (
        <Report key={repair.at} repair={repair} />
      ) : null}
    </div>
  )
}
