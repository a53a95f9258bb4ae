import { type ComponentType, memo, useCallback, useEffect, useMemo } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { startAttendance } from '@/stores/attendance'
import { useKeyActions } from '@/stores/key-actions'
import type { StoredTicket } from '@/stores/tickets'
import {
  cx,
  PaneSplitter,
  SegmentedTabs,
  SkeletonRows,
  useNarrow,
  usePaneWidth,
  useSteadyNavigate,
} from '@/ui'
import { Conversation } from './conversation'
import { focusSoon } from './enter-list'
import { TicketManager } from './ticket-manager'
import styles from './tickets-screen.module.css'
import { useOpenTicket } from './use-open-ticket'
import { usePaintedTicket } from './use-painted-ticket'
import { usePanelOpen } from './use-panel-open'
import { usePopOut } from './use-pop-out'
import { useSide } from './use-side'
import { LIST_PATH } from './use-ticket-actions'
import { useWidth } from './use-width'

const LIST_WIDTH = { initial: 340, min: 260, max: 480 } as const
const PANEL_WIDTH = { initial: 320, min: 280, max: 420 } as const
/** The thread keeps this much beside list and panel, else the panel folds first (docs/look.md section 3). */
const THREAD_PX = 480

/** Frames within which the panel stands there with its fields. */
const PANEL_FRAMES = 60

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
  const roomy = !narrow && width >= Math.min(listWidth, LIST_WIDTH.initial) + THREAD_PX + PANEL_WIDTH.initial
  const [panelOpen, setPanelOpen] = usePanelOpen(roomy)
  const [side, setSide] = useSide(uuid)
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

  const list = (
    <section
      id="tickets-list"
      className={styles.list}
      style={narrow ? undefined : { width: listWidth }}
      aria-label={t('tickets.list')}
      data-pane="list"
    >
      <TicketManager currentId={ticket?.id ?? null} />
      {narrow ? null : (
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
          className={cx(styles.panel, !roomy && styles.over)}
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

  const shows = { list: !narrow || side === 'manager', ticket: !narrow || side === 'ticket' }
  // One tree for both: what is open in the conversation stays open when the window is made narrow.
  return (
    <div className={cx(styles.frame, narrow && styles.narrow)}>
      {narrow ? (
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
            if (next === 'manager' && opening.phase === 'forbidden') void navigate(LIST_PATH)
          }}
        />
      ) : null}
      <div id={narrow ? `tickets-side-panel-${side}` : undefined} ref={measured} className={styles.screen}>
        {shows.list ? list : null}
        {shows.ticket ? conversation : null}
        {shows.ticket ? contact : null}
      </div>
    </div>
  )
}
