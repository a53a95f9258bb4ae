import { Button } from 'antd'
import { ArrowLeft, FileDown, FileSpreadsheet, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { ApiError, call } from '@/api'
import { useAttempt } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import {
  contactListItemsList,
  followContactList,
  readContactList,
  useContactList,
} from '@/stores/contact-lists'
import { useOffered } from '@/stores/servers'
import { EmptyState, IconButton, looks, NothingFound, SkeletonRows, ToolbarButton } from '@/ui'
import styles from './contact-lists.module.css'
import { ImportDialog } from './import-dialog'
import { ListItems } from './list-items'
import { useExample } from './use-example'

/** /contact-lists/:contactListId/contacts */
export function ContactListItemsScreen() {
  const { t, format } = useTexts()
  const navigate = useNavigate()
  const { contactListId = '' } = useParams()
  const id = /^\d{1,15}$/.test(contactListId) ? Number(contactListId) : 0
  const { list, status, error } = useContactList()
  useEffect(() => (id === 0 ? undefined : followContactList(id)), [id])
  const [importing, setImporting] = useState(false)
  const checks = useOffered('contactListChecks')
  const attempt = useAttempt()
  const example = useExample()
  const back = (): void => void navigate('/contact-lists')
  const shown = list?.id === id ? list : null
  const counted = shown && shown.validCount !== null ? shown : null
  const invalid = counted
    ? counted.contactsCount - (counted.validCount ?? 0) - (counted.waitingCount ?? 0)
    : 0

  const content = (): ReactNode => {
    const missing = error instanceof ApiError && error.status === 404
    if (id === 0 || status === 'gone' || (status === 'failed' && missing))
      return (
        <EmptyState
          drawing={NothingFound}
          title={t('contactLists.gone')}
          text={t('contactLists.goneText')}
          action={<Button onClick={back}>{t('contactLists.back')}</Button>}
        />
      )
    if (status === 'failed')
      return <LoadError title={t('kit.list.failed')} error={error} onRetry={() => void readContactList()} />
    if (!shown) return <SkeletonRows count={8} height={44} label={t('common.loading')} />
    return <ListItems key={id} contactListId={id} />
  }
  return (
    <main className={styles.page} aria-label={shown?.name ?? t('contactLists.title')} data-pane="content">
      <div className={styles.top}>
        <IconButton icon={ArrowLeft} label={t('contactLists.back')} onClick={back} />
        <h2 className={styles.title}>
          <bdi>{shown?.name ?? ''}</bdi>
        </h2>
        {counted ? (
          <span className={styles.figures} role="status">
            {t('contactLists.items.figures', {
              valid: format.number(counted.validCount ?? 0),
              invalid: format.number(invalid),
            })}
          </span>
        ) : null}
        {shown ? (
          <span className={styles.tools}>
            {checks && invalid > 0 ? (
              <ToolbarButton
                icon={RotateCw}
                label={t('contactLists.items.recheck')}
                fold
                onClick={() =>
                  void attempt(
                    () => call('contactLists.recheck', { params: { id } }),
                    t('contactLists.items.rechecked'),
                  )
                }
              />
            ) : null}
            <ToolbarButton icon={FileDown} label={t('contactLists.file.example')} fold onClick={example} />
            <ToolbarButton
              icon={FileSpreadsheet}
              label={t('contactLists.file.open')}
              fold
              onClick={() => setImporting(true)}
            />
          </span>
        ) : null}
      </div>
      <div className={looks.pane}>{content()}</div>
      {importing && shown ? (
        <ImportDialog
          contactListId={id}
          onClose={() => {
            setImporting(false)
            void contactListItemsList.reload()
            void readContactList()
          }}
        />
      ) : null}
    </main>
  )
}
