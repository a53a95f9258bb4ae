import type { FileList } from '@contract'
import { Paperclip } from 'lucide-react'
import { call } from '@/api'
import { column, PagedScreen } from '@/features/kit'
import { useTexts } from '@/i18n'
import { fileListsList } from '@/stores/file-lists'
import type { Column } from '@/ui'
import { FileListDialog } from './file-list-dialog'

/** /files: messages with files, for campaigns. */
export function FileListsScreen() {
  const { t } = useTexts()

  const columns: Column<FileList>[] = [
    column.name('name', t('fileLists.name'), 2, ({ name }) => name),
    column.text('message', t('fileLists.message'), 3, ({ message }) => message, { foldable: 'phone' }),
    column.file(
      'files',
      t('fileLists.files'),
      2,
      ({ options }) => options.map(option => option.name).join(', '),
      // Pages of some servers say nothing of the files.
      { none: ({ optionsCount }) => (optionsCount === null ? '' : t('fileLists.noFiles')) },
    ),
  ]

  return (
    <PagedScreen
      list={fileListsList}
      texts="fileLists"
      columns={columns}
      rowName={({ name }) => name}
      form={(list, close) => <FileListDialog list={list} onClose={close} />}
      removal={{
        call: ({ id }) => call('files.remove', { params: { id } }),
        text: () => t('fileLists.removeText'),
        doneText: t('fileLists.deleted'),
      }}
      empty={{ icon: Paperclip }}
    />
  )
}
