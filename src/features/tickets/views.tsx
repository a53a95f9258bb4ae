import { mayChangeView, type SavedView } from '@contract'
import { Button, Dropdown } from 'antd'
import { ArrowDown, ArrowUp, ChevronDown, EllipsisVertical, Layers, Pencil, Plus, Trash2 } from 'lucide-react'
import { memo, useCallback, useMemo, useState } from 'react'
import { ViewDialog } from '@/features/saved-views'
import { errorText, useTexts } from '@/i18n'
import { type Command, useCommands } from '@/stores/commands'
import { useKeyActions } from '@/stores/key-actions'
import { arrangeViews, removeView, useSavedViews, useViewCounts } from '@/stores/saved-views'
import { showView, useTicketScope, useViewer } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import {
  CountBadge,
  cx,
  EmptyState,
  IconButton,
  looks,
  MENU_KEYS,
  useSteadyNavigate,
  VisuallyHidden,
} from '@/ui'
import { enterList } from './enter-list'
import { showTab, useManager } from './manager-state'
import { LIST_PATH } from './use-ticket-actions'
import styles from './views.module.css'

/** Shows a view's tickets, from any screen. */
function useOpenView(): (view: SavedView) => void {
  const navigate = useSteadyNavigate()
  return useCallback(
    view => {
      showView(view)
      showTab('view')
      // A conversation that is open beside the list stays.
      if (!document.querySelector('[data-pane=list]')) void navigate(LIST_PATH)
    },
    [navigate],
  )
}

/** What is done with a view besides looking into it. */
function useViewActions(): {
  remove: (view: SavedView) => Promise<void>
  move: (view: SavedView, by: 1 | -1) => Promise<void>
} {
  const { t } = useTexts()
  const views = useSavedViews()
  const fail = (error: unknown): void => void toasts.error(errorText(t, error))
  return {
    async remove(view) {
      try {
        const again = await removeView(view)
        toasts.info(t('savedViews.removed', { name: view.name }), {
          action: { label: t('common.undo'), run: () => void again().catch(fail) },
        })
      } catch (error) {
        fail(error)
      }
    },
    async move(view, by) {
      const at = views.findIndex(({ id }) => id === view.id)
      const rest = views.filter(({ id }) => id !== view.id)
      await arrangeViews(rest.toSpliced(at + by, 0, view)).catch(fail)
    },
  }
}

const icon = (Icon: typeof Layers) => <Icon size={16} strokeWidth={1.5} aria-hidden="true" />

