import type { Announcement } from '@contract'
import { Megaphone, Paperclip, Power } from 'lucide-react'
import { call } from '@/api'
import { column, PagedScreen, useAttempt } from '@/features/kit'
import { PRIORITY_TONE, priorityOf } from '@/features/workplace'
import { useTexts } from '@/i18n'
import { platformAnnouncements } from '@/stores/announcements'
import type { Column } from '@/ui'
import { AnnouncementForm } from './announcement-form'

/** /announcements: what the platform tells every company; super-administrators only. */
export function AnnouncementsScreen() {
  const { t } = useTexts()
  const attempt = useAttempt()

  const columns: Column<Announcement>[] = [
    column.name('title', t('announcements.title'), 4, ({ title }) => title, {
      beside: ({ mediaPath }) =>
        mediaPath ? (
          <Paperclip size={14} strokeWidth={1.5} role="img" aria-label={t('announcements.picture')} />
        ) : null,
    }),
    column.state('priority', t('announcements.priority'), '96px', row => {
      const priority = priorityOf(row.priority)
      return [PRIORITY_TONE[priority], t(`workplace.announcements.priority${priority}`)]
    }),
    column.state(
      'status',
      t('announcements.status'),
      '104px',
      ({ status }) => [
        status ? 'success' : 'neutral',
        t(status ? 'announcements.active' : 'announcements.inactive'),
      ],
      { foldable: true },
    ),
    column.day('createdAt', t('announcements.createdAt'), '112px', row => row.createdAt, {
      align: 'end',
      foldable: 'phone',
    }),
  ]
  const toggle = ({ id, title, text, priority, status }: Announcement) =>
    attempt(
      async () =>
        platformAnnouncements.keep(
          await call('announcements.update', {
            params: { id },
            body: { title, text, priority: priorityOf(priority), status: !status },
          }),
        ),
      t(status ? 'announcements.switchedOff' : 'announcements.switchedOn'),
    )

  return (
    <PagedScreen
      list={platformAnnouncements}
      texts="announcements"
      title={t('announcements.name')}
      columns={columns}
      rowName={({ title }) => title}
      form={(announcement, close) => <AnnouncementForm announcement={announcement} onClose={close} />}
      rowActions={row => [
        {
          key: 'toggle',
          icon: Power,
          label: t(row.status ? 'announcements.switchOff' : 'announcements.switchOn', { name: row.title }),
          run: () => void toggle(row),
        },
      ]}
      removal={{
        call: ({ id }) => call('announcements.remove', { params: { id } }),
        text: () => t('announcements.removeText'),
      }}
      empty={{ icon: Megaphone }}
    />
  )
}
