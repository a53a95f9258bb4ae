import { type CloudUse, FREE_SERVICE_MESSAGES, type Whatsapp } from '@contract'
import { Star } from 'lucide-react'
import { column, newChatsText } from '@/features/kit'
import { type Formatters, type TFunction, useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { exactTime, useCompanyZone, wallOf } from '@/stores/company-clock'
import { useWhatsapps } from '@/stores/whatsapps'
import { type Column, cx, Pill, useMedia, useNarrow } from '@/ui'
import styles from './connections.module.css'
import { SessionButtons } from './session-buttons'
import { reasonKey, statusOf, toneOf, twinOf } from './status'
import { TrafficChart } from './traffic-chart'
import type { SessionActions } from './use-session-actions'
import { useTraffic } from './use-traffic'

/** From here on the number has a column of its own; before, it is below the name. */
const WIDE = '(min-width: 1560px)'
/** Up to here the curve of a day has no room beside what a row can be asked for. */
const TIGHT = '(max-width: 1359px)'

/** Up to here the buttons of the session are icons (connections.module.css): their words would cut the status short. */
const ICONS = '(max-width: 820px)'

/** The mark of the default connection: where room is short a star, as the word would take the name's place. */
function DefaultMark({ narrow }: { narrow: boolean }) {
  const { t } = useTexts()
  const word = t('connections.default')
  if (!narrow) return <Pill tone="accent">{word}</Pill>
  return (
    <span role="img" aria-label={word} title={word} className={styles.star}>
      <Star size={14} strokeWidth={1.75} fill="currentColor" aria-hidden="true" />
    </span>
  )
}

/** @param used what the number used of Meta's free messages, where it stands nowhere else; '' otherwise. */
function Status({
  connection,
  used,
  narrow = false,
}: {
  connection: Whatsapp
  used: string
  narrow?: boolean
}) {
  const { t, format } = useTexts()
  const now = useNow()
  const { status, statusSince } = connection
  const reason = reasonKey(connection)
  const twin = twinOf(connection, useWhatsapps())
  const zone = useCompanyZone()
  const said =
    reason !== null
      ? t(`connections.reason.${reason}`)
      : (newChatsText(t, connection.newChats, zone, now) ??
        (twin ? t('connections.sameNumber', { name: twin.name }) : null))
  const text = [said, used].filter(Boolean).join(' · ')
  return (
    <span className={cx(styles.status, narrow && styles.oneLine)}>
      <span className={cx(styles.state, styles[toneOf(status)])}>
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.cut}>{t(`connections.status.${statusOf(status)}`)}</span>
      </span>
      {statusSince || text ? (
        <span className={styles.reason} title={text || undefined}>
          {narrow ? '· ' : null}
          {statusSince ? (
            <time className={styles.since} dateTime={statusSince} title={format.exact(statusSince)}>
              {format.relative(statusSince, now)}
            </time>
          ) : null}
          {statusSince && text ? ' · ' : null}
          {text}
        </span>
      ) : null}
    </span>
  )
}

type UsedNumber = CloudUse['numbers'][number] | undefined

/** How many of the month's free messages a number has used; "" where it is not told. */
function freeText(t: TFunction, format: Formatters, number: UsedNumber): string {
  if (!number) return ''
  const used = format.number(Math.min(number.service, FREE_SERVICE_MESSAGES))
  return t('connections.cost.free', { used, limit: format.number(FREE_SERVICE_MESSAGES) })
}

/** The same, and how many were charged. */
function Used({ number }: { number: UsedNumber }) {
  const { t, format } = useTexts()
  if (!number) return null
  return (
    <span className={styles.name}>
      <span>{freeText(t, format, number)}</span>
      <span className={styles.below}>
        {t('connections.cost.charged', { count: number.charged, n: format.number(number.charged) })}
      </span>
    </span>
  )
}

/**
 * Columns of the list.
 * @param actions what the session buttons do; null for whoever may not press them.
 * @param use what numbers of the Cloud API use of Meta; null where it is not told.
 */
export function useColumns(
  actions: SessionActions | null,
  use: CloudUse | null,
): readonly Column<Whatsapp>[] {
  const { t, format } = useTexts()
  const zone = useCompanyZone()
  const traffic = useTraffic()
  const narrow = useNarrow()
  const wide = useMedia(WIDE)
  const tight = useMedia(TIGHT)
  const icons = useMedia(ICONS)
  const isUseBeside = use !== null && use.numbers.length > 0 && !tight
  const usedBy = (id: number): UsedNumber => use?.numbers.find(one => one.whatsappId === id)
  const status = (connection: Whatsapp, isBelow: boolean) => (
    <Status
      connection={connection}
      used={isUseBeside ? '' : freeText(t, format, usedBy(connection.id))}
      narrow={isBelow}
    />
  )
  const columns: Column<Whatsapp>[] = [
    column.cell(
      'name',
      t('connections.column.name'),
      narrow ? 'minmax(0, 1fr)' : 'minmax(200px, 2fr)',
      connection => {
        const { name, number, isDefault } = connection
        return (
          <span className={styles.name}>
            <span className={styles.nameLine}>
              <bdi className={styles.cut} title={name}>
                {name}
              </bdi>
              {isDefault ? <DefaultMark narrow={tight} /> : null}
            </span>
            {narrow ? (
              status(connection, true)
            ) : wide ? null : (
              <span className={styles.below}>
                {number ? format.phone(number) : t('connections.noNumber')}
              </span>
            )}
          </span>
        )
      },
      { foldable: false },
    ),
  ]
  if (wide)
    columns.push(
      column.phone('number', t('connections.column.number'), '172px', ({ number }) => number, {
        none: t('connections.noNumber'),
      }),
    )
  // On a phone it is below the name: side by side neither could be read.
  if (!narrow)
    columns.push(
      column.cell(
        'status',
        t('connections.column.status'),
        'minmax(160px, 4fr)',
        connection => status(connection, false),
        { foldable: false },
      ),
    )
  if (actions)
    columns.push(
      column.cell(
        'session',
        t('connections.column.session'),
        icons ? '84px' : '276px',
        connection => (
          <SessionButtons connection={connection} busy={actions.busy.has(connection.id)} run={actions.run} />
        ),
        { foldable: false },
      ),
    )
  if (isUseBeside)
    columns.push(
      column.cell('cost', t('connections.cost.columnTitle'), '150px', ({ id }) => (
        <Used number={usedBy(id)} />
      )),
    )
  if (traffic && !tight)
    columns.push(
      column.cell('traffic', t('connections.column.traffic'), '112px', ({ id }) => {
        const hours = traffic.get(id)
        return hours ? <TrafficChart hours={hours} /> : null
      }),
    )
  columns.push(
    column.cell(
      'updated',
      t('connections.column.updated'),
      '140px',
      ({ updatedAt }) => (
        <time dateTime={updatedAt} title={exactTime(updatedAt, zone)}>
          {wallOf(updatedAt, zone)?.format('DD/MM/YY HH:mm')}
        </time>
      ),
      { align: 'end' },
    ),
  )
  return columns
}
