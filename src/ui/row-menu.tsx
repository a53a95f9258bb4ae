import { Dropdown } from 'antd'
import type { LucideIcon } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { IconButton } from './icon-button'
import { MENU_KEYS } from './menu-keys'

/** One thing that can be done with a row: an icon on hover and focus, an entry of the row's menu. */
export interface RowAction {
  key: string
  /** Says what happens and to what ("Excluir VIP"): the icon's name and the entry's words. */
  label: string
  icon: LucideIcon
  danger?: boolean
  /** In the menu alone. */
  menuOnly?: boolean
  disabled?: boolean
  run: () => void
}

/** The icons of a row. */
export function RowIcons({ actions }: { actions: readonly RowAction[] }) {
  return actions
    .filter(action => !action.menuOnly)
    .map(({ key, label, icon, danger, disabled, run }) => (
      <IconButton
        key={key}
        icon={icon}
        size="small"
        label={label}
        disabled={disabled ?? false}
        tone={danger ? 'danger' : 'quiet'}
        onClick={run}
      />
    ))
}

export interface RowMenuProps {
  actions: readonly RowAction[]
  /** Where it opens, in pixels of the window. */
  at: { x: number; y: number }
  onClose: () => void
}

/** The menu of a row, at the pointer or at the row for the menu key. */
export function RowMenu({ actions, at, onClose }: RowMenuProps) {
  const [opener] = useState(() => document.activeElement)
  // The focus goes back to the row, before a dialog that an entry opens remembers where it came from.
  useLayoutEffect(
    () => () => {
      const now = document.activeElement
      if (now !== null && now !== document.body && !now.closest('.ant-dropdown')) return
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    },
    [opener],
  )
  const items = actions.map(({ key, label, icon: Icon, danger, disabled, run }) => ({
    key,
    label,
    danger: danger ?? false,
    disabled: disabled ?? false,
    icon: <Icon size={16} strokeWidth={1.5} aria-hidden="true" />,
    onClick: run,
  }))
  return (
    <Dropdown
      open
      autoFocus
      trigger={[]}
      destroyOnHidden
      menu={{ ...MENU_KEYS, items, onClick: onClose }}
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <span style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
    </Dropdown>
  )
}
