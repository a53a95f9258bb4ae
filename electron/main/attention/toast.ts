/**
 * The toast of a notice on Windows, and what a press on one means. Electron's own toast names no notice when its body is
 * pressed and a hash of it when a button is, so one of an earlier run led nowhere. Pure.
 */
import type { ActivationArguments } from 'electron'
import type { NoticeContent } from './wording'

const SIGNS: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }
/** Text of an XML document: what it may not hold goes, half characters and control signs included. */
const xml = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, sign => (sign === '\n' ? sign : ''))
    .replace(/[<>&"]/g, sign => SIGNS[sign] ?? '')

/**
 * @param id of the notice: letters, digits, `-` and `:`.
 * @param reply words of the field and its button; the field is offered where the notice takes an answer.
 */
export function toastOf(id: string, content: NoticeContent, reply: { hint: string; button: string }): string {
  const { title, body, actions } = content
  const action = (does: string, text: string, of = ''): string =>
    `<action activationType="foreground" arguments="${does}&amp;tag=${id}" content="${xml(text)}"${of}/>`
  const inner = [
    ...(content.reply ? [`<input id="reply" type="text" placeHolderContent="${xml(reply.hint)}"/>`] : []),
    ...actions.map(({ text }, index) => action(`type=action&amp;action=${index}`, text)),
    ...(content.reply ? [action('type=reply', reply.button, ' hint-inputId="reply"')] : []),
  ].join('')
  const texts = [title, body].filter(Boolean).map(text => `<text>${xml(text)}</text>`)
  return [
    // Without "&tag=": with it Electron sends the press to no notice that is still there.
    `<toast launch="${id}">`,
    `<visual><binding template="ToastGeneric">${texts.join('')}</binding></visual>`,
    inner ? `<actions>${inner}</actions>` : '',
    '<audio silent="true"/></toast>',
  ].join('')
}

/** What was done with a notice that this run did not show, or with one of this run. */
export type OutsidePress =
  | { type: 'click' }
  | { type: 'action'; index: number }
  | { type: 'reply'; text: string }

/** What was pressed; null for a toast that names no notice. */
export function pressOf(details: ActivationArguments): { id: string; press: OutsidePress } | null {
  const id = /turno-[\w:-]+/.exec(details.arguments)?.[0]
  if (id === undefined) return null
  if (details.type === 'reply') return { id, press: { type: 'reply', text: details.reply ?? '' } }
  if (details.type === 'action') return { id, press: { type: 'action', index: details.actionIndex ?? -1 } }
  return { id, press: { type: 'click' } }
}
