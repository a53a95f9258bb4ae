import { Form } from 'antd'
import { SearchX } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { useHeldLeaving, useLeaveQuestion } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { useLacks } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { settingsDirectory } from '@/stores/settings'
import { useCompanyPlace } from '@/stores/workspace'
import { EmptyState, hasUnread, SearchField, SkeletonRows } from '@/ui'
import { Group } from '../parts'
import { foundOptions, isOptionOffered, type OptionKey } from './options'
import styles from './options.module.css'
import { SettingRow } from './setting-row'

/** What holds for the whole company, by subject. */
export function OptionsSection() {
  const { t } = useTexts()
  const isSuper = useUser()?.super === true
  const lacks = useLacks()
  const ownHere = useCompanyPlace() === 'own'
  const items = settingsDirectory.use(state => state.items)
  const status = settingsDirectory.use(state => state.status)
  const error = settingsDirectory.use(state => state.error)
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const [form] = Form.useForm()
  useHeldLeaving(() => hasUnread(form), useLeaveQuestion())
  useEffect(() => void settingsDirectory.ensure(), [])

  if (status === 'failed')
    return (
      <LoadError
        title={t('settings.options.failed')}
        error={error}
        onRetry={() => void settingsDirectory.reload()}
      />
    )
  if (status !== 'ready') return <SkeletonRows count={6} height={56} label={t('common.loading')} />
  const isOffered = (key: OptionKey): boolean =>
    isOptionOffered(key, lacks, items.find(item => item.key === key)?.value)
  const found = foundOptions(t, wanted, isSuper, isOffered)
  const groups = (of: typeof found) =>
    of.map(({ group, settings }) => (
      <Group
        key={group.key}
        title={t(`settings.options.group.${group.key}`)}
        hint={t(`settings.options.groupText.${group.key}`)}
      >
        {settings.map(key => (
          <SettingRow key={key} settingKey={key} />
        ))}
      </Group>
    ))
  // A company on this computer is alone on it: what is for several, or for systems it may never have, is there when asked for.
  const folded = ownHere && wanted.trim() === '' ? found.filter(({ group }) => group.superOnly) : []
  return (
    <Form form={form} component={false}>
      <SearchField
        value={typed}
        onChange={setTyped}
        label={t('settings.options.search')}
        clearLabel={t('common.clear')}
      />
      {found.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={t('settings.options.nothing', { term: wanted.trim() })}
          text={t('settings.options.nothingText')}
        />
      ) : (
        <>
          {groups(found.filter(one => !folded.includes(one)))}
          {folded.length === 0 ? null : (
            <details>
              <summary className={styles.fold}>{t('settings.options.more')}</summary>
              <div className={styles.folded}>{groups(folded)}</div>
            </details>
          )}
        </>
      )}
    </Form>
  )
}
