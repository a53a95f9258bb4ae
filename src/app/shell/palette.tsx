import { SEARCH_MAX_CHARS } from '@contract'
import { Modal } from 'antd'
import { Search } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { type Command, ranked, useCommandRegistry } from '@/stores/commands'
import { keysOf } from '@/stores/key-bindings'
import type { KeyActionId } from '@/stores/key-map'
import { announce, cx, enterScreen, Kbd, looks } from '@/ui'
import styles from './palette.module.css'
import { useFound } from './use-found'

/** Rows of one group shown at once. */
const MOST_PER_GROUP = 8

interface Group {
  name: string
  commands: Command[]
}

/** Commands by group, in the order the groups first appear; empty ones are left out. */
function grouped(commands: readonly Command[]): Group[] {
  const groups = new Map<string, Command[]>()
  for (const command of commands) {
    const group = groups.get(command.group) ?? []
    if (group.length < MOST_PER_GROUP) group.push(command)
    groups.set(command.group, group)
  }
  return [...groups].map(([name, list]) => ({ name, commands: list }))
}

function PaletteList({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const registry = useCommandRegistry()
  const [term, setTerm] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const found = useFound(term)

  const groups = useMemo(() => {
    const own = ranked(Object.values(registry.commands).flat(), term)
    return grouped(term.trim() ? [...found, ...own] : own)
  }, [registry.commands, found, term])
  const flat = groups.flatMap(group => group.commands)
  const chosen = flat[Math.min(at, flat.length - 1)]

  useEffect(() => {
    if (term.trim()) announce(t('shell.palette.results', { count: flat.length }))
  }, [term, flat.length, t])
  useEffect(() => {
    if (chosen)
      list.current
        ?.querySelector(`[data-command="${CSS.escape(chosen.id)}"]`)
        ?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const run = (command: Command | undefined): void => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const last = flat.length - 1
    const next: Record<string, number> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(last, at + MOST_PER_GROUP),
      PageUp: Math.max(0, at - MOST_PER_GROUP),
    }
    const target = next[event.key]
    if (target !== undefined) {
      event.preventDefault()
      setAt(Math.max(0, target))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      run(chosen)
    }
  }
  const optionId = (command: Command): string => `${id}-${command.id}`

  return (
    <div className={styles.palette}>
      <div className={styles.field}>
        <Search size={18} strokeWidth={1.75} aria-hidden="true" />
        <input
          className={styles.input}
          role="combobox"
          aria-expanded={flat.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? optionId(chosen) : undefined}
          aria-autocomplete="list"
          aria-label={t('shell.palette.title')}
          placeholder={t('shell.palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_MAX_CHARS}
          value={term}
          onChange={event => {
            setTerm(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        className={styles.list}
        role="listbox"
        aria-label={t('shell.palette.title')}
      >
        {groups.map(group => (
          <div key={group.name} role="group" aria-label={group.name}>
            <div className={styles.heading} aria-hidden="true">
              {group.name === 'go' || group.name === 'actions'
                ? t(`shell.palette.${group.name}`)
                : group.name}
            </div>
            {group.commands.map(command => {
              const Icon = command.icon
              return (
                <div
                  key={command.id}
                  id={optionId(command)}
                  data-command={command.id}
                  role="option"
                  tabIndex={-1}
                  aria-selected={command === chosen}
                  className={cx(styles.option, command === chosen && styles.chosen)}
                  onPointerMove={() => setAt(flat.indexOf(command))}
                  onClick={() => run(command)}
                  onKeyDown={onKeyDown}
                >
                  <span className={styles.icon}>{Icon ? <Icon size={18} strokeWidth={1.5} /> : null}</span>
                  <span className={looks.cutRest}>{command.title}</span>
                  {command.detail ? <span className={styles.detail}>{command.detail}</span> : null}
                  <CommandKeys action={command.keyAction} />
                </div>
              )
            })}
          </div>
        ))}
        {flat.length === 0 ? (
          <p className={styles.nothing}>{t('shell.palette.empty', { term: term.trim() })}</p>
        ) : null}
      </div>
      <p className={styles.hint}>{t('shell.palette.hint')}</p>
    </div>
  )
}

/** How often, ten times a second, it is looked whether the screen somebody goes to is there: its program may be on the way. */
const SCREEN_LOOKS = 50

/** Ctrl+K: screens, actions, and whatever the registered searches find. */
export const Palette = memo(function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const openedAt = useRef('')
  // Not once it has opened: whoever is fast has gone by then.
  useLayoutEffect(() => {
    if (open) openedAt.current = location.pathname
  }, [open])
  const afterOpenChange = (shown: boolean): void => {
    if (shown) {
      box.current?.querySelector('input')?.focus()
      return
    }
    if (location.pathname === openedAt.current) return
    // Whoever went to another screen goes on there: where the screen puts the keyboard, or at its begin.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && !activeElement.closest('#content')) activeElement.blur()
    enterScreen(document, SCREEN_LOOKS)
  }
  return (
    <Modal
      title={t('shell.palette.title')}
      open={open}
      onCancel={onClose}
      footer={null}
      closable={false}
      width={600}
      style={{ top: 88 }}
      styles={{
        container: { padding: 0, overflow: 'hidden' },
        header: { display: 'none' },
        body: { maxHeight: 'none', margin: 0, padding: 0, overflowY: 'visible' },
      }}
      destroyOnHidden
      afterOpenChange={afterOpenChange}
    >
      <div ref={box}>
        <PaletteList onClose={onClose} />
      </div>
    </Modal>
  )
})

/** The key that does the same, where it has one. */
function CommandKeys({ action }: { action: KeyActionId | undefined }) {
  const keys = action ? keysOf(action) : undefined
  return keys ? <Kbd keys={keys} /> : null
}
