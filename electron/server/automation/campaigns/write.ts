/** Adds and changes campaigns and their states. */
import {
  CAMPAIGN_SLOTS,
  type campaignForm,
  filledSlots,
  fold,
  isCancellable,
  isEditable,
  isRemovable,
  isRestartable,
  isRetryable,
} from '@contract'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { listOf, publishList } from '../../desk/contact-lists/views'
import { refuseUnknownVariables } from '../../desk/file-lists/variables'
import { fileListOf } from '../../desk/file-lists/views'
import { UNSURE } from '../../desk/outgoing'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { whatsappOf } from '../../platform/db/company-rows'
import { campaignRecipients, campaigns } from '../../platform/db/schema'
import type { UploadedFile } from '../../platform/http/handlers'
import { keepUpload, NO_FILE } from '../../platform/media/store'
import type { Me, Workspace } from '../../workspace'
import { listOfTag } from './audience'
import { wordsOfFiles } from './compose'
import { type CampaignRow, type CampaignView, campaignFor, campaignView, refuseWithoutPlan } from './rows'
import { checkedTemplate, refuseUnreachable } from './template'

type CampaignForm = z.output<typeof campaignForm>

type Sendable = Pick<
  CampaignRow,
  'template' | 'whatsappId' | 'contactListId' | 'message1' | 'message2' | 'message3' | 'message4' | 'message5'
>

/**
 * Checks that there are a connection, recipients and something to say.
 * @throws ApiError ERR_CAMPAIGN_INCOMPLETE, naming the first missing field.
 */
function refuseIncomplete(row: Sendable): void {
  const field =
    filledSlots(row).length === 0 && !row.template
      ? 'message1'
      : row.whatsappId === null
        ? 'whatsappId'
        : row.contactListId === null
          ? 'contactListId'
          : null
  if (field) throw new ApiError('ERR_CAMPAIGN_INCOMPLETE', { field })
}

const TEXT_FIELDS = CAMPAIGN_SLOTS.flatMap(slot => [`message${slot}`, `confirmationMessage${slot}`] as const)

/**
 * Checks the texts of a campaign and of its file list, the questions only if it asks.
 * @throws ApiError ERR_CAMPAIGN_VARIABLE, naming the field and the first unknown variable.
 */
async function refuseUnknownIn(
  tx: Tx,
  companyId: number,
  row: Pick<CampaignRow, (typeof TEXT_FIELDS)[number] | 'confirmation' | 'template' | 'fileListId'>,
): Promise<void> {
  const sent = TEXT_FIELDS.filter(field => row.confirmation || field.startsWith('message'))
  await refuseUnknownVariables(
    tx,
    companyId,
    row.template?.values ?? {
      ...Object.fromEntries(sent.map(field => [field, row[field]])),
      fileListId: await wordsOfFiles(tx, companyId, row.fileListId),
    },
  )
}

/**
 * Turns a form into a row and checks that everything it names belongs to the company.
 * @param before the campaign so far: a list made from the same tag exists already.
 * @returns the row's values, and the list made from a tag, which consoles have to be sent; null without one.
 */
async function valuesOf(tx: Tx, me: Me, form: CampaignForm, before: CampaignRow | null) {
  const tagId = typeof form.tagListId === 'number' ? form.tagListId : null
  const { scheduledAt, tagListId: _tag, template = null, ...kept } = form
  const whatsappId = form.whatsappId ? (await whatsappOf(tx, me.companyId, form.whatsappId)).id : null
  const fileListId = form.fileListId ? (await fileListOf(tx, me.companyId, form.fileListId)).id : null
  const sameTag = tagId !== null && before?.tagListId === tagId && before.contactListId !== null
  const madeList =
    tagId !== null && !sameTag ? await listOfTag(tx, me.companyId, tagId, form.name, new Date()) : null
  const contactListId = sameTag
    ? before.contactListId
    : (madeList ?? (form.contactListId ? (await listOf(tx, me.companyId, form.contactListId)).id : null))
  const values = {
    ...kept,
    template,
    search: fold(form.name),
    whatsappId,
    fileListId,
    contactListId,
    tagListId: tagId,
    scheduledAt: scheduledAt ? new Date(scheduledAt).toISOString() : null,
  }
  if (values.scheduledAt !== null) {
    refuseIncomplete(values)
    await refuseUnreachable(tx, me.companyId, values)
  }
  await refuseUnknownIn(tx, me.companyId, values)
  return { values, madeList }
}

/**
 * Adds a campaign: scheduled when it has a time, else inactive.
 * @throws ApiError ERR_PLAN_LACKS, ERR_CAMPAIGN_INCOMPLETE, ERR_CAMPAIGN_NEEDS_TEMPLATE, those of `checkedTemplate`,
 *   and those for missing references.
 */
