/** Campaigns: their list, their settings, and the recipients of the one whose report is open. */
import {
  type Campaign,
  type CampaignOptOut,
  type CampaignRecipient,
  type CampaignSetting,
  type CampaignSettings,
  campaignSettingsBody,
  campaignSettingsOf,
  fold,
  REPORT_REFRESH_MS,
  type RecipientState,
  type ResponseOut,
} from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { eventsOf, registerFeed } from './feed'
import { byText, changesOf, createPagedList, newestFirst, pagesOf } from './paged-list'
import { createSessionStore } from './session-end'

/** An event that only tells of a campaign's progress may lack what it belongs to. */
const merged = (known: Campaign, update: Campaign): Campaign => ({
  ...update,
  whatsapp: update.whatsapp ?? (update.whatsappId === known.whatsappId ? known.whatsapp : null),
  contactList:
    update.contactList ?? (update.contactListId === known.contactListId ? known.contactList : null),
  figures: update.figures ?? known.figures,
})

/** The list of the campaigns screen. */
export const campaignsList = createPagedList<Campaign>({
  name: 'campaigns',
  order: byText(({ name }) => name),
  matches: ({ name }, search) => fold(name).includes(fold(search)),
  merge: merged,
  // The text is asked for in small letters.
  read: ({ searchParam, ...query }, ...more) =>
    pagesOf('campaigns.page')(
      { ...query, ...(searchParam && { searchParam: searchParam.toLowerCase() }) },
      ...more,
    ),
  onEvent: changesOf('campaign', 'record', 'id'),
})

export type RecipientFilters = { campaignId: number; state: RecipientState | null }

/** Whom the campaign of the report writes to, in its order. */
export const recipientsList = createPagedList<CampaignRecipient, RecipientFilters>({
  name: 'campaign recipients',
  filters: { campaignId: 0, state: null },
  order: (a, b) => a.id - b.id,
  matches: (row, search, { state }) =>
    fold(`${row.name} ${row.number}`).includes(fold(search)) && (state === null || row.state === state),
  read: async (query, { campaignId, state }, signal) => {
    const { records: rows, ...page } = await call('campaigns.recipients', {
      params: { id: campaignId },
      query: { ...query, ...(state === null ? {} : { state }) },
      signal,
    })
    return { rows, ...page }
  },
  onEvent: ({ channel, data }, { filters, search, rows, hasMore }) => {
    if (channel !== 'campaign' || data.action === 'delete' || data.record.id !== filters.campaignId)
      return null
    // Read while its list was still becoming recipients.
    const isWhole = filters.state === null && search === ''
    if (isWhole && rows.length === 0 && (data.record.figures?.total ?? 0) > 0) return { stale: true }
    const known = new Set(rows.map(row => row.id))
    // Rows that are not shown come with their page, or do not answer the search; in a list that is whole they are new.
    const isNew = isWhole && !hasMore && data.recipients.some(row => !known.has(row.id))
    if (filters.state === null && !isNew)
      return data.recipients.map(row => ({ patch: row.id, with: () => row }))
    return data.recipients.length > 0 ? { stale: true } : null
  },
})

/** What happened over time, as the server counts it. */
export type Timeline = ResponseOut<'campaigns.timeline'>

/** The campaign whose report is open. */
export interface ReportState {
  campaign: Campaign | null
  timeline: Timeline | null
  /** Recipients written to within the last minute, while that is known; null before. */
  perMinute: number | null
  status: 'loading' | 'ready' | 'failed' | 'gone'
  error: unknown
}

export const useReport = createSessionStore<ReportState>('campaign report', () => ({
  campaign: null,
  timeline: null,
  perMinute: null,
  status: 'loading',
  error: null,
}))

/** Over how long the present speed is counted. Milliseconds. */
const SPEED_MS = 60_000

/** Recipients that were written to: the question or the message left. */
const writtenTo = ({ figures }: Campaign): number | null =>
  figures &&
  figures.asked + figures.confirmed + figures.sending + figures.sent + figures.delivered + figures.failed

/**
 * Counts how fast a campaign is now, by the figures it tells.
 * @returns takes a figure of an instant (milliseconds); answers recipients a minute, null until a while was seen.
 */
