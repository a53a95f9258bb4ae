import type { FileList } from '@contract'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { call } from '@/api'
import { PagedScreen } from '@/features/kit'
import { useTexts } from '@/i18n'
import { fileListsList } from '@/stores/file-lists'
import { contentToasts } from '@/stores/toasts'
import type { Column } from '@/ui'
import { FileListDialog } from './file-list-dialog'
import styles from './file-lists.module.css'

/** /files: messages with files, for campaigns. */
export function FileListsScreen() {
  const { t, format } = useTexts()
  const [editing, setEditing] = useState<FileList | 'new' | null>(null)

  const columns: Column<FileList>[] = [
    {
      key: 'name',
      title: t('fileLists.name'),
      width: 'minmax(0, 2fr)',
      render: ({ name }) => (
        <bdi className={styles.name} title={name}>
          {name}
        </bdi>
      ),
    },
    {
      key: 'message',
      title: t('fileLists.message'),
      width: 'minmax(0, 3fr)',
      foldable: true,
      render: ({ message }) => (
        <span className={styles.line} dir="auto">
          {message.replace(/\s+/g, ' ')}
        </span>
      ),
    },
    {
      key: 'files',
      title: t('fileLists.files'),
      width: 'minmax(0, 2fr)',
      foldable: true,
      render: ({ options, optionsCount }) => {
        // Pages of some servers say nothing of the files.
        if (optionsCount === null && options.length === 0) return null
        const names = options.map(option => option.name).join(', ')
        return options.length === 0 ? (
          <span className={styles.none}>{t('fileLists.noFiles')}</span>
        ) : (
          <span className={styles.files} title={names}>
            <Paperclip size={14} strokeWidth={1.5} aria-hidden="true" />
            <bdi className={styles.line}>{names}</bdi>
          </span>
        )
      },
    },
  ]

  return (
    <PagedScreen
      list={fileListsList}
      title={t('fileLists.title')}
      countText={count => t('fileLists.count', { count, formatted: format.number(count) })}
      searchLabel={t('fileLists.search')}
      columns={columns}
      rowName={({ name }) => name}
      onEdit={setEditing}
      removal={{
        say: contentToasts,
        call: ({ id }) => call('files.remove', { params: { id } }),
        manyLabel: count => t('fileLists.removeMany', { count }),
        text: () => t('fileLists.removeText'),
        doneText: t('fileLists.deleted'),
      }}
      add={{ label: t('fileLists.add'), run: () => setEditing('new') }}
      empty={{ icon: Paperclip, title: t('fileLists.empty'), text: t('fileLists.emptyText') }}
    >
      {editing ? (
        <FileListDialog list={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </PagedScreen>
  )
}
