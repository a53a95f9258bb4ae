import { Modal } from 'antd'
import { memo, type RefObject, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { keysShown, keyText } from '@/stores/key-bindings'
import { KEY_MAP, type KeyActionId, type KeyBinding, type KeyGroup } from '@/stores/key-map'
import { usePreferences } from '@/stores/preferences'
import { Kbd, looks, SearchField } from '@/ui'
import styles from './keys-overview.module.css'

const GROUPS: readonly KeyGroup[] = ['general', 'tickets', 'thread', 'composer']
const ALL = Object.entries(KEY_MAP) as [KeyActionId, KeyBinding][]

/** Ctrl+/: every key of the map, by area, searchable. */
export const KeysOverview = memo(function KeysOverview({
  open,
  onClose,
}: {
  open: boolean
  onClose: () => void
}) {
  const { t } = useTexts()
  const field = useRef<HTMLInputElement>(null)
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      centered
      width={760}
      title={t('shell.keys.title')}
      destroyOnHidden
      afterOpenChange={opened => opened && field.current?.focus()}
    >
      <Keys field={field} />
    </Modal>
  )
})

function Keys({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { t } = useTexts()
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLocaleLowerCase()
  const preferences = usePreferences()
  const shown = ALL.map(([id, { group }]) => ({
    id,
    group,
    chords: keysShown(id, preferences),
    name: t(keyText(id, preferences)),
  })).filter(
    ({ name, chords }) =>
      wanted === '' ||
      name.toLocaleLowerCase().includes(wanted) ||
      chords.some(keys => keys.toLowerCase().includes(wanted)),
  )
  return (
    <>
      <div className={styles.filter}>
        <SearchField
          ref={field}
          value={filter}
          onChange={setFilter}
          label={t('shell.keys.filter')}
          clearLabel={t('common.clear')}
        />
      </div>
      <div className={styles.columns}>
        {GROUPS.map(group => {
          const rows = shown.filter(row => row.group === group)
          if (rows.length === 0) return null
          return (
            <section key={group} className={styles.group}>
              <h2 className={styles.heading}>{t(`shell.keys.${group}`)}</h2>
              <dl className={styles.rows}>
                {rows.map(({ id, chords, name }) => (
                  <div key={id} className={styles.row}>
                    <dt>{name}</dt>
                    <dd className={styles.keys}>
                      {chords.length === 0 ? <span className={looks.meta}>{t('shell.keys.off')}</span> : null}
                      {chords.map((keys, place) => (
                        <span key={keys} className={styles.keys}>
                          {place > 0 ? <span className={looks.meta}>{t('shell.keys.or')}</span> : null}
                          <Kbd keys={keys} />
                        </span>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </div>
    </>
  )
}
