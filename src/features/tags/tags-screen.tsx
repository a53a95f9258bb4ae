import type { Tag } from '@contract'
import { Columns3, Tags } from 'lucide-react'
import { useEffect } from 'react'
import { call } from '@/api'
import { column, PagedScreen } from '@/features/kit'
import { useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { tagsDirectory, tagsList } from '@/stores/tags'
import { type Column, TagChip } from '@/ui'
import { TagDialog } from './tag-dialog'

/** /tags: the company's tags with how many tickets carry each. */
export function TagsScreen() {
  const { t } = useTexts()
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
    column.cell(
      'kanban',
      t('tags.kanban'),
      1,
      ({ kanban }) =>
        kanban === 1 ? (
          <Columns3 size={16} strokeWidth={1.5} role="img" aria-label={t('tags.kanban')} />
        ) : null,
      { foldable: 'phone' },
    ),
    column.amount('tickets', t('tags.tickets'), '96px', tag => tag.ticketsCount, { foldable: false }),
  ]

  return (
    <PagedScreen
      list={tagsList}
      texts="tags"
      columns={columns}
      rowName={({ name }) => name}
      form={(tag, close) => <TagDialog tag={tag} onClose={close} />}
      opens={() => mayChange}
      removal={{
        call: ({ id }) => call('tags.remove', { params: { id } }),
        text: tags => t('tags.removeText', { count: tags.reduce((sum, tag) => sum + tag.ticketsCount, 0) }),
      }}
      empty={{ icon: Tags }}
    />
  )
}
