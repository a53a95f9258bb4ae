import { useTexts } from '@/i18n'
import { dayAndTime } from '@/stores/company-clock'
import { useQueues } from '@/stores/queues'
import { useUser } from '@/stores/session'
import { useTags } from '@/stores/tags'
import { useUsers } from '@/stores/users'
import { useWhatsapps } from '@/stores/whatsapps'
import type { FilterBarProps } from './filter-bar'
import type { Paper } from './print'
import type { Report } from './report'

interface Named {
  id: number
  name: string
}

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
  const [queues, users, numbers, tags] = [useQueues(), useUsers(), useWhatsapps(), useTags()]
  const { filter, days } = report
  const namesOf = (ids: readonly number[], known: readonly Named[], none: string): string =>
    format.list(
      ids.map(id =>
        id === 0 ? none : (known.find(one => one.id === id)?.name ?? t('kit.gone', { id: String(id) })),
      ),
    )
  return () => {
    const { queueIds, userIds, whatsappIds, tagId } = filter
    const chosen = [
      ...(queueIds.length > 0
        ? [t('reports.paper.queues', { names: namesOf(queueIds, queues, t('reports.none.queue')) })]
        : []),
      ...(userIds.length > 0
        ? [t('reports.paper.people', { names: namesOf(userIds, users, t('reports.none.user')) })]
        : []),
      ...(whatsappIds.length > 0
        ? [t('reports.paper.connections', { names: namesOf(whatsappIds, numbers, '') })]
        : []),
      ...(tagId === null || parts === 'messages'
        ? []
        : [t('reports.paper.tag', { name: namesOf([tagId], tags, t('reports.none.tag')) })]),
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
        t('reports.paper.made', { at: dayAndTime(new Date().toISOString(), zone), name: user?.name ?? '' }),
      ],
    }
  }
}
