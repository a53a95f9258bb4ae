/**
 * The campaign engine. All its state is in the database: which campaign runs, who is next and when, what was stored for
 * whom. One round is one transaction (./round.ts); what it stored leaves through the outbox (../outgoing), which asks
 * about a message after a crash instead of sending it again. So neither a kill, nor a second process, nor a clock that
 * jumps sends anything twice or forgets anybody.
 */
import { afterQuiet, campaignPause, longestGapMs, type StopReason } from '@contract'
import { and, asc, eq, gte, lt } from 'drizzle-orm'
import { WRITTEN_BY } from '../../authors'
import { ChannelError } from '../../desk/channel/channel'
import { resendToChannel, sendToChannelInTurn } from '../../desk/outgoing'
import { templatesOf } from '../../desk/templates/list'
import { ApiError } from '../../errors'
import { every, type Job, NOTHING } from '../../every'
import { createFairQueue } from '../../fair-queue'
import { reasonOf } from '../../log'
import type { Companies } from '../../platform/db/by-company'
import type { Db } from '../../platform/db/client'
import { whatsappOf } from '../../platform/db/company-rows'
import { campaignRecipients, campaigns, messages, tickets, whatsapps } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { filesFor } from './compose'
import { NOT_CONNECTED } from './follow'
import { isIdle } from './idle'
import { changed } from './live'
import { beginDue, prepare } from './prepare'
import { type Sheet, type Taken, takeRound } from './round'
import { attachmentOf, type CampaignRow, mayCampaign } from './rows'
import { settingsFor, tempoOf } from './settings'
import { checkedTemplate } from './template'

const TICK_MS = 500
/** Most rounds of one campaign in one tick; with an interval of 0 this is its top speed. */
const MOST_A_TICK = 50
/** How long a connection may be down before its campaign is stopped. */
const DOWN_MS = 5 * 60_000
/** How often messages that waited for the number are looked for when nothing else is left. */
const LOOK_AGAIN_MS = 30_000
/** Most messages handed over again at once. */
const AGAIN_PAGE = 100

const isRunning = eq(campaigns.status, 'EM_ANDAMENTO')

async function stop(app: Workspace, campaign: CampaignRow, stopReason: StopReason, at: Date): Promise<void> {
  await app.db
    .company(campaign.companyId)
    .update(campaigns)
    .set({ status: 'CANCELADA', stopReason, nextAt: null, downSince: null, updatedAt: at.toISOString() })
    .where(and(eq(campaigns.id, campaign.id), isRunning))
  app.log.warn('campaign stopped', { campaignId: campaign.id, reason: stopReason })
  changed(app, campaign.companyId, campaign.id)
}

/** A campaign waits a while for a connection that is down; without a connection it stops. */
async function waitForConnection(app: Workspace, campaign: CampaignRow, at: Date): Promise<void> {
  const since = campaign.downSince === null ? null : Date.parse(campaign.downSince)
  if (campaign.whatsappId === null || (since !== null && at.getTime() - since > DOWN_MS))
    return stop(app, campaign, 'connection', at)
  // A start in the future was written before the clock was set back.
  if (since === null || since > at.getTime())
    await app.db
      .company(campaign.companyId)
      .update(campaigns)
      .set({ downSince: at.toISOString() })
      .where(eq(campaigns.id, campaign.id))
}

const isStillRunning = async (db: Db, id: number): Promise<boolean> =>
  (await db.$count(campaigns, and(eq(campaigns.id, id), isRunning))) > 0

/** Hands over what was stored while the number was down and never left. */
async function sendWhatWaited(app: Workspace, campaign: CampaignRow, at: Date): Promise<void> {
  const { campaignsLooked } = app.memory
  const last = campaignsLooked.get(campaign.id)
  if (last !== undefined && Math.abs(at.getTime() - last) < LOOK_AGAIN_MS) return
  campaignsLooked.set(campaign.id, at.getTime())
  const rows = await app.db
    .select({ row: messages, ticket: tickets })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(
      and(
        eq(messages.companyId, campaign.companyId),
        // How the campaign's client ids begin (./compose.ts); ';' follows ':'.
        gte(messages.clientId, `${WRITTEN_BY.campaign}${campaign.id}:`),
        lt(messages.clientId, `${WRITTEN_BY.campaign}${campaign.id};`),
        eq(messages.failure, NOT_CONNECTED),
      ),
    )
    .orderBy(asc(messages.seq))
    .limit(AGAIN_PAGE)
  // Messages that waited for the number also wait for the end of the quiet hours.
  const tempo =
    rows.length === 0
      ? null
      : await tempoOf(app.db, campaign.companyId, await settingsFor(app.db, campaign.companyId))
  if (tempo && afterQuiet(tempo, at.getTime()) > at.getTime()) return
  for (const { row, ticket } of rows) {
    // Somebody may have stopped it meanwhile.
    if (!(await isStillRunning(app.db, campaign.id))) return
    try {
      await resendToChannel(app, ticket, row)
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
    }
  }
}

