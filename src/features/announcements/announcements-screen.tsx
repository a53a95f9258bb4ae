import type { Announcement } from '@contract'
import { Megaphone, Paperclip, Power } from 'lucide-react'
import { useState } from 'react'
import { call } from '@/api'
import { PagedScreen, useAttempt } from '@/features/kit'
import { PRIORITY_TONE, priorityOf } from '@/features/workplace'
import { useTexts } from '@/i18n'
import { platformAnnouncements } from '@/stores/announcements'
import { contentToasts } from '@/stores/toasts'
import { type Column, Pill } from '@/ui'
import { AnnouncementForm } from './announcement-form'
import styles from './announcements.module.css'

/** /announcements: what the platform tells every company; super-administrators only. */
export function AnnouncementsScreen() {
  const { t, format } = useTexts()
  const [editing, setEditing] = useState<Announcement | 'new' | null>(null)
  const attempt = useAttempt(contentToasts)

  const columns: Column<Announcement>[] = [
    {
      key: 'title',
      title: t('announcements.title'),
      width: 'minmax(0, 4fr)',
      render: ({ title, mediaPath }) => (
        <span className={styles.title}>
          <span className={styles.words} dir="auto">
            {title}
          </span>
          {mediaPath ? (
            <Paperclip size={14} strokeWidth={1.5} role="img" aria-label={t('announcements.picture')} />
          ) : null}
        </span>
      ),
    },
    {
      key: 'priority',
      title: t('announcements.priority'),
      width: '96px',
      render: ({ priority }) => {
        const known = priorityOf(priority)
        return <Pill tone={PRIORITY_TONE[known]}>{t(`workplace.announcements.priority${known}`)}</Pill>
      },
    },
    {
      key: 'status',
      title: t('announcements.status'),
      width: '104px',
      foldable: true,
      render: ({ status }) => (
        <Pill tone={status ? 'success' : 'neutral'}>
          {t(status ? 'announcements.active' : 'announcements.inactive')}
        </Pill>
      ),
    },
    {
      key: 'createdAt',
      title: t('announcements.createdAt'),
      width: '112px',
      align: 'end',
      foldable: true,
      render: ({ createdAt }) => (
        <time dateTime={createdAt} title={`${format.date(createdAt)} ${format.clock(createdAt)}`}>
          {format.date(createdAt)}
        </time>
      ),
    },
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
      title={t('announcements.name')}
      countText={count => t('announcements.count', { count })}
      searchLabel={t('announcements.search')}
      columns={columns}
      rowName={({ title }) => title}
      onEdit={setEditing}
      rowActions={row => [
        {
          key: 'toggle',
          icon: Power,
          label: t(row.status ? 'announcements.switchOff' : 'announcements.switchOn', { name: row.title }),
          run: () => void toggle(row),
        },
      ]}
      removal={{
        say: contentToasts,
        call: ({ id }) => call('announcements.remove', { params: { id } }),
        manyLabel: count => t('announcements.removeMany', { count }),
        text: () => t('announcements.removeText'),
      }}
      add={{ label: t('announcements.add'), run: () => setEditing('new') }}
      empty={{ icon: Megaphone, title: t('announcements.empty'), text: t('announcements.emptyText') }}
    >
      {editing ? (
        <AnnouncementForm
          announcement={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </PagedScreen>
  )
}
