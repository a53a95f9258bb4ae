import { type ReportRating, shownName } from '@contract'
import { Button, Switch } from 'antd'
import { MessageSquareText } from 'lucide-react'
import { useEffect, useId } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { call } from '@/api'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { dayAndTime } from '@/stores/company-clock'
import { usersDirectory, useUsers } from '@/stores/users'
import { EmptyState, Select, SkeletonRows } from '@/ui'
import { paramsOf, RATES, type Rate, type ReportFilter } from './filter'
import lists from './lists.module.css'
import { usePages } from './pages'
import { Part } from './part'
import type { Report } from './report'
import styles from './reports.module.css'

const asRate = (rate: number): Rate => RATES.find(one => one === rate) ?? (rate > 2 ? 3 : 1)

function Rating({ rating, zone }: { rating: ReportRating; zone: string }) {
  const { t, format } = useTexts()
  const user = useUsers().find(one => one.id === rating.userId)
  return (
    <li className={lists.rating}>
      <p className={lists.ratingHead}>
        <strong>
          {t('reports.ratings.rate', {
            value: format.number(rating.rate),
            word: t(`reports.ratings.word${asRate(rating.rate)}`),
          })}
        </strong>
        {rating.ticketId === null ? (
          <span>{t('reports.ratings.gone')}</span>
        ) : (
          <Link to={`/tickets/${encodeURIComponent(rating.uuid)}`}>
            <bdi>{shownName(rating.contactName) || `#${rating.ticketId}`}</bdi>
          </Link>
        )}
        <span className={styles.quiet}>
          {[dayAndTime(rating.createdAt, zone), user?.name].filter(Boolean).join(' · ')}
        </span>
      </p>
      {rating.comment ? (
        <p className={lists.comment} dir="auto">
          {rating.comment}
        </p>
      ) : null}
    </li>
  )
}

/** What customers said of the service, the latest first; each leads to its ticket. */
export function Ratings({ report, zone }: { report: Report; zone: string }) {
  const { t } = useTexts()
  const [, setParams] = useSearchParams()
  const { rate, withComment } = report.filter
  const change = (part: Partial<ReportFilter>): void =>
    setParams(paramsOf({ ...report.filter, ...part }), { replace: true })
  const toggle = useId()
  useEffect(() => void usersDirectory.ensure(), [])
  const { rows, count, atLeast, hasMore, error, busy, more } = usePages(
    JSON.stringify([report.query, rate, withComment]),
    async (pageNumber, signal) => {
      const query = { ...report.query, ...(rate === null ? {} : { rate }), withComment, pageNumber }
      const { ratings, ...page } = await call('reports.ratings', { query, signal })
      return { rows: ratings, ...page }
    },
  )
  return (
    <Part
      title={t('reports.ratings.title')}
      tools={
        <>
          <span className={styles.toggle}>
            <Switch
              id={toggle}
              size="small"
              checked={withComment}
              onChange={on => change({ withComment: on })}
            />
            <label htmlFor={toggle}>{t('reports.ratings.withComment')}</label>
          </span>
          <Select<Rate | null>
            className={styles.choice ?? ''}
            size="small"
            aria-label={t('reports.ratings.any')}
            placeholder={t('reports.ratings.any')}
            allowClear
            popupMatchSelectWidth={false}
            value={rate}
            options={RATES.map(value => ({
              value,
              label: `${value} · ${t(`reports.ratings.word${value}`)}`,
            }))}
            onChange={value => change({ rate: value ?? null })}
          />
        </>
      }
    >
      <div className={styles.padded}>
        {busy && !rows ? <SkeletonRows count={5} height={56} label={t('common.loading')} /> : null}
        {rows?.length === 0 ? (
          <EmptyState
            compact
            icon={MessageSquareText}
            title={t(withComment ? 'reports.ratings.noComments' : 'reports.ratings.empty')}
          />
        ) : null}
        {rows && rows.length > 0 ? (
          <>
            <p className={styles.quiet} role="status">
              {t(atLeast ? 'reports.ratings.atLeast' : 'reports.ratings.count', { count })}
            </p>
            <ul className={lists.ratings}>
              {rows.map(rating => (
                <Rating key={rating.cycleId} rating={rating} zone={zone} />
              ))}
            </ul>
          </>
        ) : null}
        {error === null ? null : (
          <LoadError compact title={t('reports.ratings.failed')} error={error} onRetry={more} busy={busy} />
        )}
        {hasMore && error === null ? (
          <>
            <Button block loading={busy} onClick={more} data-paper="none">
              {t('reports.behind.more')}
            </Button>
            <p className={styles.quiet} data-paper="only">
              {t(atLeast ? 'reports.paper.latestRatings' : 'reports.paper.ratings', {
                shown: rows?.length ?? 0,
                count,
              })}
            </p>
          </>
        ) : null}
      </div>
    </Part>
  )
}
