/** Migrations in order. Each runs once, in a transaction of its own, and is remembered by its id. */
import { onlineSpans } from './0226-online-spans'
import { reportPresence } from './0227-report-presence'
import { sumsAnew } from './0228-sums-anew'
import { resolveUndos } from './0085-resolve-undos'
import { initial } from './0001-initial'
import { answered } from './0088-answered'
import { campaignRetries } from './0089-campaign-retries'
import { messageIndex } from './0002-message-index'
import { listIndexes } from './0003-list-indexes'
import { unsent } from './0004-unsent'
import { schedules } from './0005-schedules'
import { ownTickets } from './0006-own-tickets'
import { outgoing } from './0007-outgoing'
import { connections } from './0010-connections'
import { vectors } from './0194-vectors'
import { cloud } from './0052-cloud'
import { replyWindows } from './0053-reply-windows'
import { web } from './0054-web'
import { templates } from './0056-templates'
import { fewTickets } from './0060-few-tickets'
import { shownWithoutFile } from './0070-shown-without-file'
import { closedWaiting } from './0011-closed-waiting'
import { connectionCode } from './0021-connection-code'
import { companies } from './0023-companies'
import { userCreation } from './0024-user-creation'
import { payments } from './0025-payments'
import { scheduleCalendar } from './0026-schedule-calendar'
import { audit } from './0027-audit'
import { keeping } from './0028-keeping'
import { contactIndexes } from './0029-contact-indexes'
import { firstRun } from './0031-first-run'
import { automation } from './0032-automation'
import { contactLists } from './0033-contact-lists'
import { fileLists } from './0034-file-lists'
import { campaigns } from './0035-campaigns'
import { internalChat } from './0038-internal-chat'
import { mail } from './0039-mail'
import { externalApi } from './0040-external-api'
import { providers } from './0042-providers'
import { assists } from './0043-assists'
import { scheduleWaits } from './0045-schedule-waits'
import { assistAsks } from './0048-assist-asks'
import { webhookOrder } from './0049-webhook-order'
import { botTurns } from './0050-bot-turns'
import { campaignRejections } from './0051-campaign-rejections'
import { messageMenu } from './0055-message-menu'
import { searchIndexes } from './0062-search-indexes'
import { ticketCounts } from './0063-ticket-counts'
import { dueDay } from './0064-due-day'
import { visibleOrder } from './0080-visible-order'
import { signInPlaces } from './0081-sign-in-places'
import { deliveries } from './0075-deliveries'
import { numberForms } from './0076-number-forms'
import { platformAudit } from './0093-platform-audit'
import { erased } from './0094-erased'
import { webShown } from './0100-web-shown'
import { lastAuthor } from './0105-last-author'
import { mentions } from './0209-mentions'
import { macros } from './0217-macros'
import { rules } from './0218-rules'
import { reportCycles } from './0221-report-cycles'
import { ratingComments } from './0222-rating-comments'
import { marksByTicket } from './0223-marks-by-ticket'
import { steps } from './0216-steps'
import { serviceLevels } from './0211-service-levels'
import { escalation } from './0212-escalation'
import { deadlinesBegun } from './0213-deadlines-begun'
import { mergedInto } from './0110-merged-into'
import { mergedUncounted } from './0145-merged-uncounted'
import { work } from './0120-work'
import { eventLog } from './0130-event-log'
import { shared } from './0140-shared'
import { inbox } from './0150-inbox'
import { copilot } from './0160-copilot'
import { transcripts } from './0170-transcripts'
import { summaries } from './0180-summaries'
import { proposals } from './0185-proposals'
import { knowledge } from './0190-knowledge'
import { articlePieces } from './0193-article-pieces'
import { articleProposals } from './0191-article-proposals'
import { promptArticles } from './0192-prompt-articles'
import { snooze } from './0196-snooze'
import { reminders } from './0197-reminders'
import { savedViews } from './0199-saved-views'
import { translations } from './0200-translations'
import { transcribed } from './0202-transcribed'
import { assignment } from './0204-assignment'
import { priority } from './0205-priority'
import { actingAlone } from './0206-acting-alone'
import { breaks } from './0207-breaks'
import { countsOfGone } from './0215-counts-of-gone'
import { campaignTemplate } from './0077-campaign-template'
import { localNetwork } from './0220-local-network'
import { reportSchedules } from './0224-report-schedules'
import { floorAlarms } from './0229-floor-alarms'
import { cyclesOfPeople } from './0232-cycles-of-people'
import { filteredCycles } from './0233-filtered-cycles'
import { handled } from './0234-handled'
import { thirds } from './0235-thirds'
import { denseSums } from './0236-dense-sums'
import { chargeReceivers } from './0245-charge-receivers'
import { scopedIds } from './0246-scoped-ids'
import { waitsAsleep } from './0256-waits-asleep'
import { twoFactor } from './0280-two-factor'
import { quickMessageQueues } from './0282-quick-message-queues'
import { wordsAfterUndo } from './0275-words-after-undo'
import { macroRuns } from './0276-macro-runs'
import { ticketEvents } from './0290-ticket-events'
import { ticketPins } from './0291-ticket-pins'
import { quickMessageMenus } from './0297-quick-message-menus'
import { portfolios } from './0299-portfolios'
import { directSend } from './0300-direct-send'
import { phoneData } from './0301-phone-data'
import { messageCosts } from './0307-message-costs'
import { erasedPeople } from './0310-erased-people'
import { noPriceModel } from './0311-no-price-model'
import { joinedTexts } from './0313-joined-texts'
import { webhooksFollow } from './0308-webhooks-follow'
import { cloudCosts } from './0265-cloud-costs'
import { threadHolders } from './0270-thread-holders'
import { happenings } from './0257-happenings'
import { newChats } from './0271-new-chats'
import { contactAddresses } from './0260-contact-addresses'
import { reportMails } from './0231-report-mails'
import { linkPreviews } from './0210-link-previews'

