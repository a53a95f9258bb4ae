/** Setting a number of the Cloud API up: what is shown, kept and asked. */

import type { CloudSetUp, CloudTest } from '@contract'
import { describe, expect, it } from 'vitest'
import { addressKind } from '../../../electron/server/desk/channel/cloud/set-up'
import { PHONE, SECRET, TOKEN } from '../../support/graph-double'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile()

const add = async (name: string, provider = 'cloud') =>
  (
    await n.h.call<{ id: number; statusReason: string }>(n.h.one.admin, 'whatsapps.create', {
      body: { name, provider },
    })
  ).body.id
const read = async (id: number) =>
  (await n.h.call<CloudSetUp>(n.h.one.admin, 'whatsapps.cloud', { params: { id } })).body
const form = { phoneNumberId: PHONE, businessAccountId: '' }

describe('the set-up of a number', () => {
  it('has an address and a verify token of its own before anything is filled in', async () => {
    const [one, two] = [await read(await add('Um')), await read(await add('Dois'))]
    expect(one).toMatchObject({
      phoneNumberId: '',
      hasAccessToken: false,
      reach: 'loopback',
      verifiedAt: null,
    })
    expect(one.webhookUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/webhooks\/whatsapp\/cloud\/[0-9a-f]{40}$/)
    expect(one.webhookUrl).not.toBe(two.webhookUrl)
    expect(one.verifyToken.length).toBeGreaterThanOrEqual(24)
  })

  it('connects once it is saved, keeps what is left empty, and reads no secret back', async () => {
    const id = await add('Três')
    const state = async () =>
      (await n.h.call<{ status: string }>(n.h.one.admin, 'whatsapps.get', { params: { id } })).body.status
    await expect.poll(state).toBe('DISCONNECTED')
    const saved = await n.h.call(n.h.one.admin, 'whatsapps.saveCloud', {
      params: { id },
      body: { ...form, accessToken: TOKEN, appSecret: SECRET },
    })
    expect(saved.body).toMatchObject({ hasAccessToken: true, hasAppSecret: true })
    expect(JSON.stringify(saved.body)).not.toContain(TOKEN)
    expect(JSON.stringify(saved.body)).not.toContain(SECRET)
    await expect.poll(state).toBe('CONNECTED')
    await n.h.call(n.h.one.admin, 'whatsapps.saveCloud', {
      params: { id },
      body: { ...form, accessToken: '' },
    })
    expect(await read(id)).toMatchObject({ hasAccessToken: true, hasAppSecret: true })
    await expect.poll(state).toBe('CONNECTED')
  })

  it('is tried without being saved, and says why it does not work', async () => {
    const id = await add('Quatro')
    const tried = async (body: object) =>
      (await n.h.call<CloudTest>(n.h.one.admin, 'whatsapps.testCloud', { params: { id }, body })).body
    expect(await tried(form)).toMatchObject({ reason: 'noCredentials' })
    expect(await tried({ ...form, accessToken: TOKEN })).toMatchObject({
      reason: '',
      name: 'Padaria Aurora',
      number: '551140028922',
      quality: 'GREEN',
    })
    expect(await tried({ ...form, accessToken: 'wrong' })).toMatchObject({
      reason: 'tokenRefused',
      code: 190,
    })
    expect(await tried({ phoneNumberId: '99999', accessToken: TOKEN })).toMatchObject({ reason: 'noRight' })
    n.graph.away = true
    expect(await tried({ ...form, accessToken: TOKEN })).toMatchObject({ reason: 'unreachable' })
    n.graph.away = false
    expect((await read(id)).hasAccessToken).toBe(false)
  })

  it('ends the line so far when the provider changes', async () => {
    const id = await add('Cinco', 'beta')
    await n.h.call(n.h.one.admin, 'whatsapps.update', { params: { id }, body: { provider: 'cloud' } })
    const { body } = await n.h.call(n.h.one.admin, 'whatsapps.get', { params: { id } })
    await expect
      .poll(async () => (await n.h.call(n.h.one.admin, 'whatsapps.get', { params: { id } })).body)
      .toMatchObject({ status: 'DISCONNECTED', statusReason: 'noCredentials' })
    expect(body.capabilities).toContain('credentials')
  })
})

it('what a server offers is said before anybody signs in', async () => {
  const state = await n.h.call(null, 'workspace.state')
  expect(state.body).toMatchObject({ channel: 'real', providers: ['cloud'] })
})

it.each([
  ['https://atendimento.example/webhooks', 'https'],
  ['http://atendimento.example/webhooks', 'http'],
  ['https://127.0.0.1:8080/x', 'loopback'],
  ['https://[::1]/x', 'loopback'],
  ['http://localhost:3000/x', 'loopback'],
  ['https://192.168.0.10/x', 'private'],
  ['https://servidor/x', 'private'],
  ['https://turno.local/x', 'private'],
  ['https://8.8.8.8/x', 'https'],
])('%s is %s to Meta', (address, reach) => {
  expect(addressKind(address)).toBe(reach)
})
