import type { FloorAlarm, User } from '@contract'
import { BellRing, Check } from 'lucide-react'
import { FigureHelp, type FigureName, figureText, figureValue, StillCounting } from '@/features/figures'
import { BreakPill } from '@/features/people'
import { useTexts } from '@/i18n'
import { useConnection } from '@/stores/connection'
import { Avatar, cx, looks, Pill, QueueName, ScrollBox, ToolbarButton } from '@/ui'
import { type FloorNow, measuredBy, type PersonNow, type QueueNow } from './floor'
import styles from './floor-page.module.css'
import { Trend } from './floor-trend'
import type { FloorState } from './use-floor'

interface FloorPageProps {
  floor: FloorState
  /** Alarms that are raised. */
  raised: readonly FloorAlarm[]
  onNote: () => void
}

/** The second page of the wall: what happens in the company now. */
export function FloorPage({ floor, raised, onNote }: FloorPageProps) {
  const { isOffered, rows, people, answer } = floor
  return (
    <div className={styles.floor}>
      <Age floor={floor} />
      <RaisedAlarms raised={raised} rows={rows} onNote={onNote} />
      {answer ? <Today today={answer.today} /> : null}
      <div className={styles.parts}>
        <Queues rows={rows} />
        <People people={people} />
        <Trend isOffered={isOffered} answer={answer} />
      </div>
    </div>
  )
}

/** That what stands here is old; nothing while it is not. */
function Age({ floor: { answer, error, isOld } }: Pick<FloorPageProps, 'floor'>) {
  const { t, format } = useTexts()
  const { status, since } = useConnection()
  const isAway = status !== 'connected' && status !== 'idle'
  if (!isAway && !isOld && (error === null || answer === null)) return null
  const time = format.time(answer?.at ?? since)
  return (
    <p className={styles.old} role="status">
      {isAway
        ? t('wall.floor.old', { time })
        : error === null
          ? t('wall.floor.stale', { time })
          : t('wall.floor.staleFailed', { time })}
    </p>
  )
}

/** Alarms that are raised; nothing while there are none. */
export function RaisedAlarms({
  raised,
  rows,
  onNote,
}: Omit<FloorPageProps, 'floor'> & { rows: readonly QueueNow[] }) {
  const { t, format } = useTexts()
  if (raised.length === 0) return null
  const isNew = raised.some(alarm => alarm.raised?.notedBy === null)
  return (
    <div className={cx(styles.alarms, !isNew && styles.noted)} role="alert">
      <ul>
        {raised.map(alarm => (
          <li key={alarm.id} className={styles.alarm}>
            <BellRing size={20} aria-hidden="true" />
            <strong>
              {alarm.queueIds.length === 0
                ? t('wall.floor.allQueues')
                : alarm.queues.map(({ name }) => name).join(', ')}
            </strong>
            <span>
              {t(`notices.alarm.${alarm.kind}`, { value: measuredBy(alarm, rows), limit: alarm.limit })}
            </span>
            <span className={styles.since}>
              {t('wall.floor.raisedAt', { time: format.time(alarm.raised?.since ?? '') })}
              {alarm.raised?.notedBy ? ` · ${t('wall.floor.notedBy', { name: alarm.raised.notedBy })}` : null}
            </span>
          </li>
        ))}
      </ul>
      {isNew ? (
        <ToolbarButton icon={Check} label={t('wall.floor.acknowledge')} tone="primary" onClick={onNote} />
      ) : null}
    </div>
  )
}

/** Figures of the day that a floor goes by, as the reports count them. */
const OF_TODAY: readonly FigureName[] = [
  'arrived',
  'answered',
  'resolved',
  'abandoned',
  'firstAnswer',
  'deadlinesKept',
]

function Today({ today: { figures, counting } }: Pick<FloorNow, 'today'>) {
  const { t, format } = useTexts()
  return (
    <section className={styles.today} aria-labelledby="floor-today">
      <h2 id="floor-today">{t('wall.floor.today')}</h2>
      <dl>
        {OF_TODAY.map(figure => (
          <div key={figure} data-figure={figure}>
            <dt>
              <span>{t(`figures.name.${figure}`)}</span>
              <FigureHelp figure={figure} />
            </dt>
            <dd>
              {figureText(
                figure,
                figureValue(figure, figures, { clock: 'calendar', statistic: 'median' }),
                format,
              )}
            </dd>
          </div>
        ))}
      </dl>
      <StillCounting counting={counting} />
    </section>
  )
}

function Queues({ rows }: { rows: readonly QueueNow[] }) {
  const { t, format } = useTexts()
  return (
    <section aria-labelledby="floor-queues">
      <h2 id="floor-queues">{t('wall.floor.queuesNow')}</h2>
      <ScrollBox label={t('wall.floor.queuesNow')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('wall.floor.queue')}</th>
              <th scope="col">{t('wall.floor.waiting')}</th>
              <th scope="col">{t('wall.floor.longest')}</th>
              <th scope="col">{t('wall.floor.late')}</th>
              <th scope="col">{t('wall.floor.soon')}</th>
              <th scope="col">{t('wall.floor.open')}</th>
              <th scope="col">{t('wall.floor.there')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.id} data-queue={row.id}>
                <th scope="row">
                  <QueueName name={row.queue?.name ?? t('wall.noQueue')} color={row.queue?.color ?? null} />
                </th>
                <td className={styles.large}>
                  {format.number(row.waiting)}
                  {row.snoozed > 0 ? (
                    <span className={styles.snoozed}>{t('wall.floor.snoozed', { count: row.snoozed })}</span>
                  ) : null}
                </td>
                <td className={styles.large}>{row.waiting > 0 ? format.wait(row.longestMs) : '–'}</td>
                <td className={cx(styles.large, row.late > 0 && styles.late)}>{format.number(row.late)}</td>
                <td className={cx(styles.large, row.soon > 0 && styles.soon)}>{format.number(row.soon)}</td>
                <td>{format.number(row.open)}</td>
                <td className={cx(row.queue && row.there === 0 && row.waiting > 0 && styles.late)}>
                  {row.queue ? format.number(row.there) : '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  )
}

function People({ people }: { people: readonly PersonNow<User>[] }) {
  const { t, format } = useTexts()
  return (
    <section className={styles.people} aria-labelledby="floor-people">
      <h2 id="floor-people">{t('wall.floor.peopleNow')}</h2>
      {people.length === 0 ? <p className={styles.quiet}>{t('wall.floor.nobodyThere')}</p> : null}
      <ul>
        {people.map(({ user, open, longest }) => (
          <li key={user.id} data-user={user.id}>
            <Avatar name={user.name} size={32} online={user.online} />
            <div className={looks.fill}>
              <div className={styles.who}>
                <bdi>{user.name}</bdi>
                {user.break ? <BreakPill user={user} /> : null}
                {!user.online && !user.break ? <Pill>{t('wall.floor.away')}</Pill> : null}
                {user.online && !user.break && open === 0 ? (
                  <Pill tone="success">{t('wall.floor.free')}</Pill>
                ) : null}
                {open > 0 ? <strong>{format.number(open)}</strong> : null}
              </div>
              {open > 0 ? (
                <p className={styles.held}>
                  {longest.map(({ id, name, since }) => (
                    <span key={id}>
                      <bdi>{name}</bdi>
                      {since === null ? null : ` ${t('wall.floor.since', { time: format.time(since) })}`}
                    </span>
                  ))}
                  {open > longest.length ? (
                    <span>{t('wall.floor.more', { count: open - longest.length })}</span>
                  ) : null}
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
