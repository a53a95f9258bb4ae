import {
  type ComponentType,
  memo,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { startAttendance } from '@/stores/attendance'
import { shareDraftWithWindow } from '@/stores/drafts'
import { useKeyActions } from '@/stores/key-actions'
import { useMessages } from '@/stores/messages'
import type { StoredTicket } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import {
  afterPaint,
  cx,
  PaneSplitter,
  SegmentedTabs,
  SkeletonRows,
  useNarrow,
  usePaneWidth,
  useSteadyNavigate,
} from '@/ui'
import { Conversation } from './conversation'
import { enterList, focusSoon } from './enter-list'
import { TicketManager } from './ticket-manager'
import styles from './tickets-screen.module.css'
import { useChangedQuestion } from './use-changed-question'
import { useOpenTicket } from './use-open-ticket'
import { LIST_PATH } from './use-ticket-actions'

/**
 * Width of an element, kept up to date: what fits beside the thread depends on the room the menu leaves, not on the
 * window.
 * @returns a ref to put on the element, and its width in pixels; the window's until it is measured.
 */
function useWidth(): [(element: HTMLElement | null) => void, number] {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [width, setWidth] = useState(() => window.innerWidth)
  // Before it is painted: whether list and thread stand side by side hangs on it.
  useLayoutEffect(() => {
    if (!element) return
    const measure = (): void => setWidth(element.clientWidth || window.innerWidth)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [setElement, width]
}

/** What a screen of one pane shows of the two: the conversation, or the lists. */
type Side = 'ticket' | 'manager'

/**
 * The side a screen of one pane shows. A chosen ticket comes to the front, also the one that is open already; a left one gives
 * way to the list.
 */
export function useSide(uuid: string | undefined): [Side, (side: Side) => void] {
  // A new one with every step, also to the address that is there.
  const { key } = useLocation()
  const [side, setSide] = useState<Side>(uuid ? 'ticket' : 'manager')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step counts, whatever its address
  useEffect(() => setSide(uuid ? 'ticket' : 'manager'), [uuid, key])
  return [side, setSide]
}

/**
 * Opens a ticket in a window of its own. The console goes back to the list: one ticket has one composer at a time,
 * and its draft travels with it.
 */
function usePopOut(): (ticket: StoredTicket) => void {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  return useCallback(
    ticket => {
      shareDraftWithWindow(ticket.id)
      void window.turno.windows.popOut({ uuid: ticket.uuid }).then(answer => {
        if (answer.ok) void navigate(LIST_PATH)
        else toasts.error(t('tickets.popout.failed'))
      })
    },
    [navigate, t],
  )
}

const STORAGE_KEY = 'turno.pane.tickets-contact.folded'

const remembered = (): boolean => {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'true'
  } catch {
    return true // no storage: open where there is room
  }
}

/**
 * Whether the contact panel stands open. Where there is room the choice is remembered on this computer; where there
 * is none the panel begins folded and lies over the thread only as long as it is wanted.
 * @param roomy whether list, thread and panel fit side by side.
 * @returns whether it is open, what opens and folds it, and whether it comes in because it was just asked for.
 */
function usePanelOpen(
  roomy: boolean,
): [boolean, (open: boolean) => void, { moves: boolean; rest: () => void }] {
  const [beside, setBeside] = useState(remembered)
  const [over, setOver] = useState(false)
  const [moves, setMoves] = useState(false)
  const rest = useCallback(() => setMoves(false), [])
  const set = useCallback(
    (open: boolean) => {
      setMoves(open)
      if (!roomy) {
        setOver(open)
        return
      }
      setBeside(open)
      try {
        localStorage.setItem(STORAGE_KEY, String(!open))
      } catch {
        // storage full or switched off: the choice lasts for this session
      }
    },
    [roomy],
  )
  return [roomy ? beside : over, set, { moves, rest }]
}

/** What stands beside a conversation waits for its first bubbles, but not longer than this. Milliseconds. */
const LONGEST_MS = 150

/**
 * The ticket whose conversation is painted: what stands beside it is drawn then, in pieces, so that it never stands between a
 * press and the first bubbles. While another one is opened it is the one before; without any, none.
 */
function usePaintedTicket(ticket: StoredTicket | null): StoredTicket | null {
  const id = ticket?.id ?? null
  const read = useMessages(state => id !== null && (state.threads.get(id)?.phase ?? 'loading') !== 'loading')
  const [paintedId, setPaintedId] = useState<number | null>(null)
  const last = useRef<StoredTicket | null>(null)
  const isPainted = paintedId === id
  if (ticket === null || isPainted) last.current = ticket
  useEffect(() => {
    if (id === null || isPainted) return
    const follow = (): void => startTransition(() => setPaintedId(id))
    if (read) return afterPaint(follow)
    const timer = setTimeout(follow, LONGEST_MS)
    return () => clearTimeout(timer)
  }, [id, isPainted, read])
  return last.current
}

const LIST_WIDTH = { initial: 340, min: 260, max: 480 } as const
const PANEL_WIDTH = { initial: 320, min: 280, max: 420 } as const
/** The thread keeps this much beside list and panel, else the panel folds first. */
const THREAD_PX = 480

/** Frames within which the panel stands there with its fields. */
const PANEL_FRAMES = 240

export interface ContactPanelProps {
  ticket: StoredTicket
  onClose: () => void
}

export interface TicketsScreenProps {
  /** What stands right of the thread; without it the header offers no switch. */
  contactPanel?: ComponentType<ContactPanelProps>
  /** Opens the dialog that schedules a message for the ticket's contact. */
  onSchedule?: (ticket: StoredTicket) => void
}

/** Drawn again only for another ticket, not for every change of the screen around it. */
const MemoisedPanel = memo(function MemoisedPanel({
  is: Panel,
  ...props
}: ContactPanelProps & { is: ComponentType<ContactPanelProps> }) {
  return <Panel {...props} />
})

/** /tickets and /tickets/{uuid}: list, conversation, contact. The parameter may be called uuid or ticketId. */
export function TicketsScreen({ contactPanel: Panel, onSchedule }: TicketsScreenProps) {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const params = useParams()
  const uuid = params.uuid ?? params.ticketId
  const narrow = useNarrow()
  const [measured, width] = useWidth()
  const [listWidth, setListWidth] = usePaneWidth('tickets-list', LIST_WIDTH)
  const [panelWidth, setPanelWidth] = usePaneWidth('tickets-contact', PANEL_WIDTH)
  // Where the thread would be squeezed beside the narrowest list, one of the two stands at a time.
  const single = narrow || width < LIST_WIDTH.min + THREAD_PX
  const roomy = !single && width >= Math.min(listWidth, LIST_WIDTH.initial) + THREAD_PX + PANEL_WIDTH.initial
  const [panelOpen, setPanelOpen, coming] = usePanelOpen(roomy)
  const [side, setSide] = useSide(uuid)
  useChangedQuestion()
  const opening = useOpenTicket(uuid === 'undefined' ? undefined : uuid)

  const popOut = usePopOut()

  useEffect(() => {
    startAttendance()
  }, [])

  const ticket = opening.phase === 'shown' ? opening.ticket : null
  // The panel follows as soon as the conversation is painted; until then nobody can use the one before.
  const panelTicket = usePaintedTicket(ticket)
  const panelStale = panelTicket?.id !== ticket?.id

  // Its place is kept while the ticket behind a link is asked for, or the conversation would be squeezed afterwards.
  const expected = roomy && opening.phase === 'loading'
  const showPanel = Panel !== undefined && panelOpen && (ticket !== null || expected)
  // The conversation drawn ahead must find its header unchanged when it comes on screen.
  const switched = Panel ? panelOpen : undefined
  const panel = useMemo(
    () => (switched === undefined ? undefined : { open: switched, toggle: () => setPanelOpen(!switched) }),
    [switched, setPanelOpen],
  )
  // The note's field stands in the panel; asked for again, the answer's.
  const toggleNote = (): void => {
    const note = (): HTMLElement | null => document.querySelector('[data-note-field]')
    if (document.activeElement?.matches('[data-note-field]')) {
      document.querySelector<HTMLElement>('[data-testid=composer-text]')?.focus()
      return
    }
    setPanelOpen(true)
    focusSoon(note, PANEL_FRAMES)
  }
  useKeyActions('conversation', { note: switched !== undefined && ticket !== null ? toggleNote : null })
  const closePanel = useCallback(() => setPanelOpen(false), [setPanelOpen])

  if (uuid === 'undefined') return <Navigate to={LIST_PATH} replace />

  // Without a ticket there is nothing to change to.
  const sided = single && uuid !== undefined
  const shows = { list: !single || side === 'manager', ticket: !single || side === 'ticket' }
  const list = (
    <section
      id="tickets-list"
      role={shows.ticket ? undefined : 'main'}
      className={styles.list}
      style={single ? undefined : { width: listWidth }}
      aria-label={t('tickets.list')}
      data-pane="list"
    >
      <TicketManager currentId={ticket?.id ?? null} />
      {single ? null : (
        <PaneSplitter
          label={t('common.resizePane', { pane: t('tickets.list') })}
          value={listWidth}
          min={LIST_WIDTH.min}
          max={LIST_WIDTH.max}
          initial={LIST_WIDTH.initial}
          onChange={setListWidth}
          controls="tickets-list"
        />
      )}
    </section>
  )
  const conversation = (
    <main className={styles.conversation} aria-label={t('tickets.conversation')} data-pane="conversation">
      <Conversation
        opening={opening}
        narrow={narrow}
        onSchedule={onSchedule}
        onPopOut={popOut}
        panel={panel}
      />
    </main>
  )
  const contact =
    showPanel && Panel ? (
      <>
        {roomy ? (
          <PaneSplitter
            label={t('common.resizePane', { pane: t('tickets.header.panel') })}
            value={panelWidth}
            min={PANEL_WIDTH.min}
            max={PANEL_WIDTH.max}
            initial={PANEL_WIDTH.initial}
            onChange={setPanelWidth}
            pane="after"
            controls="tickets-contact"
          />
        ) : null}
        <aside
          id="tickets-contact"
          className={cx(styles.panel, !roomy && styles.over, coming.moves && styles.coming)}
          onAnimationEnd={({ target, currentTarget }) => target === currentTarget && coming.rest()}
          style={narrow ? undefined : { width: panelWidth }}
          aria-label={t('tickets.header.panel')}
          data-pane="contact"
          inert={panelStale}
          aria-busy={panelStale || panelTicket === null}
          onKeyDown={event => {
            // Lying over the thread it is one level to go back from.
            if (roomy || event.key !== 'Escape' || event.defaultPrevented) return
            event.stopPropagation()
            setPanelOpen(false)
          }}
        >
          {panelTicket ? (
            <MemoisedPanel key={panelTicket.id} is={Panel} ticket={panelTicket} onClose={closePanel} />
          ) : (
            <SkeletonRows count={5} height={56} label={t('common.loading')} />
          )}
        </aside>
      </>
    ) : null

  // One tree for both: what is open in the conversation stays open when the window is made smaller.
  return (
    <div className={cx(styles.frame, single && styles.single, narrow && styles.narrow)}>
      {sided ? (
        <SegmentedTabs
          id="tickets-side"
          label={t('tickets.tabs.narrow')}
          items={[
            { key: 'ticket', label: t('tickets.tabs.ticket') },
            { key: 'manager', label: t('tickets.tabs.manager') },
          ]}
          value={side}
          onChange={next => {
            setSide(next)
            if (next !== 'manager' || opening.phase !== 'forbidden') return
            void navigate(LIST_PATH)
            // The tabs go with the ticket.
            enterList()
          }}
        />
      ) : null}
      <div id={sided ? `tickets-side-panel-${side}` : undefined} ref={measured} className={styles.screen}>
        {shows.list ? list : null}
        {shows.ticket ? conversation : null}
        {shows.ticket ? contact : null}
      </div>
    </div>
  )
}
