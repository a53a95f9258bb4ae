/** The text of structured messages: templates, menus, polls, orders and others that WhatsApp Web decodes. Pure. */
import type { proto as Proto } from '@whiskeysockets/baileys'
import { formBody } from '../form-answers'

type Content = Proto.IMessage
type Text = string | null | undefined
type Interactive = Proto.Message.IInteractiveMessage

const lines = (...parts: readonly Text[]): string =>
  parts
    .map(part => part?.trim())
    .filter(Boolean)
    .join('\n')
const item = (...parts: readonly Text[]): string => {
  const text = parts.filter(Boolean).join(': ')
  return text === '' ? '' : `- ${text}`
}

/** A JSON object; an empty one for anything else. */
function objectIn(json: Text): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(json ?? '')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** `BRL 19.90`, readable in every language. */
function amount(currency: Text, thousandths: unknown): string {
  const figure = Number(thousandths ?? Number.NaN) / 1_000
  return Number.isFinite(figure) && figure > 0 ? [currency, figure.toFixed(2)].filter(Boolean).join(' ') : ''
}
/** `2026-11-30 18:00 UTC`: the reader's time zone is unknown here. */
function moment(seconds: unknown): string {
  const at = new Date(Number(seconds ?? 0) * 1_000)
  return Number(seconds) > 0 && !Number.isNaN(at.getTime())
    ? `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    : ''
}

const buttonLine = ({ urlButton, callButton, quickReplyButton }: Proto.IHydratedTemplateButton): string =>
  item((urlButton ?? callButton ?? quickReplyButton)?.displayText, urlButton?.url ?? callButton?.phoneNumber)

const interactive = ({ header, body, footer, nativeFlowMessage, carouselMessage }: Interactive): string =>
  lines(
    header?.title,
    header?.subtitle,
    body?.text,
    footer?.text,
    ...(nativeFlowMessage?.buttons ?? []).map(({ buttonParamsJson }) => {
      const button = objectIn(buttonParamsJson)
      return item(
        textIn(button.display_text) || textIn(button.title),
        textIn(button.url) || textIn(button.copy_code) || textIn(button.phone_number),
      )
    }),
    ...(carouselMessage?.cards ?? []).map(interactive),
  )

const hydratedOf = (template: Proto.Message.ITemplateMessage | null | undefined) =>
  template?.hydratedTemplate ?? template?.hydratedFourRowTemplate

function template(message: Proto.Message.ITemplateMessage): string {
  const { interactiveMessageTemplate } = message
  if (interactiveMessageTemplate) return interactive(interactiveMessageTemplate)
  const { hydratedTitleText, hydratedContentText, hydratedFooterText, hydratedButtons } =
    hydratedOf(message) ?? {}
  return lines(
    hydratedTitleText,
    hydratedContentText,
    hydratedFooterText,
    ...(hydratedButtons ?? []).map(buttonLine),
  )
}

const list = ({ title, description, footerText, sections }: Proto.Message.IListMessage): string =>
  lines(
    title,
    description,
    footerText,
    ...(sections ?? []).flatMap(section => [
      section.title,
      ...(section.rows ?? []).map(row => item(row.title, row.description)),
    ]),
  )

const buttons = ({ text, contentText, footerText, buttons: all }: Proto.Message.IButtonsMessage): string =>
  lines(text, contentText, footerText, ...(all ?? []).map(({ buttonText }) => item(buttonText?.displayText)))

const event = ({
  name,
  startTime,
  endTime,
  description,
  location,
  joinLink,
}: Proto.Message.IEventMessage): string =>
  lines(
    name,
    [moment(startTime), moment(endTime)].filter(Boolean).join(' – '),
    [location?.name, location?.address].filter(Boolean).join(', '),
    description,
    joinLink,
  )

function order({
  orderTitle,
  itemCount,
  message,
  totalCurrencyCode,
  totalAmount1000,
}: Proto.Message.IOrderMessage): string {
  const total = amount(totalCurrencyCode, totalAmount1000)
  const what = [itemCount ? `${itemCount} ×` : '', orderTitle].filter(Boolean).join(' ')
  return lines(what, total && `= ${total}`, message)
}

const product = ({ product: shown, body, footer }: Proto.Message.IProductMessage): string =>
  lines(
    shown?.title,
    shown?.description,
    amount(shown?.currencyCode, shown?.salePriceAmount1000) ||
      amount(shown?.currencyCode, shown?.priceAmount1000),
    shown?.url,
    body,
    footer,
  )

const invitation = ({ groupName, inviteCode, caption }: Proto.Message.IGroupInviteMessage): string =>
  lines(groupName, caption, inviteCode && `https://chat.whatsapp.com/${inviteCode}`)

const pollOf = (content: Content): Proto.Message.IPollCreationMessage | null | undefined =>
  content.pollCreationMessage ??
  content.pollCreationMessageV2 ??
  content.pollCreationMessageV3 ??
  content.pollCreationMessageV5

/** The text of something to be read or answered; "" for anything else. */
function partsOf(content: Content): string {
  const poll = pollOf(content)
  if (content.templateMessage) return template(content.templateMessage)
  if (content.highlyStructuredMessage?.hydratedHsm)
    return template(content.highlyStructuredMessage.hydratedHsm)
  if (content.interactiveMessage) return interactive(content.interactiveMessage)
  if (content.listMessage) return list(content.listMessage)
  if (content.buttonsMessage) return buttons(content.buttonsMessage)
  if (poll) return lines(poll.name, ...(poll.options ?? []).map(({ optionName }) => item(optionName)))
  if (content.eventMessage) return event(content.eventMessage)
  if (content.productMessage) return product(content.productMessage)
  if (content.groupInviteMessage) return invitation(content.groupInviteMessage)
  return ''
}

/** Members of a pressed button's answer; anything else is a filled-in form. */
const PRESSED = new Set([
  'id',
  'title',
  'display_text',
  'description',
  'flow_token',
  'wa_flow_response_params',
])

/** What was pressed or filled in, in a message of buttons, lists or forms. */
function answerOf({ body, nativeFlowResponseMessage }: Proto.Message.IInteractiveResponseMessage) {
  const answer = objectIn(nativeFlowResponseMessage?.paramsJson)
  if (Object.keys(answer).some(name => !PRESSED.has(name)))
    return { body: formBody(body?.text ?? '', answer), mediaType: 'formReply' }
  const pressed = body?.text || [answer.title, answer.display_text, answer.id].map(textIn).find(Boolean) || ''
  return { body: pressed, mediaType: 'conversation' }
}

/** Answers to lists and buttons; null for anything else. */
function chosenOf(content: Content): string | null {
  const { buttonsResponseMessage, listResponseMessage, templateButtonReplyMessage } = content
  return (
    buttonsResponseMessage?.selectedDisplayText ??
    listResponseMessage?.title ??
    templateButtonReplyMessage?.selectedDisplayText ??
    null
  )
}

/** The part of a template or menu with its picture, video or document; null without one. */
export function headerOf(content: Content): Content | null {
  const { templateMessage, highlyStructuredMessage, interactiveMessage, buttonsMessage, productMessage } =
    content
  const found = templateMessage ?? highlyStructuredMessage?.hydratedHsm
  const part =
    hydratedOf(found) ??
    found?.interactiveMessageTemplate?.header ??
    interactiveMessage?.header ??
    buttonsMessage
  const picture = productMessage?.product?.productImage
  if (picture) return { imageMessage: picture }
  if (!part) return null
  const { imageMessage, videoMessage, documentMessage } = part
  return { imageMessage, videoMessage, documentMessage }
}

/**
 * Text and kind of a message that is neither plain text nor a file, place or card. A press counts as text, so that
 * whatever waits for an answer gets it.
 * @returns null without text.
 */
export function decodedWords(content: Content): { body: string; mediaType: string } | null {
  if (content.interactiveResponseMessage) {
    const answer = answerOf(content.interactiveResponseMessage)
    return answer.body === '' ? null : answer
  }
  if (content.orderMessage) return { body: order(content.orderMessage), mediaType: 'orderMessage' }
  const body = chosenOf(content) ?? partsOf(content)
  return body === '' ? null : { body, mediaType: 'conversation' }
}
