import {
  MENU_FORMS,
  MENU_LIMITS,
  type MenuFault,
  type MenuForm,
  type MenuParts,
  menuFaults,
  OPEN_LIST,
} from '@contract'
import { Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { Select } from '@/ui'
import { MenuEntries, ShortText } from './menu-entries'
import styles from './message-menus.module.css'

/** A menu of a kind of which nothing is written yet. */
export const freshMenu = (kind: MenuForm): MenuParts => ({ kind, entries: [{ title: '' }] })

interface MenuFieldProps {
  /** Given by Form.Item. */
  id?: string
  value?: MenuParts | null
  onChange?: (menu: MenuParts | null) => void
  /** There may be none. */
  optional?: boolean
}

/** What is pressed below a text: its kind, its entries and its small print. A field of a form. */
export function MenuField({ id, value = null, onChange, optional = false }: MenuFieldProps) {
  const { t } = useTexts()
  const { status } = Form.Item.useStatus()
  // What is missing is said from the first try on, what is wrong at once.
  const [isTried, setIsTried] = useState(false)
  useEffect(() => {
    if (status === 'error') setIsTried(true)
  }, [status])
  // Whoever looks at another kind finds what was written in this one.
  const kept = useRef(new Map<MenuForm, MenuParts>())
  const choose = (kind: MenuForm | 'none'): void => {
    if (value) kept.current.set(value.kind, value)
    if (kind === 'none') {
      onChange?.(null)
      return
    }
    const entries = value?.entries.slice(0, MENU_LIMITS[kind].entries)
    const { footer } = value ?? {}
    const begun = { ...freshMenu(kind), ...(entries ? { entries } : {}), ...(footer ? { footer } : {}) }
    onChange?.(kept.current.get(kind) ?? begun)
  }
  // The text above has a field of its own.
  const faults = value ? menuFaults('-', value) : []
  const faultAt = (at: string): MenuFault | undefined =>
    faults.find(one => one.at === at && (isTried || one.code !== 'ERR_MENU_EMPTY'))
  const change = (part: Partial<MenuParts>): void => {
    if (value) onChange?.({ ...value, ...part })
  }
  return (
    <div id={id} role="group" aria-label={t('messageMenus.menu')} className={styles.menu}>
      <Select
        aria-label={t('messageMenus.kind')}
        value={value?.kind ?? 'none'}
        options={[...(optional ? (['none'] as const) : []), ...MENU_FORMS].map(kind => ({
          value: kind,
          label: t(`messageMenus.kinds.${kind}`),
        }))}
        onChange={choose}
      />
      {value ? (
        <>
          <MenuEntries menu={value} faultAt={faultAt} onChange={entries => change({ entries })} />
          {value.kind === 'list' ? (
            <ShortText
              label={t('messageMenus.label')}
              placeholder={OPEN_LIST}
              value={value.label}
              max={MENU_LIMITS.list.label}
              fault={faultAt('label')}
              onChange={label => change({ label })}
            />
          ) : null}
          {value.kind === 'link' ? (
            <ShortText
              label={t('messageMenus.url')}
              placeholder="https://"
              value={value.url}
              max={MENU_LIMITS.link.url}
              fault={faultAt('url')}
              onChange={url => change({ url })}
            />
          ) : null}
          <ShortText
            label={t('messageMenus.footer')}
            placeholder={t('messageMenus.footerHint')}
            value={value.footer}
            max={MENU_LIMITS.footer}
            fault={faultAt('footer')}
            onChange={footer => change({ footer })}
          />
        </>
      ) : null}
    </div>
  )
}
