import { FILE_LIST } from '@contract'
import { Form, Input } from 'antd'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { FileField } from '@/features/kit'
import { safeMediaUrl } from '@/features/thread'
import { useTexts } from '@/i18n'
import { IconButton, looks, ToolbarButton } from '@/ui'
import type { Entry } from './file-list-fields'
import styles from './file-lists.module.css'

let serial = 0
const fresh = (): Entry => {
  serial += 1
  return { key: `new-${serial}`, name: '' }
}

/** The files of a list, in the order they are sent: each with a name and a file; added, moved and taken out. */
export function EntryRows() {
  const { t } = useTexts()
  const form = Form.useFormInstance()
  // Rows are called by what is typed.
  const entries = Form.useWatch<(Entry | undefined)[] | undefined>('options', { form, preserve: true })
  return (
    <Form.List name="options">
      {(rows, { add, remove, move }) => (
        <>
          {rows.map((row, at) => {
            const entry = entries?.[row.name]
            const name = entry?.name || t('fileLists.unnamed', { at: at + 1 })
            const kept = entry?.kept
            return (
              <div key={row.key} className={styles.entry} role="group" aria-label={name}>
                <Form.Item
                  name={[row.name, 'name']}
                  rules={[
                    { required: true, whitespace: true, message: t('kit.form.required') },
                    { max: FILE_LIST.option, message: t('common.tooLong', { max: FILE_LIST.option }) },
                  ]}
                >
                  <Input
                    aria-label={t('fileLists.optionName', { at: at + 1 })}
                    placeholder={t('fileLists.optionName', { at: at + 1 })}
                    autoComplete="off"
                    dir="auto"
                  />
                </Form.Item>
                <span className={looks.row4}>
                  <IconButton
                    icon={ArrowUp}
                    size="small"
                    label={t('fileLists.moveUp', { name })}
                    disabled={at === 0}
                    onClick={() => move(at, at - 1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    size="small"
                    label={t('fileLists.moveDown', { name })}
                    disabled={at === rows.length - 1}
                    onClick={() => move(at, at + 1)}
                  />
                  <IconButton
                    icon={Trash2}
                    size="small"
                    label={t('fileLists.removeOption', { name })}
                    onClick={() => remove(row.name)}
                  />
                </span>
                <Form.Item name={[row.name, 'file']} className={styles.attached ?? ''}>
                  <FileField
                    leavesBy="any"
                    chooseLabel={t('fileLists.optionFile')}
                    kept={kept ? { name: kept.name, url: safeMediaUrl(kept.path) } : null}
                  />
                </Form.Item>
              </div>
            )
          })}
          {rows.length < FILE_LIST.options ? (
            <ToolbarButton icon={Plus} label={t('fileLists.addOption')} onClick={() => add(fresh())} />
          ) : (
            <p className={looks.note}>{t('fileLists.most', { most: FILE_LIST.options })}</p>
          )}
        </>
      )}
    </Form.List>
  )
}
