/** "Send a test to my number": sends everything a recipient would get, now. */

import { type CampaignTemplate, fillCampaign, MESSAGE_MAX_CHARS } from '@contract'
import { typedNumber } from '../../desk/contacts/numbers'
import { refuseUnknownVariables } from '../../desk/file-lists/variables'
import { fileListOf } from '../../desk/file-lists/views'
import { connectionOf } from '../../desk/messages/deliver'
import { sendToChannelInTurn } from '../../desk/outgoing'
import { ApiError } from '../../errors'
import { whatsappOf } from '../../platform/db/company-rows'
import type { UploadedFile } from '../../platform/http/handlers'
import { keepUpload, type StoredMedia } from '../../platform/media/store'
import type { Me, Workspace } from '../../workspace'
import { fileParts, filesFor, type Part, storeFor, wordsOfFiles } from './compose'
import { attachmentOf, campaignFor, refuseWithoutPlan } from './rows'
import { settingsFor } from './settings'
import { checkedTemplate, filledFor } from './template'

export interface TestSend {
  whatsappId: number
  number: string
  message: string
  /** "" when the campaign does not ask first. */
  question: string
  campaignId?: number | null | undefined
  fileListId?: number | null | undefined
  template?: CampaignTemplate | null | undefined
}

/**
 * Sends one number what a recipient would get: the question if the campaign asks first, then without waiting the
 * message with its attachment, and the text and files of its list. The caller's name replaces the recipient's.
 * @param upload a chosen attachment that is not saved yet; it replaces the campaign's.
 * @throws ApiError ERR_PLAN_LACKS, ERR_NO_WAPP_FOUND, ERR_NO_CAMPAIGN_FOUND, ERR_NO_FILE_FOUND, ERR_CAMPAIGN_VARIABLE,
 *   ERR_WAPP_INVALID_CONTACT, ERR_MESSAGE_TOO_LONG; ChannelError as the channel refuses.
 */
export async function sendTest(
  app: Workspace,
  me: Me,
  wanted: TestSend,
  upload?: UploadedFile,
): Promise<void> {
  await refuseWithoutPlan(app.db, me.companyId)
  const connection = await whatsappOf(app.db, me.companyId, wanted.whatsappId)
  const campaign = wanted.campaignId ? await campaignFor(app.db, me, wanted.campaignId) : null
  const fileListId = wanted.fileListId ? (await fileListOf(app.db, me.companyId, wanted.fileListId)).id : null
  await refuseUnknownVariables(app.db, me.companyId, {
    message: wanted.message,
    question: wanted.question,
    fileListId: await wordsOfFiles(app.db, me.companyId, fileListId),
  })
  const template = await checkedTemplate(app, me.companyId, connection.id, wanted.template)
  const digits = await typedNumber(app.db, me.companyId, wanted.number)
  if (digits === null) throw new ApiError('ERR_WAPP_INVALID_CONTACT')
  connectionOf(app, { whatsappId: connection.id })
  const found = await app.channel.checkNumber(connection.id, digits)
  if (!found.exists) throw new ApiError('ERR_WAPP_INVALID_CONTACT')
  const { variables } = await settingsFor(app.db, me.companyId)
  const who = { name: me.name, number: found.number, email: me.email }
  const body = fillCampaign(wanted.message, who, variables)
  const question = fillCampaign(wanted.question, who, variables).trim()
  if (Math.max(body.length, question.length) > MESSAGE_MAX_CHARS) throw new ApiError('ERR_MESSAGE_TOO_LONG')
  const { attachment, ...behind } = await filesFor(
    app,
    me.companyId,
    campaign ? `campaign-${campaign.id}` : `test-${me.id}`,
    upload || !campaign ? null : attachmentOf(campaign),
    fileListId,
  )
  const to = { companyId: me.companyId, whatsappId: connection.id, ...who }
  const partsOf = (own: StoredMedia | null): Part[] => {
    if (!template || !wanted.template)
      return [
        ...(question === '' ? [] : [{ clientId: null, body: question, media: null }]),
        { clientId: null, body, media: own },
        ...fileParts({ ...behind, words: fillCampaign(behind.words, who, variables) }, () => null),
      ]
    const made = filledFor(template, wanted.template, who, variables, own)
    if (!made) throw new ApiError('ERR_TEMPLATE_PARAMETERS')
    return [{ clientId: null, ...made }]
  }
  const stored = await withUpload(app, me.companyId, upload, uploaded => {
    const parts = partsOf(uploaded ?? attachment)
    return app.db.company(me.companyId).write(tx => storeFor(app, tx, to, parts))
  })
  for (const row of stored.messages) await sendToChannelInTurn(app, stored.ticket, row)
}

/** Keeps an upload for a message; deletes the file if the message is not stored. */
async function withUpload<T>(
  app: Workspace,
  companyId: number,
  upload: UploadedFile | undefined,
  store: (media: StoredMedia | null) => Promise<T>,
): Promise<T> {
  if (!upload) return store(null)
  const media = await keepUpload(app.media, companyId, upload)
  try {
    return await store(media)
  } catch (error) {
    await app.media.remove(companyId, media.mediaFile)
    throw error
  }
}
