import { Dropdown } from 'antd'
import { EllipsisVertical, Layers, LayoutGrid, Plus, Search, SquareX, UsersRound } from 'lucide-react'
import { memo, useMemo } from 'react'
import { useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { countOf, useTicketsStore } from '@/stores/tickets'
import { cx, IconButton, MENU_KEYS, SegmentedTabs, type TabItem } from '@/ui'
import { type MainTab, showTab } from './manager-state'
import styles from './ticket-manager.module.css'

/** A tab's figure, where it is known. */
export const counted = (count: number | null): { count?: number } => (count === null ? {} : { count })

export const openWall = (): void => void window.turno.windows.wall()

interface HeadProps {
  shown: MainTab
  /** Groups have a tab of their own. */
  grouped: boolean
  mayWatch: boolean
  onCreate: () => void
  /** Null where it is not offered. */
  onCloseAll: (() => void) | null
}

/** The tabs, and what is done beside them. Another open ticket changes rows only: this need not be drawn for it. */
export const ManagerHead = memo(function ManagerHead({
  shown,
  grouped,
  mayWatch,
  onCreate,
  onCloseAll,
}: HeadProps) {
  const { t } = useTexts()
  const inGroups = useTicketsStore(state => countOf(state, 'groups'))
  const hasViews = useOffered('savedViews')
  const menu = onCloseAll !== null || mayWatch
  const mainTabs = useMemo<TabItem<MainTab>[]>(
    () => [
      { key: 'open', label: t('tickets.tabs.open') },
      ...(grouped
        ? [
            {
              key: 'groups' as const,
              label: t('tickets.tabs.groups'),
              icon: UsersRound,
              folds: true,
              ...counted(inGroups),
            },
          ]
        : []),
      { key: 'closed', label: t('tickets.tabs.closed') },
      ...(hasViews
        ? [{ key: 'view' as const, label: t('tickets.tabs.view'), icon: Layers, folds: true }]
        : []),
      { key: 'search', label: t('tickets.tabs.search'), icon: Search, folds: true },
    ],
    [t, grouped, inGroups, hasViews],
  )
  return (
    <div className={cx(styles.head, grouped && styles.grouped)}>
      <SegmentedTabs
        id="ticket-lists"
        label={t('tickets.tabs.label')}
        items={mainTabs}
        value={shown}
        onChange={showTab}
      />
      <div className={styles.headActions}>
        <IconButton icon={Plus} size="small" label={t('tickets.newTicket')} onClick={onCreate} />
        {menu ? (
          <Dropdown
            autoFocus
            trigger={['click']}
            placement="bottomRight"
            menu={{
              ...MENU_KEYS,
              items: [
                ...(mayWatch
                  ? [
                      {
                        key: 'wall',
                        label: t('tickets.wall'),
                        icon: <LayoutGrid size={16} strokeWidth={1.5} aria-hidden="true" />,
                        onClick: openWall,
                      },
                    ]
                  : []),
                ...(onCloseAll
                  ? [
                      {
                        key: 'closeAll',
                        label: t('tickets.closeAll'),
                        danger: true,
                        icon: <SquareX size={16} strokeWidth={1.5} aria-hidden="true" />,
                        onClick: onCloseAll,
                      },
                    ]
                  : []),
              ],
            }}
          >
            <IconButton icon={EllipsisVertical} size="small" tip={false} label={t('tickets.more')} />
          </Dropdown>
        ) : null}
      </div>
    </div>
  )
})
