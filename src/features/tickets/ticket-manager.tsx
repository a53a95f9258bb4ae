import { holds } from '@contract'
import { AlarmClock, LayoutGrid } from 'lucide-react'
import { memo, useCallback, useMemo, useState } from 'react'
import { useTexts } from '@/i18n'
import { type Command, useCommands } from '@/stores/commands'
import { useKeyActions } from '@/stores/key-actions'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { useGroupRules } from '@/stores/settings'
import {
  chooseShowAll,
  countOf,
  loadMore,
  type StoredTicket,
  useTicketList,
  useTicketScope,
  useTicketsStore,
} from '@/stores/tickets'
import { cx, EmptyState, looks, NothingFound, SegmentedTabs, type TabItem, useSteadyNavigate } from '@/ui'
import { CloseAllDialog, NewTicketDialog, SpyDialog } from './dialogs'
import { enterList } from './enter-list'
import { counted, ManagerHead, openWall } from './manager-head'
import {
  listOfTabs,
  type MainTab,
  type OpenTab,
  showList,
  showOpenTab,
  showTab,
  useManager,
} from './manager-state'
import { QueueFilter } from './queue-filter'
import { SearchBar, useAsked } from './search-bar'
import { TicketList } from './ticket-list'
import styles from './ticket-manager.module.css'
import { usePressTicket } from './use-press-ticket'
import { ticketPath, useTicketActions } from './use-ticket-actions'
import { NoView, ViewBar } from './views'

/** Next or previous row of the list on screen; with `unread` only those with unread messages. */
function step(from: number | null, by: 1 | -1, unread: boolean): StoredTicket | undefined {
  const { lists, byId } = useTicketsStore.getState()
  const name = listOfTabs(useManager.getState())
  const { ids } = lists[name]
  const at = from === null ? -1 : ids.indexOf(from)
  let place = at < 0 ? (by > 0 ? 0 : ids.length - 1) : at + by
  for (; place >= 0 && place < ids.length; place += by) {
    const ticket = byId.get(ids[place] as number)
    if (ticket && (!unread || ticket.unreadMessages > 0)) {
      if (place >= ids.length - 3) void loadMore(name)
      return ticket
    }
  }
  return undefined
}

/** Shows a list by a key: the arrows go on in it. */
function enterTab(show: () => void): void {
  show()
  enterList()
}

/** Shows the search by a key: its field takes the keyboard when it is drawn, and here where it stands already. */
function enterSearch(): void {
  showTab('search')
  document.querySelector<HTMLElement>('[data-pane=list] search input')?.focus({ preventScroll: true })
}

export interface TicketManagerProps {
  currentId: number | null
}

