/** What the double gives of the Business app on the phone of its number: each kind once. */
export class GraphPhone {
  /** What was asked for, in order. */
  readonly asked: string[] = []
  /** Whether it may be given: in the day after the number came alone. */
  gives = true

  reset(): void {
    this.asked.length = 0
    this.gives = true
  }

  /** @returns Meta's number of the error; null when it will be delivered. */
  ask(body: Record<string, unknown>): number | null {
    const { messaging_product: product, sync_type: type, ...more } = body
    if (product !== 'whatsapp' || Object.keys(more).length > 0) return 100
    if (typeof type !== 'string' || !['smb_app_state_sync', 'history'].includes(type)) return 100
    if (!this.gives || this.asked.includes(type)) return 100
    this.asked.push(type)
    return null
  }
}
