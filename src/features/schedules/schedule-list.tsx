import type { Schedule, ScheduleState } from '@contract'
import { CalendarClock, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { column, PagedScreen } from '@/features/kit'
import { useTexts } from '@/i18n'
import { schedulesList } from '@/stores/schedules'
import type { Column } from '@/ui'
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
    column.name('contact', t('schedules.contact'), 'minmax(min(188px, 30%), 2fr)', actions.nameOf, {
      below: actions.timeOf,
    }),
    column.text('body', t('schedules.body'), 4, ({ body }) => body, { foldable: 'phone' }),
    column.text('sendAt', t('schedules.sendAt'), '144px', actions.timeOf),
    column.cell('status', t('schedules.states'), '152px', one => <ScheduleWord schedule={one} />, {
      foldable: false,
    }),
    column.text('user', t('schedules.by'), 'minmax(128px, 1fr)', ({ user }) => user?.name),
  ]
  return (
    <PagedScreen
      list={schedulesList}
      scope={scope}
      texts="schedules"
      title={t('schedules.screen')}
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
      add={onAdd}
      filters={filters}
      tools={tools}
      notice={notice}
      empty={{ icon: CalendarClock }}
    />
  )
}
