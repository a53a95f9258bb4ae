import type { Tag } from '@contract'
import { Columns3, Tags } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { column, PagedScreen } from '@/features/kit'
import { useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { tagsDirectory, tagsList } from '@/stores/tags'
import { contentToasts } from '@/stores/toasts'
import { type Column, TagChip } from '@/ui'
import { TagDialog } from './tag-dialog'

/** /tags: the company's tags with how many tickets carry each. */
export function TagsScreen() {
  const { t } = useTexts()
  const [editing, setEditing] = useState<Tag | 'new' | null>(null)
  useEffect(() => void tagsDirectory.ensure(), [])
  const user = useUser()
  const everybody = useOffered('tagChanges')
  const mayChange = everybody || user?.super === true || user?.profile === 'admin'

  const columns: Column<Tag>[] = [
    column.cell(
      'name',
      t('tags.name'),
      3,
      ({ name, color }) => <TagChip name={name} color={color} size="normal" />,
      {
        foldable: false,
      },
    ),
    column.cell('kanban', t('tags.kanban'), 1, ({ kanban }) =>
      kanban === 1 ? <Columns3 size={16} strokeWidth={1.5} role="img" aria-label={t('tags.kanban')} /> : null,
    ),
    column.amount('tickets', t('tags.tickets'), '96px', tag => tag.ticketsCount, { foldable: false }),
  ]

  return (
    <PagedScreen
      list={tagsList}
      title={t('tags.title')}
      countText={count => t('tags.count', { count })}
      searchLabel={t('tags.search')}
      columns={columns}
      rowName={({ name }) => name}
      {...(mayChange ? { onEdit: setEditing } : {})}
      removal={{
        say: contentToasts,
        call: ({ id }) => call('tags.remove', { params: { id } }),
        manyLabel: count => t('tags.removeMany', { count }),
        text: tags => t('tags.removeText', { count: tags.reduce((sum, tag) => sum + tag.ticketsCount, 0) }),
      }}
      add={{ label: t('tags.add'), run: () => setEditing('new') }}
      empty={{ icon: Tags, title: t('tags.empty'), text: t('tags.emptyText') }}
    >
      {editing ? (
        <TagDialog tag={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </PagedScreen>
  )
}
