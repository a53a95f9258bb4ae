import { Alert, Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useTexts } from '@/i18n'
import { looks } from '@/ui'
import styles from './forms.module.css'
import type { FormSchema } from './schema-rules'
import type { EditForm } from './use-edit-form'

/** Says that what was typed before the session ended stands here, and offers what is saved instead. */
export function Restored({ edit }: { edit: Pick<EditForm<FormSchema>, 'restored' | 'discardRestored'> }) {
  const { t } = useTexts()
  if (!edit.restored) return null
  return (
    <Alert
      className={styles.theirs}
      type="info"
      showIcon
      role="status"
      title={t('kit.form.restored')}
      action={
        <Button size="small" onClick={edit.discardRestored}>
          {t('kit.form.leave')}
        </Button>
      }
    />
  )
}

/** Two people edit the same thing: says what the other one changed, and asks whose stays. */
export function TheirChanges<S extends FormSchema>({ edit }: { edit: EditForm<S> }) {
  const { t } = useTexts()
  const first = useRef<HTMLButtonElement>(null)
  const { reminded } = edit
  useEffect(() => {
    if (reminded > 0) first.current?.focus()
  }, [reminded])
  const name = edit.changedBy
  if (edit.deleted)
    return (
      <Alert
        className={styles.theirs}
        type="warning"
        showIcon
        title={name ? t('kit.form.deletedBy', { name }) : t('kit.form.deleted')}
      />
    )
  if (edit.theirs.length === 0) return null
  return (
    <Alert
      className={styles.theirs}
      type="warning"
      showIcon
      role="alert"
      title={name ? t('kit.form.theirsBy', { name }) : t('kit.form.theirsTitle')}
      description={
        <>
          <ul>
            {edit.theirs.map(({ name, theirs }) => {
              const { label, value } = edit.describe(name, theirs)
              return (
                <li key={name}>
                  {label}: <bdi>{value}</bdi>
                </li>
              )
            })}
          </ul>
          {reminded > 0 ? <p key={reminded}>{t('kit.form.theirsFirst')}</p> : null}
        </>
      }
      action={
        <span className={looks.stack8}>
          <Button ref={first} size="small" onClick={edit.takeTheirs}>
            {t('kit.form.takeTheirs')}
          </Button>
          <Button size="small" onClick={edit.keepMine}>
            {t('kit.form.keepMine')}
          </Button>
        </span>
      }
    />
  )
}