export async function createCampaign(app: Workspace, me: Me, form: CampaignForm): Promise<CampaignView> {
  await refuseWithoutPlan(app.db, me.companyId)
  await checkedTemplate(app, me.companyId, form.whatsappId, form.template)
  return app.db.company(me.companyId).write(async tx => {
    const { values, madeList } = await valuesOf(tx, me, form, null)
    const status = values.scheduledAt === null ? 'INATIVA' : 'PROGRAMADA'
    const [row] = await tx
      .insert(campaigns)
      .values({ ...values, companyId: me.companyId, userId: me.id, status })
      .returning({ id: campaigns.id })
    if (!row) throw new ApiError('ERR_INTERNAL')
    if (madeList !== null) await publishList(app, tx, me.companyId, madeList, 'create')
    return announced(app, tx, me, row.id, 'create')
  })
}

/** Publishes a change. @returns what consoles are sent. */
async function announced(app: Workspace, tx: Tx, me: Me, id: number, action: 'create' | 'update' = 'update') {
  const record = await campaignView(tx, id)
  app.realtime.toCompany(me.companyId, 'campaign', { action, record, recipients: [] })
  return record
}

/**
 * Changes a campaign. A cancelled one stays cancelled. With another list, recipients to whom nothing has left are
 * forgotten.
 * @throws ApiError ERR_CAMPAIGN_LOCKED when it is read-only, and as `createCampaign`.
 */
export async function updateCampaign(
  app: Workspace,
  me: Me,
  id: number,
  form: CampaignForm,
): Promise<CampaignView> {
  await campaignFor(app.db, me, id)
  await checkedTemplate(app, me.companyId, form.whatsappId, form.template)
  return app.db.company(me.companyId).write(async tx => {
    const row = await campaignFor(tx, me, id)
    if (!isEditable(row, Date.now())) throw new ApiError('ERR_CAMPAIGN_LOCKED')
    const { values, madeList } = await valuesOf(tx, me, form, row)
    const status =
      row.status === 'CANCELADA' ? row.status : values.scheduledAt === null ? 'INATIVA' : 'PROGRAMADA'
    await tx
      .update(campaigns)
      .set({ ...values, status, updatedAt: new Date().toISOString() })
      .where(eq(campaigns.id, id))
    if (values.contactListId !== row.contactListId) await forgetWaiting(tx, id)
    if (madeList !== null) await publishList(app, tx, me.companyId, madeList, 'create')
    return announced(app, tx, me, id)
  })
}

/** Recipients nobody wrote to yet are read from the list again. */
async function forgetWaiting(tx: Tx, id: number): Promise<void> {
  await tx
    .delete(campaignRecipients)
    .where(and(eq(campaignRecipients.campaignId, id), eq(campaignRecipients.state, 'waiting')))
  await tx.update(campaigns).set({ preparedTo: 0 }).where(eq(campaigns.id, id))
}

/** @throws ApiError ERR_CAMPAIGN_LOCKED in a state that cannot be cancelled. */
export async function cancelCampaign(app: Workspace, me: Me, id: number): Promise<void> {
  await app.db.company(me.companyId).write(async tx => {
    const row = await campaignFor(tx, me, id)
    if (!isCancellable(row.status)) throw new ApiError('ERR_CAMPAIGN_LOCKED')
    await tx
      .update(campaigns)
      .set({ status: 'CANCELADA', stopReason: '', updatedAt: new Date().toISOString() })
      .where(eq(campaigns.id, id))
    await announced(app, tx, me, id)
  })
}

/**
 * Resumes a campaign: recipients who were written to are skipped, new items of the list and refused recipients are
 * included.
 * @throws ApiError ERR_CAMPAIGN_LOCKED when it is not cancelled, ERR_CAMPAIGN_INCOMPLETE, ERR_CAMPAIGN_VARIABLE.
 */
export async function restartCampaign(app: Workspace, me: Me, id: number): Promise<void> {
  const { whatsappId, template } = await campaignFor(app.db, me, id)
  await checkedTemplate(app, me.companyId, whatsappId, template)
  await app.db.company(me.companyId).write(async tx => {
    const row = await campaignFor(tx, me, id)
    if (!isRestartable(row.status)) throw new ApiError('ERR_CAMPAIGN_LOCKED')
    refuseIncomplete(row)
    await refuseUnknownIn(tx, me.companyId, row)
    await tryAgain(tx, id)
    await refuseUnreachable(tx, me.companyId, row)
    await tx
      .update(campaigns)
      .set({
        status: 'EM_ANDAMENTO',
        stopReason: '',
        startedAt: row.startedAt ?? new Date().toISOString(),
        completedAt: null,
        preparedTo: 0,
        refusedInRow: 0,
        downSince: null,
        updatedAt: new Date().toISOString(),
      })
      .where(eq(campaigns.id, id))
    await announced(app, tx, me, id)
  })
}

