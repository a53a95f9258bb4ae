/** "Send a test to my number": one message as its recipients will read it. */
import { fillCampaign, MESSAGE_MAX_CHARS } from '@contract'
import { digitsOf } from '../contacts/numbers'
import { ApiError } from '../errors'
import { announceMessage, connectionOf } from '../messages/deliver'
import { handOverInTurn } from '../outgoing'
import { whatsappOf } from '../tickets/references'
import type { Me, Workspace } from '../workspace'
import { filesFor, storeFor } from './compose'
import { attachmentOf, campaignFor, refuseWithoutPlan } from './rows'
import { settingsFor } from './settings'
import { fileListOf } from './write'

export interface TestSend {
  whatsappId: number
  number: string
  message: string
  campaignId?: number | null | undefined
  fileListId?: number | null | undefined
}

/**
 * Sends a message of a campaign to one number, with the caller's name in the place of the recipient's.
 * @throws ApiError ERR_PLAN_LACKS, ERR_NO_WAPP_FOUND, ERR_NO_CAMPAIGN_FOUND, ERR_NO_FILE_FOUND, ERR_WAPP_INVALID_CONTACT,
 *   ERR_MESSAGE_TOO_LONG; ChannelError as the channel refuses.
 */
export async function sendTest(app: Workspace, me: Me, wanted: TestSend): Promise<void> {
  await refuseWithoutPlan(app.db, me.companyId)
  const connection = await whatsappOf(app.db, me.companyId, wanted.whatsappId)
  const campaign = wanted.campaignId ? await campaignFor(app.db, me, wanted.campaignId) : null
  const fileListId = wanted.fileListId ? await fileListOf(app.db, me.companyId, wanted.fileListId) : null
  const digits = digitsOf(wanted.number)
  if (digits === null) throw new ApiError('ERR_WAPP_INVALID_CONTACT')
  connectionOf(app, { whatsappId: connection.id })
  const found = await app.channel.checkNumber(connection.id, digits)
  if (!found.exists) throw new ApiError('ERR_WAPP_INVALID_CONTACT')
  const { variables } = await settingsFor(app.db, me.companyId)
  const who = { name: me.name, number: found.number, email: me.email }
  const body = fillCampaign(wanted.message, who, variables)
  if (body.length > MESSAGE_MAX_CHARS) throw new ApiError('ERR_MESSAGE_TOO_LONG')
  const { attachment, files } = await filesFor(
    app,
    me.companyId,
    campaign ? `campaign-${campaign.id}` : `test-${me.id}`,
    campaign && attachmentOf(campaign),
    fileListId,
  )
  const stored = await app.db.write(tx =>
    storeFor(tx, { companyId: me.companyId, whatsappId: connection.id, ...who }, [
      { clientId: null, body, media: attachment },
      ...files.map(media => ({ clientId: null, body: '', media })),
    ]),
  )
  for (const row of stored.messages) await announceMessage(app, stored.ticket.id, row)
  for (const row of stored.messages) await handOverInTurn(app, stored.ticket, row)
}
