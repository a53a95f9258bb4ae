/** What administration and outreach keep on the replay server, as copies of recorded rows (tests/samples). */
import { sample } from './sample'

export type Row = Record<string, unknown>

const rowsOf = (name: string, member?: string): Row[] => {
  const whole = structuredClone(sample(name)) as Row
  return (member ? whole[member] : whole) as Row[]
}

/** One table: rows as they travel. */
export class Table {
  constructor(readonly rows: Row[]) {}

  find(id: unknown): Row | undefined {
    return this.rows.find(row => row.id === Number(id))
  }

  add(row: Row): Row {
    const at = new Date().toISOString()
    const made = {
      id: Math.max(0, ...this.rows.map(one => Number(one.id))) + 1,
      createdAt: at,
      updatedAt: at,
      ...row,
    }
    this.rows.push(made)
    return made
  }

  /** Members that were not sent stay as they are. */
  change(row: Row, values: Row): Row {
    const sent = Object.entries(values).filter(([key, value]) => key !== 'id' && value !== undefined)
    return Object.assign(row, Object.fromEntries(sent), { updatedAt: new Date().toISOString() })
  }

  remove(row: Row): void {
    this.rows.splice(this.rows.indexOf(row), 1)
  }
}

export class Records {
  readonly connections = new Table(
    [sample('whatsapp') as Row].map(({ queues: _queues, ...row }) => ({ ...row })),
  )
  /** Which queues a connection serves, by its id. */
  readonly served = new Map<number, number[]>([[1, [1, 2, 3]]])
  readonly options = new Table(rowsOf('queue-options'))
  readonly contactLists = new Table(rowsOf('contact-lists-list'))
  readonly listItems = new Table(rowsOf('contact-list-items', 'contacts'))
  readonly campaigns = new Table(rowsOf('campaigns-list'))
  readonly campaignSettings = new Table(rowsOf('campaign-settings'))
  readonly announcements = new Table(rowsOf('announcements', 'records'))
  readonly plans = new Table(rowsOf('plans', 'plans'))
  readonly companies = new Table(rowsOf('companies', 'companies'))
  /** Codes that were mailed for a forgotten password, by e-mail. */
  readonly resetTokens = new Map<string, string>()
  /** What was sent to phones: by campaigns, chatbots and other programs. */
  readonly sent: { number: string; text: string }[] = []

  /** How WhatsApp writes a number; null when nobody has it there. */
  onWhatsApp: (number: string) => string | null = number => (/^[1-9]\d{9,}$/.test(number) ? number : null)

  /**
   * The look that server takes every 20 seconds: campaigns that are due between now and an hour on are sent, and no others.
   * @param at when it looks, in milliseconds.
   */
  lookForCampaigns(at: number): void {
    for (const campaign of this.campaigns.rows) {
      const due = Date.parse(String(campaign.scheduledAt))
      if (campaign.status !== 'PROGRAMADA' || !(due >= at && due <= at + 3_600_000)) continue
      const listed = this.listItems.rows.filter(item => item.contactListId === campaign.contactListId)
      for (const item of listed.filter(one => one.isWhatsappValid === true))
        this.sent.push({
          number: String(item.number),
          text: String(campaign.message1).replaceAll('{nome}', String(item.name)),
        })
      campaign.status = 'FINALIZADA'
    }
  }

  /** What its bot writes for a queue (its first options) or for an option, by the stored numbers. */
  menuOf(queueId: number, parentId: number | null): string {
    const below = this.options.rows
      .filter(one => one.queueId === queueId && (one.parentId ?? null) === parentId)
      .toSorted((a, b) => String(a.option).localeCompare(String(b.option)))
    const back = parentId === null ? '' : '\n*[ 0 ]* - Menu anterior'
    return `${below.map(one => `*[ ${one.option} ]* - ${one.title}\n`).join('')}${back}\n*[ # ]* - Menu inicial`
  }

  /** The option a customer gets who answers a menu with these words. */
  chosen(queueId: number, parentId: number | null, words: string): Row | undefined {
    return this.options.rows.find(
      one => one.queueId === queueId && (one.parentId ?? null) === parentId && one.option === words,
    )
  }
}
