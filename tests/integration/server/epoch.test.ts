/** The epoch of the log of events on PostgreSQL: another one as soon as a number of it may have been given twice. */
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventRows } from '../../../electron/server/platform/db/engine/postgres-event-rows'
import { postgresMissing } from '../../support/postgres/programs'
import { type Services, startServices } from '../../support/shared-postgres'

describe.skipIf(postgresMissing())('the epoch', () => {
  let services: Services
  let client: Client
  beforeAll(async () => {
    services = await startServices()
    client = new Client({ connectionString: services.url })
    await client.connect()
  }, 60_000)
  afterAll(async () => {
    await client?.end()
    await services?.stop()
  })
  const epoch = () => eventRows(client as unknown as Parameters<typeof eventRows>[0]).epoch()

  it('stays while events are written', async () => {
    const before = await epoch()
    await client.query('insert into event_heads (company_id, head) values (9999, 7)')
    await client.query('update event_heads set head = 8 where company_id = 9999')
    expect(before).not.toBe('')
    expect(await epoch()).toBe(before)
  })

  it('is another one after a dump was restored into the same database', async () => {
    const before = await epoch()
    // With its tables made anew, as `pg_restore --clean` does.
    await client.query('create table copied (like event_heads including all)')
    await client.query('drop table event_heads cascade')
    await client.query('alter table copied rename to event_heads')
    const anew = await epoch()
    expect(anew).not.toBe(before)
    // With its rows alone, into emptied tables.
    await client.query('truncate event_heads')
    expect(await epoch()).not.toBe(anew)
  })
})