/** The chosen view by its name, the others behind it, and what is done with it. */
export function ViewBar() {
  const { t } = useTexts()
  const viewer = useViewer()
  const views = useSavedViews()
  const counts = useViewCounts()
  const { view } = useTicketScope()
  const { remove, move } = useViewActions()
  const [edited, setEdited] = useState<SavedView | 'new' | null>(null)
  const at = views.findIndex(({ id }) => id === view?.id)
  const mayChange = view !== null && viewer !== null && mayChangeView(viewer, view)
  const count = view ? (counts.get(view.id) ?? null) : null
  return (
    <div className={styles.bar}>
      <Dropdown
        autoFocus
        trigger={['click']}
        placement="bottomLeft"
        menu={{
          ...MENU_KEYS,
          className: styles.choices ?? '',
          selectedKeys: view ? [String(view.id)] : [],
          items: [
            ...views.map(one => ({
              key: String(one.id),
              label: <Counted name={one.name} count={counts.get(one.id) ?? null} />,
              onClick: () => showView(one),
            })),
            ...(views.length > 0 ? [{ type: 'divider' as const }] : []),
            { key: 'new', icon: icon(Plus), label: t('savedViews.new'), onClick: () => setEdited('new') },
          ],
        }}
      >
        <button
          type="button"
          className={styles.chosen}
          aria-label={view ? undefined : t('savedViews.choose')}
        >
          <span className={looks.cut} dir="auto">
            {view?.name ?? t('savedViews.choose')}
          </span>
          {count === null ? null : <CountBadge count={count} />}
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </Dropdown>
      {view ? (
        <span className={styles.actions}>
          {mayChange ? (
            <IconButton
              icon={Pencil}
              size="small"
              label={t('savedViews.editNamed', { name: view.name })}
              onClick={() => setEdited(view)}
            />
          ) : null}
          <Dropdown
            autoFocus
            trigger={['click']}
            placement="bottomRight"
            menu={{
              ...MENU_KEYS,
              items: [
                {
                  key: 'up',
                  icon: icon(ArrowUp),
                  label: t('savedViews.up'),
                  disabled: at <= 0,
                  onClick: () => void move(view, -1),
                },
                {
                  key: 'down',
                  icon: icon(ArrowDown),
                  label: t('savedViews.down'),
                  disabled: at < 0 || at === views.length - 1,
                  onClick: () => void move(view, 1),
                },
                ...(mayChange
                  ? [
                      { type: 'divider' as const },
                      {
                        key: 'remove',
                        icon: icon(Trash2),
                        label: t('common.delete'),
                        danger: true,
                        onClick: () => void remove(view),
                      },
                    ]
                  : []),
              ],
            }}
          >
            <IconButton
              icon={EllipsisVertical}
              size="small"
              tip={false}
              label={t('savedViews.actions', { name: view.name })}
            />
          </Dropdown>
        </span>
      ) : null}
      {edited ? (
        <ViewDialog
          view={edited === 'new' ? null : edited}
          onSaved={showView}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </div>
  )
}

const Counted = ({ name, count }: { name: string; count: number | null }) => (
  <span className={styles.counted}>
    <span className={looks.cut} dir="auto">
      {name}
    </span>
    {count === null ? null : <CountBadge count={count} />}
  </span>
)

/** Instead of a list while no view is chosen. */
export function NoView() {
  const { t } = useTexts()
  const none = useSavedViews().length === 0
  const [creating, setCreating] = useState(false)
  return (
    <>
      <EmptyState
        icon={Layers}
        title={t(none ? 'savedViews.none' : 'savedViews.pick')}
        text={t(none ? 'savedViews.noneText' : 'savedViews.pickText')}
        action={none ? <Button onClick={() => setCreating(true)}>{t('savedViews.new')}</Button> : undefined}
      />
      {creating ? <ViewDialog view={null} onSaved={showView} onClose={() => setCreating(false)} /> : null}
    </>
  )
}

/** The views with their counts, below the tickets in the menu at the side. */
export const SideViews = memo(function SideViews({
  current: onScreen,
  onFollow,
}: {
  /** The tickets are on screen. */
  current: boolean
  onFollow?: (() => void) | undefined
}) {
  const { t } = useTexts()
  const views = useSavedViews()
  const counts = useViewCounts()
  const openView = useOpenView()
  const { view: chosen } = useTicketScope()
  const { tab } = useManager()
  if (views.length === 0) return null
  return (
    <ul className={styles.side} aria-label={t('savedViews.title')}>
      {views.map(view => {
        const count = counts.get(view.id) ?? null
        const current = onScreen && tab === 'view' && chosen?.id === view.id
        return (
          <li key={view.id}>
            <button
              type="button"
              className={cx(styles.entry, current && styles.current)}
              aria-current={current ? 'true' : undefined}
              onClick={() => {
                onFollow?.()
                openView(view)
              }}
            >
              <span className={looks.cut} dir="auto">
                {view.name}
              </span>
              {count === null ? null : (
                <span className={styles.figure}>
                  <VisuallyHidden>, </VisuallyHidden>
                  {count}
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
})

/** The keys of the first views, and all of them in the palette; on every screen. */
export function useViewCommands(): void {
  const { t } = useTexts()
  const views = useSavedViews()
  const openView = useOpenView()
  const enter = (at: number): (() => void) | null => {
    const view = views[at]
    return view
      ? () => {
          openView(view)
          enterList()
        }
      : null
  }
  useKeyActions('views', { view1: enter(0), view2: enter(1), view3: enter(2), view4: enter(3) })
  useCommands(
    'views',
    useMemo<Command[]>(
      () =>
        views.map((view, at) => ({
          id: `view.${view.id}`,
          title: t('savedViews.command', { name: view.name }),
          group: 'go',
          icon: Layers,
          ...(at < KEYS.length ? { keyAction: KEYS[at] } : {}),
          run: () => openView(view),
        })),
      [views, t, openView],
    ),
  )
}
const KEYS = ['view1', 'view2', 'view3', 'view4'] as const
