/** Meta's rules for lists and buttons, for the double of its API. */
const strings = (values: unknown[], most: number): boolean =>
  values.every(value => typeof value === 'string' && value !== '' && value.length <= most) &&
  new Set(values).size === values.length

/** Whether the `interactive` part of a message keeps to Meta's limits. */
export function isMenu(content: Record<string, unknown>): boolean {
  const { type, body, action } = content as {
    type?: string
    body?: { text?: string }
    action?: {
      name?: string
      button?: string
      sections?: { rows?: { id: string; title: string; description?: string }[] }[]
      buttons?: { type: string; reply: { id: string; title: string } }[]
    }
  }
  const words = body?.text ?? ''
  if (type === 'request_contact_info') return words.length > 0 && action?.name === type
  if (type === 'button') {
    const replies = (action?.buttons ?? []).map(({ reply }) => reply)
    return (
      words.length > 0 &&
      words.length <= 1_024 &&
      replies.length >= 1 &&
      replies.length <= 3 &&
      strings(
        replies.map(({ title }) => title),
        20,
      ) &&
      strings(
        replies.map(({ id }) => id),
        256,
      )
    )
  }
  const rows = (action?.sections ?? []).flatMap(section => section.rows ?? [])
  return (
    type === 'list' &&
    words.length > 0 &&
    words.length <= 4_096 &&
    strings([action?.button], 20) &&
    rows.length >= 1 &&
    rows.length <= 10 &&
    strings(
      rows.map(({ title }) => title),
      24,
    ) &&
    strings(
      rows.map(({ id }) => id),
      200,
    ) &&
    rows.every(({ description }) => description === undefined || strings([description], 72))
  )
}
