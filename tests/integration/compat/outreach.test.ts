/** What is set up on a legacy server and then happens there: campaigns, announcements, passwords, tokens. */
import { endpoints } from '@contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { campaignsOf } from '@/features/companies/due'
import { asTurno, type TurnoSide } from '../../compat/as-turno'
import { type CompatServer, startCompatServer } from '../../compat/server'

let server: CompatServer
let admin: TurnoSide

beforeEach(async () => {
  server = await startCompatServer({ replyAfterMs: 0 })
  for (const person of server.world.people) person.super = person.profile === 'admin'
  admin = await asTurno(server, 'admin@demo.turno')
})
afterEach(() => server.close())

it('a campaign that starts now is still ahead when that server looks for those that are due', async () => {
  const { records } = server.world
  for (const item of records.listItems.rows) item.isWhatsappValid = true
  const form = {
    name: 'Agora',
    message1: 'Oi {nome}',
    contactListId: 1,
    whatsappId: 1,
    scheduledAt: new Date().toISOString(),
  }
  const made = endpoints['campaigns.create'].response.parse(
    (await admin.ask('POST', '/campaigns', form)).json,
  )
  // The next look comes within twenty seconds, on a clock that may be twenty ahead.
  records.lookForCampaigns(Date.now() + 40_000)
  expect(records.sent.map(one => one.text)).toContain('Oi Destinatário 1')
  expect(records.campaigns.find(made.id)?.status).toBe('FINALIZADA')
})

it('announcements are listed, added, switched off and deleted', async () => {
  const page = async () => {
    const { json } = await admin.ask('GET', '/announcements-everything?pageNumber=1')
    return endpoints['announcements.everything'].response.parse(json).records.map(one => one.title)
  }
  expect(await page()).toEqual(['Informativo 1', 'Informativo 2'])
  const news = { title: 'Novidade', text: 'Texto', priority: 1, status: true }
  const { id } = endpoints['announcements.create'].response.parse(
    (await admin.ask('POST', '/announcements', news)).json,
  )
  expect(await page()).toContain('Novidade')
  await admin.ask('PUT', `/announcements/${id}`, { ...news, status: false })
  expect(await page()).not.toContain('Novidade')
  await admin.ask('DELETE', `/announcements/${id}`)
  expect(server.world.records.announcements.find(id)).toBeUndefined()
})

it('companies are listed and answered with their plan and whether they may use campaigns', async () => {
  const page = async () => {
    const { json } = await admin.ask('GET', '/companies?pageNumber=1')
    return endpoints['companies.list'].response.parse(json).companies
  }
  expect((await page()).map(one => [one.plan?.name, campaignsOf(one)])).toEqual([
    ['Plano Completo', true],
    ['Plano Basico', true],
  ])
  const change = { name: 'Empresa 2', email: 'contato@empresa2.test', planId: 1, campaignsEnabled: false }
  const changed = endpoints['companies.update'].response.parse(
    (await admin.ask('PUT', '/companies/2', change)).json,
  )
  expect([changed.plan?.name, campaignsOf(changed)]).toEqual(['Plano Completo', false])
  const made = endpoints['companies.create'].response.parse(
    (await admin.ask('POST', '/companies', { ...change, name: 'Empresa 3', planId: 2 })).json,
  )
  expect(made.plan?.name).toBe('Plano Basico')
})

it('nobody sends through a connection without a token: none is ever stored empty', async () => {
  const { connections } = server.world.records
  const asNobody = async () => {
    const response = await fetch(`${server.url}/api/messages/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: '' },
      body: JSON.stringify({ number: '5511900000000', body: 'x' }),
    })
    return response.status
  }
  const { json } = await admin.ask('POST', '/whatsapp', { name: 'Nova', token: '', queueIds: [1] })
  const { id } = endpoints['whatsapps.create'].response.parse(json)
  expect(String(connections.find(id)?.token).length).toBeGreaterThanOrEqual(20)
  expect(await asNobody()).toBe(401)

  // Emptied by hand, or stored empty by another console: the next change makes one.
  await admin.ask('PUT', `/whatsapp/${id}`, { token: '' })
  expect(await asNobody()).toBe(401)
  Object.assign(connections.find(1) ?? {}, { token: '' })
  expect(await asNobody()).toBe(200)
  await admin.ask('PUT', '/whatsapp/1', { complationMessage: 'Até logo' })
  expect(await asNobody()).toBe(401)
})