/** The left pane: tabs with counts, filters, the list, and what is done from it. */
export const TicketManager = memo(function TicketManager({ currentId }: TicketManagerProps) {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const user = useUser()
  const actions = useTicketActions()
  const { tab, openTab } = useManager()
  const groups = useGroupRules()
  const scope = useTicketScope()
  const asked = useAsked()
  const results = useTicketList('search')
  const open = useTicketsStore(state => countOf(state, 'assigned'))
  const pending = useTicketsStore(state => countOf(state, 'pending'))
  const snoozed = useTicketsStore(state => countOf(state, 'snoozed'))
  const snoozes = useOffered('snooze')
  const [creating, setCreating] = useState(false)
  const [closing, setClosing] = useState(false)
  const [spied, setSpied] = useState<StoredTicket | null>(null)
  const shownTab: MainTab = tab === 'groups' && !groups.tab ? 'open' : tab
  const list = listOfTabs({ tab: shownTab, openTab })
  const mayShowAll = user !== null && holds(user, 'tickets-manager:showall')
  const mayWatch = user !== null && holds(user, 'tickets:spy')
  const mayCloseAll = user !== null && holds(user, 'tickets-manager:closeAll')

  const { accept, acceptOldest } = actions
  const onOpen = usePressTicket()
  const onAccept = useCallback((ticket: StoredTicket) => void accept(ticket), [accept])
  const create = useCallback(() => setCreating(true), [])
  const closeAll = useCallback(() => setClosing(true), [])
  const onSpy = useCallback((ticket: StoredTicket) => setSpied(ticket), [])

  const go = (by: 1 | -1, unread: boolean): boolean => {
    const ticket = step(currentId, by, unread)
    if (!ticket) return false
    onOpen(ticket)
    return true
  }
  useKeyActions('list', {
    nextTicket: () => go(1, false),
    previousTicket: () => go(-1, false),
    nextUnread: () => go(1, true),
    previousUnread: () => go(-1, true),
    tabAssigned: () => enterTab(() => showOpenTab('assigned')),
    tabPending: () => enterTab(() => showOpenTab('pending')),
    tabSnoozed: snoozes ? () => enterTab(() => showOpenTab('snoozed')) : null,
    tabGroups: groups.tab ? () => enterTab(() => showTab('groups')) : null,
    tabClosed: () => enterTab(() => showTab('closed')),
    findEverywhere: enterSearch,
    acceptOldest,
  })

  useCommands(
    'wall',
    useMemo<Command[]>(
      () =>
        mayWatch
          ? [{ id: 'wall', title: t('tickets.wall'), group: 'actions', icon: LayoutGrid, run: openWall }]
          : [],
      [mayWatch, t],
    ),
  )

  const openTabs: TabItem<OpenTab>[] = [
    { key: 'assigned', label: t('tickets.tabs.assigned'), ...counted(open) },
    { key: 'pending', label: t('tickets.tabs.pending'), ...counted(pending) },
    // Most have none: the words of the others need the room.
    ...(openTab === 'snoozed' || (snoozes && snoozed)
      ? [
          {
            key: 'snoozed' as const,
            label: t('tickets.tabs.snoozed'),
            icon: AlarmClock,
            iconOnly: true,
            ...counted(snoozed),
          },
        ]
      : []),
  ]
  const listLabel = shownTab === 'open' ? t(`tickets.tabs.${openTab}`) : t(`tickets.tabs.${shownTab}`)

  return (
    <div className={styles.manager}>
      <ManagerHead
        shown={shownTab}
        grouped={groups.tab}
        mayWatch={mayWatch}
        onCreate={create}
        onCloseAll={mayCloseAll ? closeAll : null}
      />
      {shownTab === 'search' ? <SearchBar /> : null}
      {shownTab === 'view' ? (
        <div className={styles.filters}>
          <ViewBar />
        </div>
      ) : null}
      {shownTab === 'search' || shownTab === 'view' ? null : (
        <div className={styles.filters}>
          {shownTab === 'open' ? (
            <SegmentedTabs
              id="open-tickets"
              look="pill"
              label={t('tickets.tabs.status')}
              items={openTabs}
              value={openTab}
              onChange={showOpenTab}
            />
          ) : (
            <span />
          )}
          <div className={styles.headActions}>
            {mayShowAll ? (
              <button
                type="button"
                role="switch"
                aria-checked={scope.showAll}
                title={t('tickets.showAllHint')}
                className={cx(styles.toggle, scope.showAll && styles.on)}
                onClick={() => chooseShowAll(!scope.showAll)}
              >
                {t('tickets.showAll')}
              </button>
            ) : null}
            <QueueFilter sorts={shownTab === 'open' && openTab !== 'snoozed'} />
          </div>
        </div>
      )}
      <div
        className={looks.pane}
        role="tabpanel"
        id={`ticket-lists-panel-${shownTab}`}
        aria-labelledby={`ticket-lists-tab-${shownTab}`}
      >
        {shownTab === 'search' && !asked.asked ? (
          <EmptyState
            drawing={NothingFound}
            title={t('tickets.tabs.search')}
            text={t('tickets.searchHint')}
          />
        ) : shownTab === 'view' && !scope.view ? (
          <NoView />
        ) : (
          <>
            {shownTab === 'search' && results.status === 'ready' && results.ids.length > 0 ? (
              <p className={styles.found} role="status">
                {t(
                  results.total === null && results.hasMore ? 'tickets.searchSoFar' : 'tickets.searchResults',
                  {
                    count: results.total ?? results.ids.length,
                  },
                )}
              </p>
            ) : null}
            <div
              className={looks.pane}
              {...(shownTab === 'open'
                ? {
                    role: 'tabpanel',
                    id: `open-tickets-panel-${openTab}`,
                    'aria-labelledby': `open-tickets-tab-${openTab}`,
                  }
                : {})}
            >
              <TicketList
                key={shownTab === 'view' ? scope.view?.id : undefined}
                name={list}
                label={shownTab === 'view' && scope.view ? scope.view.name : listLabel}
                currentId={currentId}
                searched={shownTab === 'search' ? asked.text.trim() : ''}
                onOpen={onOpen}
                onAccept={onAccept}
                onSpy={onSpy}
              />
            </div>
          </>
        )}
      </div>
      {creating ? (
        <NewTicketDialog
          onClose={() => setCreating(false)}
          onCreated={ticket => {
            setCreating(false)
            showList('assigned')
            void navigate(ticketPath(ticket.uuid))
          }}
        />
      ) : null}
      {closing ? <CloseAllDialog onClose={() => setClosing(false)} /> : null}
      {spied ? <SpyDialog ticketId={spied.id} onClose={() => setSpied(null)} /> : null}
    </div>
  )
})
