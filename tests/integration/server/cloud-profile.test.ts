/** How a number of the Cloud API stands with Meta, and its business profile, against a double of the Graph API. */
import { CLOUD_FIELDS, type CloudProfile } from '@contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TOKEN } from '../../support/graph-double'
import { type CloudNumber, startCloudNumber } from './cloud-number'

let n: CloudNumber
beforeAll(async () => {
  n = await startCloudNumber()
})
afterEach(() => {
  n.graph.away = false
  n.graph.token = TOKEN
})
afterAll(() => n.close())

const read = () =>
  n.h.call<CloudProfile>(n.h.one.admin, 'whatsapps.cloudProfile', { params: { id: n.whatsappId } })
const FORM = {
  about: 'Pão quente às 6h',
  address: 'Rua das Flores, 12',
  description: 'Padaria de bairro\ndesde 1987.',
  email: 'oi@aurora.example',
  website1: 'https://aurora.example/',
  website2: 'https://cardapio.example/',
  vertical: 'RESTAURANT',
}
const save = (body: Partial<typeof FORM>, who = n.h.one.admin) =>
  n.h.call<CloudProfile & { error?: string }>(who, 'whatsapps.saveCloudProfile', {
    params: { id: n.whatsappId },
    body: { ...FORM, ...body },
  })

describe('a number', () => {
  it('says how it stands: name, quality, state, limit and speed, and what customers see', async () => {
    expect((await read()).body).toEqual({
      reason: '',
      phone: {
        number: '551140028922',
        name: 'Padaria Aurora',
        nameStatus: 'APPROVED',
        quality: 'GREEN',
        status: 'CONNECTED',
        limit: 'TIER_1K',
        throughput: 'STANDARD',
      },
      missingFields: CLOUD_FIELDS.filter(field => field !== 'messages'),
      isSubscribed: true,
      otherAddress: null,
      profile: {
        about: 'Pão quente o dia todo',
        address: 'Rua das Flores, 10',
        description: '',
        email: 'oi@aurora.example',
        website1: 'https://aurora.example/',
        website2: '',
        vertical: 'RETAIL',
      },
    })
  })

  it('is described without what Meta’s version does not know', async () => {
    n.graph.profile.unknownFields.add('whatsapp_business_manager_messaging_limit')
    const { body } = await read()
    n.graph.profile.unknownFields.clear()
    expect(body).toMatchObject({ reason: '', phone: { name: 'Padaria Aurora', limit: '' } })
  })

  it('misses no field once all are subscribed', async () => {
    n.graph.fields = [...CLOUD_FIELDS, 'security']
    expect((await read()).body.missingFields).toEqual([])
  })

  it('says that its account delivers nothing to the app, or delivers elsewhere than here', async () => {
    const deliversTo = async (webhook_configuration: object) => {
      Object.assign(n.graph.profile.number, { webhook_configuration })
      return (await read()).body.otherAddress
    }
    const elsewhere = 'https://other.example/hook'
    // By whatever name the server is called, what counts is the place.
    const own = n.hook.replace(n.h.running.url, 'https://turno.example')
    expect(await deliversTo({ application: own })).toBeNull()
    expect(await deliversTo({ application: own, whatsapp_business_account: elsewhere })).toBe(elsewhere)
    expect(await deliversTo({ application: elsewhere, phone_number: own })).toBeNull()
    n.graph.isSubscribed = false
    expect((await read()).body.isSubscribed).toBe(false)
  })

  it('has the reason where Meta does not say', async () => {
    n.graph.away = true
    expect((await read()).body).toEqual({
      reason: 'unreachable',
      phone: null,
      missingFields: null,
      isSubscribed: null,
      otherAddress: null,
      profile: null,
    })
    n.graph.away = false
    n.graph.token = 'another'
    expect((await read()).body.reason).toBe('tokenRefused')
    const { body } = await n.h.call<{ id: number }>(n.h.one.admin, 'whatsapps.create', {
      body: { name: 'Vazia', provider: 'cloud' },
    })
    const empty = await n.h.call<CloudProfile>(n.h.one.admin, 'whatsapps.cloudProfile', {
      params: { id: body.id },
    })
    expect(empty.body.reason).toBe('noCredentials')
  })
})

describe('the profile', () => {
  it('is changed at Meta, read back from there, and told to whoever looks at the connection', async () => {
    const admin = await n.h.connect(n.h.one.admin)
    const { body } = await save({})
    expect([body.reason, body.profile]).toEqual(['', FORM])
    expect(n.graph.profile.profile).toMatchObject({
      about: 'Pão quente às 6h',
      websites: ['https://aurora.example/', 'https://cardapio.example/'],
      vertical: 'RESTAURANT',
    })
    await admin.until(({ event, payload }) => event.endsWith('-whatsapp') && payload.action === 'update')
    admin.close()
    const emptied = await save({ description: '', email: '', website1: '', website2: '' })
    expect(emptied.body.profile).toMatchObject({ description: '', email: '', website1: '', website2: '' })
  })

  it('keeps to Meta’s bounds before Meta is asked, and says why it was not taken', async () => {
    const before = structuredClone(n.graph.profile.profile)
    const calls = n.graph.calls
    for (const wrong of [
      { about: '' },
      { about: 'x'.repeat(140) },
      { email: 'nobody' },
      { website1: 'aurora.example' },
      { website2: 'javascript:alert(1)' },
    ])
      expect((await save(wrong)).body.error).toBe('ERR_VALIDATION')
    expect(n.graph.calls).toBe(calls)
    n.graph.away = true
    expect((await save({})).body.reason).toBe('unreachable')
    expect(n.graph.profile.profile).toEqual(before)
  })
})