export interface Migration {
  id: string
  sql: string
  /** The words for PostgreSQL, where they are not the same but for the names of types (engine/postgres-migrate.ts). */
  postgres?: string
}

export const migrations: readonly Migration[] = [
  { id: '0001-initial', sql: initial },
  { id: '0002-message-index', sql: messageIndex },
  { id: '0003-list-indexes', sql: listIndexes },
  { id: '0004-unsent', sql: unsent },
  { id: '0005-schedules', sql: schedules },
  { id: '0006-own-tickets', sql: ownTickets },
  { id: '0007-outgoing', sql: outgoing },
  { id: '0010-connections', sql: connections },
  { id: '0011-closed-waiting', sql: closedWaiting },
  { id: '0021-connection-code', sql: connectionCode },
  { id: '0023-companies', sql: companies },
  { id: '0024-user-creation', sql: userCreation },
  { id: '0025-payments', sql: payments },
  { id: '0026-schedule-calendar', sql: scheduleCalendar },
  { id: '0027-audit', sql: audit },
  { id: '0028-keeping', sql: keeping },
  { id: '0029-contact-indexes', sql: contactIndexes },
  { id: '0031-first-run', sql: firstRun },
  { id: '0032-automation', sql: automation },
  { id: '0033-contact-lists', sql: contactLists },
  { id: '0034-file-lists', sql: fileLists },
  { id: '0035-campaigns', sql: campaigns },
  { id: '0038-internal-chat', sql: internalChat },
  { id: '0039-mail', sql: mail },
  { id: '0040-external-api', sql: externalApi },
  { id: '0042-providers', sql: providers },
  { id: '0043-assists', sql: assists },
  { id: '0045-schedule-waits', sql: scheduleWaits },
  { id: '0048-assist-asks', sql: assistAsks },
  { id: '0049-webhook-order', sql: webhookOrder },
  { id: '0050-bot-turns', sql: botTurns },
  { id: '0051-campaign-rejections', sql: campaignRejections },
  { id: '0052-cloud', sql: cloud },
  { id: '0053-reply-windows', sql: replyWindows },
  { id: '0054-web', sql: web },
  { id: '0055-message-menu', sql: messageMenu },
  { id: '0056-templates', sql: templates },
  { id: '0060-few-tickets', sql: fewTickets },
  { id: '0062-search-indexes', ...searchIndexes },
  { id: '0063-ticket-counts', ...ticketCounts },
  { id: '0064-due-day', sql: dueDay },
  { id: '0070-shown-without-file', sql: shownWithoutFile },
  { id: '0075-deliveries', sql: deliveries },
  { id: '0076-number-forms', sql: numberForms },
  { id: '0077-campaign-template', sql: campaignTemplate },
  { id: '0080-visible-order', sql: visibleOrder },
  { id: '0081-sign-in-places', sql: signInPlaces },
  { id: '0085-resolve-undos', sql: resolveUndos },
  { id: '0088-answered', sql: answered },
  { id: '0089-campaign-retries', sql: campaignRetries },
  { id: '0093-platform-audit', ...platformAudit },
  { id: '0094-erased', sql: erased },
  { id: '0100-web-shown', sql: webShown },
  { id: '0105-last-author', sql: lastAuthor },
  { id: '0110-merged-into', sql: mergedInto },
  { id: '0120-work', sql: work },
  { id: '0130-event-log', ...eventLog },
  { id: '0140-shared', ...shared },
  { id: '0145-merged-uncounted', ...mergedUncounted },
  { id: '0150-inbox', sql: inbox },
  { id: '0160-copilot', sql: copilot },
  { id: '0170-transcripts', sql: transcripts },
  { id: '0180-summaries', ...summaries },
  { id: '0185-proposals', sql: proposals },
  { id: '0190-knowledge', ...knowledge },
  { id: '0191-article-proposals', sql: articleProposals },
  { id: '0192-prompt-articles', sql: promptArticles },
  { id: '0193-article-pieces', sql: articlePieces },
  { id: '0200-translations', sql: translations },
  { id: '0202-transcribed', ...transcribed },
  { id: '0205-priority', ...priority },
  { id: '0206-acting-alone', sql: actingAlone },
  { id: '0215-counts-of-gone', ...countsOfGone },
  { id: '0196-snooze', ...snooze },
  { id: '0197-reminders', sql: reminders },
  { id: '0194-vectors', ...vectors },
  { id: '0204-assignment', sql: assignment },
  { id: '0207-breaks', sql: breaks },
  { id: '0199-saved-views', sql: savedViews },
  { id: '0209-mentions', sql: mentions },
  { id: '0216-steps', sql: steps },
  { id: '0217-macros', sql: macros },
  { id: '0211-service-levels', sql: serviceLevels },
  { id: '0212-escalation', sql: escalation },
  { id: '0220-local-network', sql: localNetwork },
  { id: '0213-deadlines-begun', sql: deadlinesBegun },
  { id: '0218-rules', sql: rules },
  { id: '0226-online-spans', sql: onlineSpans },
  { id: '0221-report-cycles', ...reportCycles },
  { id: '0222-rating-comments', sql: ratingComments },
  { id: '0223-marks-by-ticket', sql: marksByTicket },
  { id: '0224-report-schedules', sql: reportSchedules },
  { id: '0227-report-presence', ...reportPresence },
  { id: '0228-sums-anew', sql: sumsAnew },
  { id: '0229-floor-alarms', sql: floorAlarms },
  { id: '0231-report-mails', sql: reportMails },
  { id: '0210-link-previews', sql: linkPreviews },
  { id: '0232-cycles-of-people', sql: cyclesOfPeople },
  { id: '0233-filtered-cycles', sql: filteredCycles },
  { id: '0234-handled', ...handled },
  { id: '0235-thirds', sql: thirds },
  { id: '0236-dense-sums', sql: denseSums },
  { id: '0245-charge-receivers', sql: chargeReceivers },
  { id: '0246-scoped-ids', sql: scopedIds },
  { id: '0256-waits-asleep', sql: waitsAsleep },
  { id: '0280-two-factor', sql: twoFactor },
  { id: '0282-quick-message-queues', sql: quickMessageQueues },
  { id: '0275-words-after-undo', sql: wordsAfterUndo },
  { id: '0276-macro-runs', sql: macroRuns },
  { id: '0265-cloud-costs', sql: cloudCosts },
  { id: '0270-thread-holders', sql: threadHolders },
  { id: '0257-happenings', sql: happenings },
  { id: '0271-new-chats', sql: newChats },
  { id: '0260-contact-addresses', sql: contactAddresses },
  { id: '0290-ticket-events', sql: ticketEvents },
  { id: '0291-ticket-pins', sql: ticketPins },
  { id: '0299-portfolios', sql: portfolios },
  { id: '0300-direct-send', sql: directSend },
  { id: '0297-quick-message-menus', sql: quickMessageMenus },
  { id: '0301-phone-data', sql: phoneData },
  { id: '0307-message-costs', sql: messageCosts },
  { id: '0310-erased-people', sql: erasedPeople },
  { id: '0311-no-price-model', sql: noPriceModel },
  { id: '0313-joined-texts', sql: joinedTexts },
  { id: '0308-webhooks-follow', ...webhooksFollow },
]
