import { holds, type SavedView } from '@contract'
import { Bell, ListPlus, Maximize, RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { LoadError } from '@/features/load-error'
import { BreakPill } from '@/features/people'
import { ViewSelect } from '@/features/saved-views'
import { useTexts } from '@/i18n'
import { useSavedViews } from '@/stores/saved-views'
import { useUser } from '@/stores/session'
import { reloadLists } from '@/stores/tickets'
import { usersDirectory, useUsers } from '@/stores/users'
import {
  Avatar,
  EmptyState,
  IconButton,
  Locked,
  looks,
  SegmentedTabs,
  SkeletonRows,
  Talking,
  ToolbarButton,
} from '@/ui'
import { AlarmsDialog } from './alarms-dialog'
import { MOST_TILES, TILE_COUNTS, WALL_PAGES, type WallChoice } from './choice'
import { FloorPage, RaisedAlarms } from './floor-page'
import { PickDialog } from './pick-dialog'
import { type FloorState, useAlarms, useFloor } from './use-floor'
import { useKiosk } from './use-kiosk'
import { useArrangement, usePinned, useWallChoice, useWallTickets } from './use-wall'
import styles from './wall-screen.module.css'
import { WallTile } from './wall-tile'

/** Width over height of the grid, by how many tiles there are. */
const gridOf = (count: number): string => {
  if (count <= 1) return 'one'
  if (count === 2) return 'two'
  if (count <= 4) return 'four'
  return count <= 6 ? 'six' : 'nine'
}

/**
 * What a supervisor looks at on the second monitor: live threads, and the live floor.
 * @param page shown first; as it was left unless given.
 */
export function WallScreen({ page }: { page?: 'floor' | undefined }) {
  const { t } = useTexts()
  const user = useUser()
  useEffect(() => {
    document.title = `${t('wall.title')} · ${t('common.product')}`
  }, [t])
  if (!user || !holds(user, 'tickets:spy'))
    return <EmptyState drawing={Locked} title={t('wall.denied')} text={t('wall.deniedText')} />
  return <Wall first={page} />
}

function Wall({ first }: { first: 'floor' | undefined }) {
  const { t } = useTexts()
  const [choice, change] = useWallChoice()
  const views = useSavedViews()
  const view = (choice.mode === 'risk' && views.find(({ id }) => id === choice.viewId)) || null
  const { loading, error } = useWallTickets(view)
  const floor = useFloor()
  const alarms = useAlarms(floor.now)
  useEffect(() => {
    if (first) change({ page: first })
    // A notice of an alarm was pressed while this window was open.
    return window.turno.on.navigate(({ path }) => {
      if (path === '/floor') change({ page: 'floor' })
    })
  }, [first, change])
  const [setting, setSetting] = useState(false)
  const { page } = choice
  const next = useCallback(() => change({ page: page === 'floor' ? 'threads' : 'floor' }), [change, page])
  const kiosk = useKiosk({
    show: at => change({ page: WALL_PAGES[at] ?? 'threads' }),
    next,
    note: alarms.note,
  })
  const isNew = alarms.raised.some(({ raised }) => raised?.notedBy === null)

  return (
    <div className={looks.pane} style={kiosk.style}>
      <div className={styles.bar}>
        <h1 className={styles.title}>{t('wall.title')}</h1>
        <SegmentedTabs
          id="wall-page"
          look="pill"
          panels={false}
          label={t('wall.floor.page')}
          items={[
            { key: 'threads', label: t('wall.floor.pageThreads') },
            { key: 'floor', label: t('wall.floor.pageFloor') },
          ]}
          value={page}
          onChange={to => change({ page: to })}
        />
        <ToolbarButton icon={Bell} label={t('wall.floor.alarms')} fold onClick={() => setSetting(true)} />
        <IconButton
          icon={RefreshCw}
          label={t('wall.floor.cycle')}
          keys="C"
          active={kiosk.cycles}
          aria-pressed={kiosk.cycles}
          onClick={kiosk.toggleCycles}
        />
        <IconButton
          icon={Maximize}
          label={t('wall.floor.fullScreen')}
          keys="F"
          active={kiosk.isFull}
          aria-pressed={kiosk.isFull}
          onClick={kiosk.toggleFull}
        />
      </div>
      {page === 'floor' || isNew ? (
        <div className={page === 'floor' ? styles.body : styles.above}>
          {page === 'floor' ? (
            <Floor floor={floor} loading={loading} error={error}>
              <FloorPage floor={floor} raised={alarms.raised} onNote={alarms.note} />
            </Floor>
          ) : (
            <RaisedAlarms raised={alarms.raised} rows={floor.rows} onNote={alarms.note} />
          )}
        </div>
      ) : null}
      {page === 'threads' ? (
        <Threads choice={choice} change={change} view={view} loading={loading} error={error} />
      ) : null}
      {setting ? <AlarmsDialog onClose={() => setSetting(false)} /> : null}
    </div>
  )
}

interface FloorProps {
  floor: FloorState
  /** Of the tickets: what there is where the server does not count. */
  loading: boolean
  error: unknown
  children: ReactNode
}

function Floor({ floor, loading, error, children }: FloorProps) {
  const { t } = useTexts()
  const failed = floor.isOffered ? (floor.answer ? null : floor.error) : error
  if (failed !== null)
    return (
      <LoadError
        title={t('wall.failed')}
        error={failed}
        onRetry={() => (floor.isOffered ? floor.ask() : void reloadLists())}
      />
    )
  if (floor.isOffered ? floor.answer === null : loading)
    return <SkeletonRows count={6} height={120} label={t('common.loading')} />
  return children
}

interface ThreadsProps {
  choice: WallChoice
  change: (part: Partial<WallChoice>) => void
  view: SavedView | null
  loading: boolean
  error: unknown
}

/** Up to nine live threads at a glance. */
function Threads({ choice, change, view, loading, error }: ThreadsProps) {
  const { t } = useTexts()
  const [held, setHeld] = useState<number | null>(null)
  const [picking, setPicking] = useState(false)
  const ids = useArrangement(choice, held, !loading)
  const { pinned, mode, tiles } = choice

  const pin = useCallback(
    (id: number, on: boolean) =>
      change({ pinned: on ? [...pinned, id].slice(-MOST_TILES) : pinned.filter(one => one !== id) }),
    [change, pinned],
  )
  const unpin = useCallback((id: number) => pin(id, false), [pin])
  usePinned(pinned, unpin)

  return (
    <>
      <div className={styles.bar}>
        <div className={styles.shows}>
          <SegmentedTabs
            id="wall-mode"
            look="pill"
            label={t('wall.mode')}
            items={[
              { key: 'risk', label: t('wall.risk') },
              { key: 'chosen', label: t('wall.chosen'), count: pinned.length },
            ]}
            value={mode}
            onChange={next => change({ mode: next })}
          />
          {mode === 'risk' ? (
            <ViewSelect value={view?.id ?? null} onChange={viewId => change({ viewId })} />
          ) : null}
          {mode === 'risk' ? (
            <label className={styles.count}>
              <span aria-hidden="true">{t('wall.tiles')}</span>
              <select
                aria-label={t('wall.tiles')}
                value={tiles}
                onChange={event => change({ tiles: Number(event.target.value) as WallChoice['tiles'] })}
              >
                {TILE_COUNTS.map(count => (
                  <option key={count} value={count}>
                    {count}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
        </div>
        <ToolbarButton icon={ListPlus} label={t('wall.choose')} fold onClick={() => setPicking(true)} />
      </div>
      <Resting />
      <div
        className={styles.body}
        id={`wall-mode-panel-${mode}`}
        role="tabpanel"
        aria-labelledby={`wall-mode-tab-${mode}`}
      >
        <Body ids={ids} loading={loading} error={error} choosing={mode === 'chosen'}>
          <ul className={styles.grid} data-grid={gridOf(ids.length)} aria-label={t('wall.threads')}>
            {ids.map(id => (
              <WallTile key={id} ticketId={id} pinned={pinned.includes(id)} onPin={pin} onHold={setHeld} />
            ))}
          </ul>
        </Body>
      </div>
      {picking ? (
        <PickDialog
          pinned={pinned}
          onSave={next => {
            change({ pinned: [...next], ...(next.length > 0 ? { mode: 'chosen' } : { mode: 'risk' }) })
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </>
  )
}

/** Colleagues who are on a break now; nothing while nobody is. */
function Resting() {
  const { t } = useTexts()
  const resting = useUsers().filter(user => user.break !== null)
  useEffect(() => void usersDirectory.ensure(), [])
  if (resting.length === 0) return null
  return (
    <ul className={styles.resting} aria-label={t('wall.resting')}>
      {resting.map(user => (
        <li key={user.id}>
          <Avatar name={user.name} size={20} online={user.online} />
          <bdi>{user.name}</bdi>
          <BreakPill user={user} />
        </li>
      ))}
    </ul>
  )
}

interface BodyProps {
  ids: readonly number[]
  loading: boolean
  error: unknown
  choosing: boolean
  children: ReactNode
}

function Body({ ids, loading, error, choosing, children }: BodyProps) {
  const { t } = useTexts()
  if (ids.length > 0) return children
  if (loading) return <SkeletonRows count={6} height={120} label={t('common.loading')} />
  if (error !== null)
    return <LoadError title={t('wall.failed')} error={error} onRetry={() => void reloadLists()} />
  return (
    <EmptyState
      drawing={Talking}
      title={choosing ? t('wall.nothingChosen') : t('wall.nothingOpen')}
      text={choosing ? t('wall.nothingChosenText') : t('wall.nothingOpenText')}
    />
  )
}
