import type { TimelineEntry, TimelineKind } from '@contract'
import { Button } from 'antd'
import {
  AlarmClock,
  AlarmClockOff,
  ArrowLeftRight,
  CheckCheck,
  ChevronsUp,
  CircleDot,
  Headset,
  type LucideIcon,
  RotateCcw,
  Sparkles,
  Tag,
  TimerOff,
  Undo2,
  UserPlus,
  Workflow,
} from 'lucide-react'
import { useEffect } from 'react'
import { LoadError } from '@/features/load-error'
import { type TFunction, useTexts } from '@/i18n'
import { lookAtPanelList, useContactPanel } from '@/stores/contact-panel'
import { timelineList } from '@/stores/contact-panel-lists'
import { cx, looks, SkeletonRows } from '@/ui'
import panel from './contact-panel.module.css'
import styles from './timeline.module.css'

const ICONS: Record<TimelineKind, LucideIcon> = {
  opened: CircleDot,
  accepted: Headset,
  assigned: UserPlus,
  returned: Undo2,
  transferred: ArrowLeftRight,
  closed: CheckCheck,
  reopened: RotateCcw,
  snoozed: AlarmClock,
  woken: AlarmClockOff,
  priority: ChevronsUp,
  tagged: Tag,
  untagged: Tag,
  held: Sparkles,
  leftToPeople: Headset,
  rule: Workflow,
  late: TimerOff,
}

const PRIORITIES = { low: 'low', normal: 'normal', high: 'high', urgent: 'urgent' } as const
const HOLDERS = { metaAgent: 'metaAgent', partner: 'partner' } as const
const within = <W extends string>(words: Record<W, W>, word: string): W | null =>
  Object.hasOwn(words, word) ? words[word as W] : null

/** Who did it, in words; "" where nobody knows. */
function actorText(t: TFunction, { actor, name }: TimelineEntry): string {
  if (actor === 'unknown') return ''
  if (actor === 'person') return name || t('contactDrawer.timeline.actors.gone')
  return t(`contactDrawer.timeline.actors.${actor}`, { name })
}

type Change = TimelineEntry['changes'][number]

/** What was or is in a field, in words. */
function valueText(t: TFunction, { field }: Change, value: string | null): string {
  if (field === 'holder') {
    const holder = value === null ? null : within(HOLDERS, value)
    return t(holder === null ? 'tickets.held.us' : `contactDrawer.timeline.holders.${holder}`)
  }
  if (value === null) return t(`contactDrawer.timeline.none.${field}`)
  if (field === 'priority') {
    const priority = within(PRIORITIES, value)
    return priority === null ? value : t(`tickets.priority.${priority}`)
  }
  return value || t('contactDrawer.timeline.deleted')
}

function changeText(t: TFunction, change: Change): string {
  const { field, from, to } = change
  const word = t(`contactDrawer.timeline.fields.${field}`)
  return from === null && field !== 'holder'
    ? t('contactDrawer.timeline.now', { word, to: valueText(t, change, to) })
    : t('contactDrawer.timeline.fromTo', {
        word,
        from: valueText(t, change, from),
        to: valueText(t, change, to),
      })
}

/** What else there is to say of an entry, a line each. */
function linesOf(t: TFunction, exact: (at: string) => string, entry: TimelineEntry): string[] {
  const { kind, changes, tags, until, wokenBy, done, steps, deadline, minutes, name } = entry
  const lines = changes.map(change => changeText(t, change))
  if (tags.length > 0) lines.push(tags.join(', '))
  if (kind === 'snoozed')
    lines.push(
      until === null
        ? t('contactDrawer.timeline.untilCustomer')
        : t('contactDrawer.timeline.until', { time: exact(until) }),
    )
  if (kind === 'woken' && wokenBy === 'customer') lines.push(t('tickets.snooze.customerWrote'))
  if (kind === 'rule') lines.push(t('contactDrawer.timeline.steps', { done, count: steps }))
  if (kind === 'late' && deadline)
    lines.push(
      t('contactDrawer.timeline.late', {
        level: name,
        promise: t(`contactDrawer.timeline.promises.${deadline}`),
      }),
      t('contactDrawer.timeline.minutes', { count: minutes }),
    )
  return lines
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { t, format } = useTexts()
  const Icon = ICONS[entry.kind]
  const who = entry.kind === 'late' ? '' : actorText(t, entry)
  const exact = (at: string): string => `${format.date(at)} ${format.clock(at)}`
  return (
    <li className={styles.entry}>
      <span className={cx(styles.icon, entry.kind === 'late' && styles.bad)}>
        <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      </span>
      <div className={looks.fill}>
        <p className={styles.head}>
          <span className={styles.act}>{t(`contactDrawer.timeline.kinds.${entry.kind}`)}</span>
          <time className={panel.meta} dateTime={entry.at} title={format.exact(entry.at)}>
            {t('contactDrawer.timeline.moment', { day: format.day(entry.at), time: format.clock(entry.at) })}
          </time>
        </p>
        {who ? (
          <p className={styles.who}>
            <bdi>{who}</bdi>
          </p>
        ) : null}
        {linesOf(t, exact, entry).map(line => (
          <p key={line} className={styles.line} dir="auto">
            {line}
          </p>
        ))}
      </div>
    </li>
  )
}

/** What happened to the ticket, the latest first: who opened, took, moved, put aside, resolved and reopened it. */
export function Timeline() {
  const { t } = useTexts()
  const { rows, hasMore, status, more, error } = timelineList.use()
  const contactId = useContactPanel(state => state.contactId)
  useEffect(() => {
    if (status === 'idle' && contactId !== null) lookAtPanelList('timeline')
  }, [status, contactId])
  return (
    <>
      {rows.length > 0 ? (
        <ol className={styles.entries} aria-label={t('contactDrawer.sections.timeline')}>
          {rows.map(entry => (
            <Entry key={entry.key} entry={entry} />
          ))}
        </ol>
      ) : null}
      {status === 'loading' ? <SkeletonRows count={3} height={44} label={t('common.loading')} /> : null}
      {status === 'failed' || more === 'failed' ? (
        <LoadError
          compact
          title={t('contactDrawer.timeline.failed')}
          error={error}
          onRetry={timelineList.retry}
        />
      ) : null}
      {status === 'ready' && rows.length === 0 ? (
        <p className={panel.hint}>{t('contactDrawer.timeline.empty')}</p>
      ) : null}
      {hasMore && more !== 'failed' ? (
        <Button size="small" loading={more === 'loading'} onClick={timelineList.more}>
          {t('contactDrawer.more')}
        </Button>
      ) : null}
    </>
  )
}
