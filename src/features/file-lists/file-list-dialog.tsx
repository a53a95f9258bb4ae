import { type FileList, MESSAGE_MAX_CHARS } from '@contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call, isAborted } from '@/api'
import { EditDialog, kinds, useLiveRow } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { fileListsList } from '@/stores/file-lists'
import { saved } from '@/stores/saved'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { looks, SkeletonRows } from '@/ui'
import { EntryRows } from './entry-rows'
import {
  type Entry,
  type FileListFields,
  fieldsOf,
  fileListFields,
  optionsToSend,
  savedAt,
} from './file-list-fields'
import styles from './file-lists.module.css'

/** Adds or changes a file list with its files. */
export function FileListDialog({ list, onClose }: { list: FileList | null; onClose: () => void }) {
  const { t } = useTexts()
  const user = useUser()
  const tools = useOffered('campaignTools')
  const id = list?.id
  /** The list with its entries; pages of some servers leave them out. */
  const [full, setFull] = useState<FileList | 'loading' | 'failed'>('loading')
  const [progress, setProgress] = useState<number | null>(null)
  const made = useRef(new Map<string, number>())
  useEffect(() => {
    if (id === undefined) return
    const controller = new AbortController()
    call('files.get', { params: { id }, signal: controller.signal }).then(setFull, error => {
      if (!isAborted(error)) setFull('failed')
    })
    return () => controller.abort()
  }, [id])

  const listed = useLiveRow(fileListsList, id ?? null, fieldsOf)
  const live = useMemo(() => {
    if (!list || listed === null) return listed
    const { options: _entries, ...plain } = listed ?? fieldsOf(list)
    return typeof full === 'string' ? plain : { ...plain, options: fieldsOf(full).options }
  }, [full, list, listed])

  const upload = async (saved: FileList, entries: readonly Entry[]): Promise<FileList> => {
    let now = saved
    const chosen = entries.flatMap((entry, at) =>
      entry.file ? [{ at, name: entry.name, file: entry.file }] : [],
    )
    for (const [sent, { at, name, file }] of chosen.entries()) {
      const option = savedAt(saved, entries, at)
      if (!option) continue
      const share = (part: number): void => setProgress(Math.round(((sent + part) / chosen.length) * 100))
      share(0)
      now = await call('files.upload', {
        params: { id: saved.id },
        body: {
          fileId: saved.id,
          typeArch: 'fileList',
          mediaType: file.type.split('/')[0] ?? '',
          name,
          id: option.id,
        },
        files: [file],
        onUploadProgress: share,
      })
    }
    return now
  }

  const save = async ({ name, message, options: entries }: FileListFields): Promise<void> => {
    const body = {
      name,
      message,
      ...(entries ? { options: optionsToSend(entries, made.current) } : {}),
      ...(user ? { userId: user.id } : {}),
    }
    const kept = await saved('files', list, body)
    // Saved once more, after a file did not arrive, its entries are not new.
    for (const [at, entry] of (entries ?? []).entries()) {
      const option = savedAt(kept, entries ?? [], at)
      if (option) made.current.set(entry.key, option.id)
    }
    try {
      fileListsList.keep(await upload(kept, entries ?? []))
    } catch (error) {
      // Without its files a new one is not what was asked for: it is not left behind half made.
      if (id === undefined) {
        made.current.clear()
        await call('files.remove', { params: { id: kept.id } }).catch(() => undefined)
        throw error
      }
      throw new Error(t('fileLists.keptWithout', { reason: errorText(t, error) }))
    } finally {
      setProgress(null)
    }
  }

  return (
    <EditDialog
      keepAs={`files ${list?.id ?? 'new'}`}
      schema={fileListFields}
      title={t(list ? 'fileLists.editTitle' : 'fileLists.add')}
      initial={list ? { name: list.name, message: list.message } : { name: '', message: '', options: [] }}
      live={live}
      save={save}
      savedText={t('fileLists.success')}
      fieldOfCode={{ ERR_FILE_LIST_NAME_TAKEN: 'name' }}
      submitLabel={t(list ? 'common.save' : 'common.add')}
      describeError={error => (error instanceof Error && error.name === 'Error' ? error.message : null)}
      extra={
        progress === null ? null : (
          <span className={looks.note} role="status">
            {t('fileLists.uploading', { percent: progress })}
          </span>
        )
      }
      label={name => t(name === 'options' ? 'fileLists.files' : `fileLists.${name}`)}
      words={{ options: (entries: Entry[]) => entries.map(entry => entry.name).join(', ') }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {field('name', kinds.text())}
          {field(
            'message',
            kinds.area(3, 10, { count: { max: MESSAGE_MAX_CHARS } }),
            tools ? { extra: t('fileLists.messageHint') } : {},
          )}
          <fieldset className={styles.entries}>
            <legend className={styles.legend}>{t('fileLists.files')}</legend>
            {list && full === 'loading' ? (
              <SkeletonRows count={2} height={40} label={t('common.loading')} />
            ) : list && full === 'failed' ? (
              <p className={looks.note} role="status">
                {t('kit.list.failed')}
              </p>
            ) : (
              <EntryRows />
            )}
          </fieldset>
        </>
      )}
    </EditDialog>
  )
}
