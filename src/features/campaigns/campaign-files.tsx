import { Alert } from 'antd'
import { FileField, type FileFieldProps, useRefusedFile } from '@/features/kit'
import { useTexts } from '@/i18n'
import { fileListsDirectory } from '@/stores/file-lists'
import { useFields } from './use-fields'

/** A file of a campaign's own; says where its number would refuse it. */
export function AttachmentField(props: FileFieldProps) {
  const { whatsappId } = useFields()
  return <FileField {...props} leavesBy={whatsappId ?? 'any'} />
}

/** Files of the chosen list that the chosen number would refuse. */
export function RefusedFiles() {
  const { t, format } = useTexts()
  const { whatsappId, fileListId } = useFields()
  const refuses = useRefusedFile(whatsappId ?? 'any')
  const list = fileListsDirectory.use(state => state.items.find(({ id }) => id === fileListId))
  const names = (list?.options ?? []).flatMap(({ name, path, mediaName }) =>
    path && refuses({ name: mediaName ?? path, mime: '' }) ? [name] : [],
  )
  if (names.length === 0) return null
  const title = t('campaigns.editor.refusedFiles', { names: format.list(names) })
  return <Alert type="warning" showIcon style={{ marginBottom: 16 }} title={title} />
}
