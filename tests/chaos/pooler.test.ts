/** A workspace whose database is reached through a pooler in transaction mode; only the line that listens is its own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../integration/server/harness'
import { type Cluster, inCluster, startCluster, urlOf } from '../support/postgres/cluster'
import { makeTemplate } from '../support/postgres/databases'
import { type Pooler, poolers } from '../support/postgres/pooler'
import { postgresMissing } from '../support/postgres/programs'

describe.skipIf(postgresMissing())('behind a pooler in transaction mode', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
    await makeTemplate(cluster.socket)
  })
  afterAll(async () => await cluster?.stop())

  describe.each(Object.keys(poolers))('%s', name => {
    let folder: string
    let pooler: Pooler
    let h: Harness
    const database = `behind_${name.replace(/\W/g, '').toLowerCase()}`
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'turno-pooler-'))
      await inCluster(cluster.socket, [`create database ${database} template turno_template`])
      pooler = await (poolers[name] as (at: string) => Promise<Pooler>)(cluster.socket)
      h = await startHarness({
        databaseUrl: pooler.urlOf(database),
        databaseDirectUrl: urlOf(cluster.socket, database),
      })
    })
    afterAll(async () => {
      await h?.close()
      await pooler?.stop()
      if (folder) await rm(folder, { recursive: true, force: true })
    })

    it('an agent hears of a customer, answers and closes, while twenty others write', async () => {
      const listener = await h.connect(h.one.ana)
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          h.customer(h.one, `55119000077${String(i).padStart(2, '0')}`, `Oi ${i}`),
        ),
      )
      const list = async (status: string) =>
        (
          await h.call<{ tickets: { id: number; lastMessage: string }[] }>(h.one.ana, 'tickets.list', {
            query: { status, pageNumber: 1 },
          })
        ).body.tickets
      const waiting = await list('pending')
      expect(waiting).toHaveLength(20)
      for (const { id } of waiting)
        await listener.until(({ payload }) => (payload.ticket as { id?: number } | undefined)?.id === id)
      const answers = await Promise.all(
        waiting.map(async ({ id }) => {
          const taken = await h.call(h.one.ana, 'tickets.update', {
            params: { id },
            body: { status: 'open', userId: h.one.ana.id },
          })
          const sent = await h.call(h.one.ana, 'messages.send', {
            params: { ticketId: id },
            body: { body: 'A caminho' },
          })
          const closed = await h.call(h.one.ana, 'tickets.update', {
            params: { id },
            body: { status: 'closed' },
          })
          return [taken.status, sent.status, closed.status]
        }),
      )
      expect(answers).toEqual(waiting.map(() => [200, 200, 200]))
      listener.close()
    })

    it('sets nothing on a connection that the next one to use it would meet', async () => {
      const settings = [
        'default_transaction_read_only',
        'statement_timeout',
        'idle_in_transaction_session_timeout',
      ]
      for (let i = 0; i < 8; i++) {
        const [row] = await h.db.platform.write(tx =>
          tx.all<Record<string, string>>(
            sql.raw(
              `select ${settings.map(one => `(select setting from pg_settings where name = '${one}') as ${one}`).join()}`,
            ),
          ),
        )
        expect(row).toEqual({
          default_transaction_read_only: 'off',
          statement_timeout: '60000',
          idle_in_transaction_session_timeout: '10000',
        })
      }
      const [idle] = await inCluster(cluster.socket, [
        `select count(*)::int as n from pg_stat_activity where datname = '${database}' and application_name = 'turno listens'`,
      ])
      expect(idle?.n).toBe(1)
    })
  })
})