/**
 * A next round too far ahead was written by another clock and counts from now. One inside the quiet hours, by the
 * present hours and zone, moves behind them.
 */
async function setRight(db: Db, campaign: CampaignRow, sheet: Sheet, at: Date): Promise<CampaignRow> {
  if (campaign.nextAt === null) return campaign
  const latest = afterQuiet(sheet.tempo, at.getTime() + longestGapMs(sheet.tempo.pace))
  const planned = Date.parse(campaign.nextAt)
  if (planned <= at.getTime()) return campaign
  const right = afterQuiet(sheet.tempo, Math.min(planned, latest))
  if (right === planned) return campaign
  const nextAt = new Date(right).toISOString()
  const stretchAt = at.toISOString()
  await db
    .company(campaign.companyId)
    .update(campaigns)
    .set({ nextAt, stretchAt })
    .where(eq(campaigns.id, campaign.id))
  return { ...campaign, nextAt, stretchAt }
}

/** Hands what a round stored to the channel. An error is already on the message. */
async function leave(app: Workspace, campaign: CampaignRow, { stored }: Taken): Promise<void> {
  if (!stored) return
  const { ticket, messages: rows } = stored
  for (const row of rows) {
    try {
      // A file of a refused try is the same message.
      if (row.failure === null) await sendToChannelInTurn(app, ticket, row)
      else await resendToChannel(app, ticket, row)
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      // The rest waits with it: the files make no sense without the text.
      if (error.code === NOT_CONNECTED) app.memory.campaignsLooked.delete(campaign.id)
    }
  }
}

/** The template as it is known; null when it is gone or must not be sent any more. */
async function templateOf(app: Workspace, { companyId, whatsappId, template }: CampaignRow) {
  if (!template) return null
  return checkedTemplate(app, companyId, whatsappId, template).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
}

/** Why its template must not be sent any more, as the provider last said. */
async function whyNot(app: Workspace, { companyId, whatsappId, template }: CampaignRow): Promise<StopReason> {
  if (!template || whatsappId === null) return 'template'
  const { templates } = await templatesOf(app, await whatsappOf(app.db, companyId, whatsappId), false)
  const known = templates.find(one => one.name === template.name && one.language === template.language)
  if (known?.status === 'PAUSED') return 'templatePaused'
  return known?.status === 'DISABLED' ? 'templateDisabled' : 'template'
}

/** @param before that of the round before: the files of a tick are shared once. */
async function sheetOf(app: Workspace, campaign: CampaignRow, before?: Sheet): Promise<Sheet> {
  const { companyId } = campaign
  const settings = await settingsFor(app.db, companyId)
  const owner = `campaign-${campaign.id}`
  const { attachment, words, files } =
    before ?? (await filesFor(app, companyId, owner, attachmentOf(campaign), campaign.fileListId))
  return {
    template: await templateOf(app, campaign),
    settings,
    tempo: await tempoOf(app.db, companyId, settings),
    ...{ attachment, words, files },
  }
}

/** Whether there may be something to do now. Usually there is not, and this costs one small query. */
async function mayAct(db: Db, campaign: CampaignRow, at: Date): Promise<boolean> {
  if (campaign.nextAt === null || Date.parse(campaign.nextAt) <= at.getTime()) return true
  if (Date.parse(campaign.nextAt) - at.getTime() > DOWN_MS) return true
  const alreadyConfirmed = and(
    eq(campaignRecipients.campaignId, campaign.id),
    eq(campaignRecipients.state, 'confirmed'),
  )
  return (await db.$count(campaignRecipients, alreadyConfirmed)) > 0
}

/** Whether a number must not start conversations until a known moment: each further try would make it worse. */
async function mayNotBegin(db: Db, whatsappId: number, at: Date): Promise<boolean> {
  const [row] = await db
    .select({ newChats: whatsapps.newChats })
    .from(whatsapps)
    .where(eq(whatsapps.id, whatsappId))
  return campaignPause(at.getTime(), row?.newChats ?? null) !== null
}

