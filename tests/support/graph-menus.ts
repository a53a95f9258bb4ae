/** Meta's rules for buttons, lists and links, for the double of its API. */
const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= most
const strings = (values: unknown[], most: number): boolean =>
  values.every(value => isText(value, most)) && new Set(values).size === values.length

interface Section {
  title?: string
  rows?: { id: string; title: string; description?: string }[]
}
interface Action {
  name?: string
  button?: string
  sections?: Section[]
  buttons?: { type: string; reply: { id: string; title: string } }[]
  parameters?: { display_text?: unknown; url?: unknown }
}

function areButtons({ buttons = [] }: Action): boolean {
  const replies = buttons.map(({ reply }) => reply)
  const [titles, ids] = [replies.map(({ title }) => title), replies.map(({ id }) => id)]
  const areReplies = buttons.every(({ type }) => type === 'reply')
  return areReplies && replies.length >= 1 && replies.length <= 3 && strings(titles, 20) && strings(ids, 256)
}

function isList({ button, sections = [] }: Action): boolean {
  const rows = sections.flatMap(section => section.rows ?? [])
  const [titles, ids] = [rows.map(({ title }) => title), rows.map(({ id }) => id)]
  return (
    isText(button, 20) &&
    rows.length >= 1 &&
    rows.length <= 10 &&
    strings(titles, 24) &&
    strings(ids, 200) &&
    rows.every(({ description }) => description === undefined || isText(description, 72)) &&
    // More than one section: each has a title.
    sections.every(({ title }) => (sections.length === 1 && title === undefined) || isText(title, 24))
  )
}

const isPage = ({ name, parameters }: Action): boolean =>
  name === 'cta_url' &&
  isText(parameters?.display_text, 20) &&
  isText(parameters?.url, 2_000) &&
  String(parameters?.url).startsWith('https://')

/** Whether the `interactive` part of a message keeps to Meta's limits. */
export function isMenu(content: Record<string, unknown>): boolean {
  const { type, body, footer, action } = content as {
    type?: string
    body?: { text?: string }
    footer?: { text?: string }
    action?: Action
  }
  if (!action || (footer && !isText(footer.text, 60))) return false
  const isBody = (most: number): boolean => isText(body?.text, most)
  if (type === 'request_contact_info') return isBody(1_024) && action.name === type
  if (type === 'button') return isBody(1_024) && areButtons(action)
  if (type === 'cta_url') return isBody(1_024) && isPage(action)
  return type === 'list' && isBody(4_096) && isList(action)
}
