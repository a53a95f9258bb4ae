import { MENU_LIMITS, type MenuEntry, type MenuFault, type MenuParts } from '@contract'
import { ConfigProvider, Input } from 'antd'
import { ArrowDown, ArrowUp, Heading, Plus, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTexts } from '@/i18n'
import { IconButton, looks, ToolbarButton } from '@/ui'
import styles from './message-menus.module.css'

interface ShortTextProps {
  label: string
  value: string | undefined
  max: number
  placeholder?: string
  fault: MenuFault | undefined
  onChange: (value: string) => void
}

/** A one-line field with its character count and its error. */
export function ShortText({ label, value = '', max, placeholder = label, fault, onChange }: ShortTextProps) {
  const { t } = useTexts()
  const id = useId()
  return (
    <div>
      <Input
        aria-label={label}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? id : undefined}
        placeholder={placeholder}
        value={value}
        count={{ max, show: true }}
        status={fault ? 'error' : ''}
        autoComplete="off"
        dir="auto"
        onChange={event => onChange(event.target.value)}
      />
      {fault ? (
        <span id={id} className={styles.fault}>
          {fault.code === 'ERR_MENU_EMPTY' ? t('kit.form.required') : null}
          {fault.code === 'ERR_MENU_TOO_LONG' ? t('common.tooLong', { max }) : null}
          {fault.code === 'ERR_MENU_ALIKE' || fault.code === 'ERR_MENU_ADDRESS'
            ? t(`errors.${fault.code}`)
            : null}
        </span>
      ) : null}
    </div>
  )
}

interface EntriesProps {
  menu: MenuParts
  faultAt: (at: string) => MenuFault | undefined
  onChange: (entries: MenuEntry[]) => void
}

/** The buttons or list rows: add, edit, move and remove. */
export function MenuEntries({ menu, faultAt, onChange }: EntriesProps) {
  const { t } = useTexts()
  const list = useRef<HTMLOListElement>(null)
  const disabled = ConfigProvider.useConfig().componentDisabled ?? false
  const { kind, entries } = menu
  const limits = MENU_LIMITS[kind]
  const set = (at: number, change: Partial<MenuEntry>): void => {
    const entry = entries[at]
    if (entry) onChange(entries.with(at, { ...entry, ...change }))
  }
  const move = (from: number, to: number): void => {
    const entry = entries[from]
    if (entry) onChange(entries.toSpliced(from, 1).toSpliced(to, 0, entry))
  }
  const add = (): void => {
    onChange([...entries, { title: '' }])
    // Focus the new entry.
    setTimeout(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  return (
    <>
      <ol ref={list} className={styles.entries} aria-label={t(`messageMenus.entries.${kind}`)}>
        {entries.map((entry, at) => {
          const name = t(`messageMenus.place.${kind}`, { at: at + 1 })
          const heads = entry.section !== undefined || faultAt(`entries.${at}.section`) !== undefined
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are told apart by their places alone
            <li key={at} className={styles.entry} aria-label={name}>
              <div className={styles.texts}>
                {kind === 'list' && heads ? (
                  <ShortText
                    label={t('messageMenus.section', { at: at + 1 })}
                    placeholder={t('messageMenus.sectionHint')}
                    value={entry.section}
                    max={MENU_LIMITS.list.section}
                    fault={faultAt(`entries.${at}.section`)}
                    onChange={section => set(at, { section })}
                  />
                ) : null}
                <ShortText
                  label={name}
                  value={entry.title}
                  max={limits.title}
                  fault={faultAt(`entries.${at}.title`)}
                  onChange={title => set(at, { title })}
                />
                {kind === 'list' ? (
                  <ShortText
                    label={t('messageMenus.description', { at: at + 1 })}
                    placeholder={t('messageMenus.descriptionHint')}
                    value={entry.description}
                    max={MENU_LIMITS.list.description}
                    fault={faultAt(`entries.${at}.description`)}
                    onChange={description => set(at, { description })}
                  />
                ) : null}
              </div>
              {kind === 'link' ? null : (
                <span className={looks.row4}>
                  {kind === 'list' ? (
                    <IconButton
                      icon={Heading}
                      size="small"
                      label={t(heads ? 'messageMenus.removeSection' : 'messageMenus.addSection', {
                        at: at + 1,
                      })}
                      active={heads}
                      aria-pressed={heads}
                      disabled={disabled}
                      onClick={() => set(at, { section: heads ? undefined : '' })}
                    />
                  ) : null}
                  <IconButton
                    icon={ArrowUp}
                    size="small"
                    label={t('messageMenus.up', { name })}
                    disabled={disabled || at === 0}
                    onClick={() => move(at, at - 1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    size="small"
                    label={t('messageMenus.down', { name })}
                    disabled={disabled || at === entries.length - 1}
                    onClick={() => move(at, at + 1)}
                  />
                  <IconButton
                    icon={Trash2}
                    size="small"
                    label={t('messageMenus.remove', { name })}
                    disabled={disabled || entries.length === 1}
                    onClick={() => onChange(entries.toSpliced(at, 1))}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ol>
      {kind !== 'link' && entries.length < limits.entries ? (
        <ToolbarButton icon={Plus} label={t(`messageMenus.add.${kind}`)} disabled={disabled} onClick={add} />
      ) : null}
    </>
  )
}