/** Lets refused recipients wait again, except those whose message may have arrived. @returns how many. */
async function tryAgain(tx: Tx, id: number): Promise<number> {
  const rows = await tx
    .update(campaignRecipients)
    .set({
      state: 'waiting',
      reason: '',
      retries: sql`${campaignRecipients.retries} + 1`,
      updatedAt: new Date().toISOString(),
    })
    .where(
      and(
        eq(campaignRecipients.campaignId, id),
        eq(campaignRecipients.state, 'failed'),
        ne(campaignRecipients.reason, UNSURE),
      ),
    )
    .returning({ id: campaignRecipients.id })
  return rows.length
}

/**
 * Tries refused recipients again, at the pace of the settings; a finished campaign runs once more.
 * @returns how many.
 * @throws ApiError ERR_CAMPAIGN_LOCKED in a state that does not allow it, ERR_CAMPAIGN_INCOMPLETE,
 *   ERR_CAMPAIGN_VARIABLE, ERR_CAMPAIGN_NEEDS_TEMPLATE, and as `checkedTemplate`.
 */
export async function retryCampaign(app: Workspace, me: Me, id: number): Promise<number> {
  const { whatsappId, template } = await campaignFor(app.db, me, id)
  await checkedTemplate(app, me.companyId, whatsappId, template)
  return app.db.company(me.companyId).write(async tx => {
    const row = await campaignFor(tx, me, id)
    if (!isRetryable(row.status)) throw new ApiError('ERR_CAMPAIGN_LOCKED')
    refuseIncomplete(row)
    await refuseUnknownIn(tx, me.companyId, row)
    const count = await tryAgain(tx, id)
    if (count === 0) return count
    await refuseUnreachable(tx, me.companyId, row, id)
    await tx
      .update(campaigns)
      .set({
        status: 'EM_ANDAMENTO',
        completedAt: null,
        refusedInRow: 0,
        updatedAt: new Date().toISOString(),
      })
      .where(eq(campaigns.id, id))
    await announced(app, tx, me, id)
    return count
  })
}

/** Deletes a campaign with its report. Its messages stay in the conversations. @throws ApiError ERR_CAMPAIGN_RUNNING */
export async function removeCampaign(app: Workspace, me: Me, id: number): Promise<void> {
  const row = await app.db.company(me.companyId).write(async tx => {
    const found = await campaignFor(tx, me, id)
    if (!isRemovable(found.status)) throw new ApiError('ERR_CAMPAIGN_RUNNING')
    await tx.delete(campaigns).where(eq(campaigns.id, id))
    app.realtime.toCompany(me.companyId, 'campaign', { action: 'delete', id })
    return found
  })
  if (row.mediaFile) await app.media.remove(row.companyId, row.mediaFile)
}

const CHANGEABLE: CampaignRow['status'][] = ['INATIVA', 'PROGRAMADA', 'CANCELADA']

/**
 * Replaces a campaign's attachment; `null` removes it.
 * @throws ApiError ERR_VALIDATION without a file, ERR_CAMPAIGN_LOCKED when it is read-only.
 */
export async function attachTo(
  app: Workspace,
  me: Me,
  id: number,
  file: UploadedFile | undefined | null,
): Promise<void> {
  const row = await campaignFor(app.db, me, id)
  if (!isEditable(row, Date.now())) throw new ApiError('ERR_CAMPAIGN_LOCKED')
  if (file === undefined) throw new ApiError('ERR_VALIDATION', { field: 'file' })
  const media = file === null ? null : await keepUpload(app.media, row.companyId, file)
  const changed = await app.db.company(me.companyId).write(async tx => {
    const [changed] = await tx
      .update(campaigns)
      .set({
        ...NO_FILE,
        mediaType: null,
        mediaDuration: null,
        ...media,
        updatedAt: new Date().toISOString(),
      })
      .where(and(eq(campaigns.id, id), inArray(campaigns.status, CHANGEABLE)))
      .returning({ id: campaigns.id })
    return changed && announced(app, tx, me, id)
  })
  const useless = changed ? row.mediaFile : media?.mediaFile
  if (useless) await app.media.remove(me.companyId, useless)
  if (!changed) throw new ApiError('ERR_CAMPAIGN_LOCKED')
}
