/** LISTEN and NOTIFY for the event log (postgres-events.ts): which companies have entries written by others. */
import { Client } from 'pg'

/** Writes within this many milliseconds are notified together. */
const GATHER_MS = 20
/** How long the connection that listens has to open, and to answer, milliseconds. */
const TIMEOUT_MS = 10_000
/** A NOTIFY carries less than 8,000 bytes. */
const MOST_COMPANIES = 300
const CHANNEL = 'turno_events'

/** @param onNews a company's log goes up to this number by now. */
export function eventNotifications(url: string, onNews: (companyId: number, head: number) => void) {
  /** The connection that listens, while there is one. */
  let listener: Client | null = null
  const heads = new Map<number, number>()
  let sending: NodeJS.Timeout | undefined

  const send = async (): Promise<void> => {
    sending = undefined
    const all = [...heads]
    heads.clear()
    for (let i = 0; i < all.length; i += MOST_COMPANIES) {
      const payload = all.slice(i, i + MOST_COMPANIES).map(([companyId, head]) => `${companyId}:${head}`)
      await listener?.query('select pg_notify($1, $2)', [CHANNEL, payload.join()])
    }
  }

  return {
    isListening: () => listener !== null,

    /** Opens the connection. @throws Error when the database does not answer. */
    async listen(): Promise<void> {
      const client = new Client({
        connectionString: url,
        application_name: 'turno listens',
        keepAlive: true,
        connectionTimeoutMillis: TIMEOUT_MS,
        query_timeout: TIMEOUT_MS,
      })
      listener = client
      const lost = (): void => {
        if (listener !== client) return
        listener = null
        void client.end().catch(() => {})
      }
      client.on('error', lost)
      client.on('end', lost)
      client.on('notification', ({ payload }) => {
        for (const one of (payload ?? '').split(',')) {
          const [companyId, head] = one.split(':').map(Number)
          if (companyId !== undefined && head !== undefined) onNews(companyId, head)
        }
      })
      try {
        await client.connect()
        await client.query(`listen ${CHANNEL}`)
      } catch (error) {
        lost()
        throw error
      }
    },

    /** Notifies the other processes soon. Lost notifications are made up for by polling. */
    announce(companyId: number, head: number): void {
      heads.set(companyId, Math.max(heads.get(companyId) ?? 0, head))
      sending ??= setTimeout(() => void send().catch(() => {}), GATHER_MS)
    },

    async close(): Promise<void> {
      clearTimeout(sending)
      const last = listener
      listener = null
      await last?.end().catch(() => {})
    },
  }
}
