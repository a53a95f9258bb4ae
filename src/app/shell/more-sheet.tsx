import { Drawer } from 'antd'
import { LogOut } from 'lucide-react'
import { useTexts } from '@/i18n'
import { looks, ToolbarButton } from '@/ui'
import type { NavSection } from '../navigation'
import { type BelowEntries, RailSections, type Signals } from './rail'

export interface MenuProps {
  sections: readonly NavSection[]
  signals: Signals
  below: BelowEntries
  version: string
  onSignOut: () => void
}

interface MoreSheetProps extends MenuProps {
  open: boolean
  onClose: () => void
}

/** Every entry of the menu, over the lower part of a narrow screen. */
export function MoreSheet({ open, sections, signals, below, version, onClose, onSignOut }: MoreSheetProps) {
  const { t } = useTexts()
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="bottom"
      size="75vh"
      title={t('shell.nav.label')}
      styles={{ body: { padding: '8px 0' } }}
      footer={
        <div className={looks.spread}>
          <span className={looks.meta}>{t('shell.nav.version', { version })}</span>
          <ToolbarButton icon={LogOut} label={t('shell.nav.signOut')} onClick={onSignOut} />
        </div>
      }
    >
      <RailSections sections={sections} open signals={signals} below={below} onFollow={onClose} />
    </Drawer>
  )
}
