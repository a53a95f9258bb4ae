import { type RowKind, useRowName } from '@/features/kit'
import { useTexts } from '@/i18n'
import { serverNow } from '@/stores/clock'
import { dayAndTime } from '@/stores/company-clock'
import { useUser } from '@/stores/session'
import type { FilterBarProps } from './filter-bar'
import type { Paper } from './print'
import type { Report } from './report'

const dayText = (day: string): string => day.split('-').reverse().join('/')

/**
 * What stands above a report on paper: whose it is, of which days and of what.
 * @param parts of the filter it is of; only where it is of all are its times read by clock and statistic.
 */
export function usePaper(
  report: Report,
  zone: string,
  title: string,
  parts: FilterBarProps['parts'],
): () => Paper {
  const { t, format } = useTexts()
  const user = useUser()
  const nameOf = useRowName('queue', 'user', 'whatsapp', 'tag')
  const { filter, days } = report
  const namesOf = (ids: readonly number[], kind: RowKind, none: string): string =>
    format.list(ids.map(id => (id === 0 ? none : nameOf(kind, id))))
  return () => {
    const { queueIds, userIds, whatsappIds, tagId } = filter
    const chosen = [
      ...(queueIds.length > 0
        ? [t('reports.paper.queues', { names: namesOf(queueIds, 'queue', t('reports.none.queue')) })]
        : []),
      ...(userIds.length > 0
        ? [t('reports.paper.people', { names: namesOf(userIds, 'user', t('reports.none.user')) })]
        : []),
      ...(whatsappIds.length > 0
        ? [t('reports.paper.connections', { names: namesOf(whatsappIds, 'whatsapp', '') })]
        : []),
      ...(tagId === null || parts === 'messages'
        ? []
        : [t('reports.paper.tag', { name: namesOf([tagId], 'tag', t('reports.none.tag')) })]),
    ]
    const compared =
      filter.compare && (parts === 'all' || parts === 'messages') ? [t('reports.paper.compared')] : []
    const read = t('reports.paper.times', {
      clock: t(`reports.clock.${filter.clock}`),
      statistic: t(`reports.statistic.${filter.statistic}`),
    })
    const period = parts === 'queues' ? [] : [`${dayText(days.from)} – ${dayText(days.to)}`]
    const of =
      parts === 'period'
        ? []
        : [
            [
              ...(chosen.length > 0 ? chosen : [t('reports.paper.all')]),
              ...(parts === 'all' ? [read] : []),
            ].join(' · '),
          ]
    return {
      company: user?.company?.name ?? '',
      title: `${t('reports.title')}: ${title}`,
      about: [...period, ...of],
      facts: [
        ...period.map(one => [one, ...compared].join(' · ')),
        ...of,
        t('reports.zone', { zone: zone.replaceAll('_', ' ') }),
        t('reports.paper.made', {
          at: dayAndTime(new Date(serverNow()).toISOString(), zone),
          name: user?.name ?? '',
        }),
      ],
    }
  }
}