export function speedometer(): (written: number | null, now: number) => number | null {
  let seen: { at: number; written: number }[] = []
  return (written, now) => {
    if (written === null) return null
    // A clock that was set back, or a campaign that forgot some: counted anew.
    const last = seen.at(-1)
    if (last && (now < last.at || written < last.written)) seen = []
    seen = [...seen.filter(({ at }) => now - at <= SPEED_MS), { at: now, written }]
    const first = seen[0]
    if (!first || now - first.at < SPEED_MS / 6) return null
    return Math.round(((written - first.written) / (now - first.at)) * 60_000)
  }
}

/** Least time between two readings of what happened over time. Milliseconds. */
const TIMELINE_MS = 2_000

/** Reads the report that is open; nothing without one. */
let readOpen: (() => Promise<void>) | null = null
/** Reads the campaign whose report is open again, after it could not be read. Never throws: the state says what happened. */
export const readReport = async (): Promise<void> => readOpen?.()

/**
 * Keeps the report of one campaign true while it is shown: figures by events, what happened over time every few
 * seconds, everything once more after the campaign ended.
 * @param withTimeline whether the server says what happened over time.
 * @returns how to stop.
 */
export function followReport(id: number, withTimeline: boolean): () => void {
  const asking = new AbortController()
  const { signal } = asking
  let timer: ReturnType<typeof setTimeout> | null = null
  let last: ReturnType<typeof setTimeout> | null = null
  const speed = speedometer()
  useReport.setState({ campaign: null, timeline: null, perMinute: null, status: 'loading', error: null })

  const drawn = async (): Promise<void> => {
    if (!withTimeline) return
    try {
      const timeline = await call('campaigns.timeline', { params: { id }, signal })
      if (!signal.aborted) useReport.setState({ timeline })
    } catch {
      // The chart keeps what it shows; the report itself says what went wrong.
    }
  }
  const scheduleReload = (): void => {
    timer ??= setTimeout(() => {
      timer = null
      void drawn()
    }, TIMELINE_MS)
  }
  const load = async (): Promise<void> => {
    try {
      const campaign = await call('campaigns.get', { params: { id }, signal })
      if (!signal.aborted) useReport.setState({ campaign, status: 'ready', error: null })
    } catch (error) {
      if (!signal.aborted)
        useReport.setState(state => ({ status: state.campaign ? 'ready' : 'failed', error }))
    }
    await drawn()
  }
  readOpen = load
  void load()
  const leave = registerFeed({
    name: 'campaign-report',
    applyEvents(events) {
      for (const data of eventsOf(events, 'campaign')) {
        if (data.action === 'delete') {
          if (data.id === id) useReport.setState({ status: 'gone' })
          continue
        }
        if (data.record.id !== id) continue
        useReport.setState(state => {
          const campaign = state.campaign ? merged(state.campaign, data.record) : data.record
          return { campaign, perMinute: speed(writtenTo(campaign), Date.now()) }
        })
        scheduleReload()
        if (data.record.status !== 'FINALIZADA' || last) continue
        // What the phones said last comes in after the end.
        last = setTimeout(() => {
          last = null
          void load()
          void recipientsList.reload()
        }, REPORT_REFRESH_MS)
      }
    },
    refetch: () => load(),
  })
  return () => {
    asking.abort()
    if (readOpen === load) readOpen = null
    for (const one of [timer, last]) if (one) clearTimeout(one)
    leave()
  }
}

/** Rows of the settings as the server keeps them; `useCampaignSettings` says what they mean. */
export const campaignSettingsDirectory = createDirectory<CampaignSetting>({
  name: 'campaign settings',
  read: () => call('campaignSettings.list'),
})

export const useCampaignSettings = (): CampaignSettings =>
  campaignSettingsOf(campaignSettingsDirectory.use(state => state.items))

/** Saves all settings. */
export async function saveCampaignSettings(settings: CampaignSettings): Promise<void> {
  const items = await call('campaignSettings.save', { body: { settings: campaignSettingsBody(settings) } })
  campaignSettingsDirectory.use.setState({ items, status: 'ready', error: null })
}

/** Who wants no more campaigns, newest first. */
export const optOutsList = createPagedList<CampaignOptOut>({
  name: 'campaign opt-outs',
  order: newestFirst(({ createdAt }) => createdAt),
  read: pagesOf('campaignOptOuts.page'),
})