/** @param now gives the present instant: its rounds may take minutes on a slow number. */
async function run(app: Workspace, campaign: CampaignRow, now: () => Date): Promise<void> {
  const { id, companyId } = campaign
  const at = now()
  if (!(await mayCampaign(app.db, companyId, at))) return stop(app, campaign, 'company', at)
  if (campaign.preparedTo !== null) await prepare(app, id, companyId, at)
  if (campaign.whatsappId === null || !app.channel.isConnected(campaign.whatsappId))
    return waitForConnection(app, campaign, at)
  if (campaign.downSince !== null) {
    await app.db.company(companyId).update(campaigns).set({ downSince: null }).where(eq(campaigns.id, id))
    app.memory.campaignsLooked.delete(id)
  }
  // It continues by itself once the number may.
  if (await mayNotBegin(app.db, campaign.whatsappId, at)) return
  await sendWhatWaited(app, campaign, at)
  if (isIdle(app, id, at) || !(await mayAct(app.db, campaign, at))) return
  let last: Sheet | undefined
  for (let round = 0; round < MOST_A_TICK && app.work.owns(companyId); round++) {
    const [at, sheet] = [now(), await sheetOf(app, campaign, last)]
    if (campaign.template && !sheet.template) return stop(app, campaign, await whyNot(app, campaign), at)
    if (!last) await setRight(app.db, campaign, sheet, at)
    last = sheet
    const taken = await app.db.company(companyId).write(tx => takeRound(app, tx, id, sheet, at))
    if (taken.stopped) app.log.warn('campaign stopped', { campaignId: id, reason: taken.stopped })
    const touched = [...taken.skipped, ...(taken.recipient ? [taken.recipient.id] : [])]
    if (touched.length > 0 || taken.ended) changed(app, companyId, id, touched)
    await leave(app, campaign, taken)
    // The last message may have been the refusal that says so.
    if (await mayNotBegin(app.db, campaign.whatsappId, at)) return
    if (taken.idle) app.memory.idleCampaigns.set(id, at.getTime())
    if (!taken.more) return
  }
}

/** Campaigns of one number, one after the other. @param now gives the present instant. */
async function runOneByOne(app: Workspace, ids: readonly number[], now: () => Date): Promise<void> {
  for (const id of ids) {
    try {
      const [campaign] = await app.db
        .select()
        .from(campaigns)
        .where(and(eq(campaigns.id, id), isRunning))
      if (campaign && app.work.owns(campaign.companyId)) await run(app, campaign, now)
    } catch (error) {
      app.log.error('campaign round failed', { campaignId: id, reason: reasonOf(error) })
    }
  }
}

/**
 * Starts campaigns that are due and takes every round that is due, for numbers with nothing under way.
 * @param rounds rounds under way, by number: a slow number holds up no other.
 * @returns how many campaigns are running, and the rounds.
 */
async function beginRounds(app: Workspace, now: () => Date, rounds = createFairQueue(1)) {
  await beginDue(app, now())
  const running = await app.db
    .select({ id: campaigns.id, companyId: campaigns.companyId, whatsappId: campaigns.whatsappId })
    .from(campaigns)
    .where(and(isRunning, app.work.ownedCompanies(campaigns.companyId)))
    .orderBy(asc(campaigns.id))
  const byNumber = new Map<number, number[]>()
  for (const { id, companyId, whatsappId } of running) {
    const group = whatsappId ?? -companyId
    byNumber.set(group, [...(byNumber.get(group) ?? []), id])
  }
  const busy = new Set(rounds.busy())
  const begun = [...byNumber].flatMap(([group, ids]) =>
    busy.has(group) ? [] : [rounds.run(group, 0, () => runOneByOne(app, ids, now))],
  )
  return { running, begun }
}

/**
 * Starts campaigns that are due and takes every round that is due.
 * @param at the present instant.
 * @returns how many are running and do not only wait for answers and acks.
 */
export async function runCampaigns(app: Workspace, at: Date = new Date()): Promise<number> {
  const { running, begun } = await beginRounds(app, () => at)
  await Promise.all(begun)
  return running.filter(({ id }) => !isIdle(app, id, at)).length
}

/** How long the end waits for rounds under way, milliseconds: the next start asks about what they were sending. */
const LAST_ROUNDS_MS = 2_000

/** How long a connection was down before this process took over its company does not count: it is only connecting. */
export async function resumeCampaigns(db: Db, of?: Companies): Promise<void> {
  await db.platform
    .update(campaigns)
    .set({ downSince: null })
    .where(and(isRunning, of?.(campaigns.companyId)))
}

/** Runs campaigns until stopped. */
export function startCampaigns(app: Workspace): Job {
  const rounds = createFairQueue(1)
  const job = every(app, 'campaign.send', TICK_MS, async () => {
    const { running } = await beginRounds(app, () => new Date(), rounds)
    return running.every(({ id }) => isIdle(app, id, new Date())) ? NOTHING : null
  })
  return {
    async stop() {
      await job.stop()
      await rounds.settled(LAST_ROUNDS_MS)
    },
  }
}
