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

/** An empty menu of a kind. */
export const freshMenu = (kind: MenuForm): MenuParts => ({ kind, entries: [{ title: '' }] })

interface MenuFieldProps {
  /** Given by Form.Item. */
  id?: string
  value?: MenuParts | null
  onChange?: (menu: MenuParts | null) => void
  /** Allows no menu at all. */
  optional?: boolean
}

/** A form field for a menu: its kind, entries and footer. */
export function MenuField({ id, value = null, onChange, optional = false }: MenuFieldProps) {
  const { t } = useTexts()
  const { status } = Form.Item.useStatus()
  // Missing texts are reported after the first attempt to save, other faults at once.
  const [isTried, setIsTried] = useState(false)
  useEffect(() => {
    if (status === 'error') setIsTried(true)
  }, [status])
  // Switching kinds keeps what was written in each.
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
  // The message text has its own field.
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
