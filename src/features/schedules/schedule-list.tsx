import type { Schedule, ScheduleState } from '@contract'
import { CalendarClock, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { PagedScreen } from '@/features/kit'
import { useTexts } from '@/i18n'
import { schedulesList } from '@/stores/schedules'
import { type Column, FoldedBelow } from '@/ui'
import { ScheduleWord } from './schedule-word'
import type { ScheduleActions } from './use-schedule-actions'

export interface ScheduleListProps {
  actions: ScheduleActions
  filters: ReactNode
  tools: ReactNode
  notice: ReactNode
  /** Filter to begin with; memoised. */
  scope: { state: ScheduleState | null }
  onOpen: (schedule: Schedule) => void
  onAdd: () => void
}

/** Every scheduled message, the newest first. */
export function ScheduleList({ actions, filters, tools, notice, scope, onOpen, onAdd }: ScheduleListProps) {
  const { t } = useTexts()
  const columns: Column<Schedule>[] = [
    {
      key: 'contact',
      title: t('schedules.contact'),
      width: 'minmax(min(188px, 30%), 2fr)',
      render: one => (
        <FoldedBelow below={actions.timeOf(one)}>
          <bdi>{actions.nameOf(one)}</bdi>
        </FoldedBelow>
      ),
    },
    {
      key: 'body',
      title: t('schedules.body'),
      width: 'minmax(0, 4fr)',
      foldable: true,
      render: ({ body }) => <bdi title={body}>{body}</bdi>,
    },
    {
      key: 'sendAt',
      title: t('schedules.sendAt'),
      width: '144px',
      foldable: true,
      render: actions.timeOf,
    },
    {
      key: 'status',
      title: t('schedules.states'),
      width: '152px',
      render: one => <ScheduleWord schedule={one} />,
    },
    {
      key: 'user',
      title: t('schedules.by'),
      width: 'minmax(128px, 1fr)',
      foldable: true,
      render: ({ user }) => user?.name ?? '',
    },
  ]
  return (
    <PagedScreen
      list={schedulesList}
      scope={scope}
      title={t('schedules.screen')}
      countText={count => t('schedules.count', { count })}
      searchLabel={t('schedules.search')}
      columns={columns}
      rowName={actions.nameOf}
      onOpen={onOpen}
      rowActions={one => [
        ...(actions.mayChange(one)
          ? [
              {
                key: 'edit',
                icon: Pencil,
                label: t('schedules.edit', { name: actions.nameOf(one) }),
                run: () => onOpen(one),
              },
            ]
          : []),
        ...(actions.mayRemove(one)
          ? [
              {
                key: 'remove',
                icon: Trash2,
                danger: true,
                label: t('schedules.removeOf', { name: actions.nameOf(one) }),
                run: () => void actions.remove(one),
              },
            ]
          : []),
      ]}
      add={{ label: t('schedules.add'), run: onAdd }}
      filters={filters}
      tools={tools}
      notice={notice}
      empty={{ icon: CalendarClock, title: t('schedules.empty'), text: t('schedules.emptyText') }}
    />
  )
}
