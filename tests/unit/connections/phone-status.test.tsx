// @vitest-environment jsdom
import '../support/jsdom'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CloudPhone, CloudProfile } from '../../../src/contract'
import { PhoneStatus } from '../../../src/features/connections/phone-status'
import { fakeBridge, installBridge } from '../support/fake-bridge'

beforeEach(() => installBridge(fakeBridge()))
afterEach(cleanup)

const phone: CloudPhone = {
  number: '551140028922',
  name: 'Padaria Aurora',
  nameStatus: 'APPROVED',
  quality: 'GREEN',
  status: 'CONNECTED',
  limit: 'TIER_1K',
  throughput: 'STANDARD',
}
const profile = {
  about: 'a',
  address: '',
  description: '',
  email: '',
  website1: '',
  website2: '',
  vertical: '',
}
const unsaid = { missingFields: null, isSubscribed: null, otherAddress: null }
const draw = (known: CloudProfile | null, on: { refresh?: () => void; edit?: () => void } = {}) =>
  render(
    <PhoneStatus
      known={known}
      busy={known === null}
      onRefresh={on.refresh ?? (() => {})}
      onEdit={on.edit ?? (() => {})}
    />,
  )
const words = (): string => screen.getByRole('region').textContent ?? ''

const say = (about: Partial<CloudPhone>, more: Partial<CloudProfile> = {}): string => {
  cleanup()
  draw({ reason: '', phone: { ...phone, ...about }, ...unsaid, profile, ...more })
  return words()
}

it('tells how a number stands in words that a person understands, and what is new at Meta as Meta says it', () => {
  expect(say({})).toMatch(/Padaria Aurora.*Aprovado pela Meta.*Alta.*Conectado.*1\.000 clientes por dia/)
  expect(words()).not.toMatch(/GREEN|CONNECTED|TIER|APPROVED|STANDARD/)
  expect(say({ quality: 'NA', status: 'ASLEEP', limit: 'TIER_5K', nameStatus: '' })).toMatch(
    /Ainda sem nota.*ASLEEP.*TIER_5K/,
  )
})

it('names the fields of the webhook that are not subscribed, with what they would bring', () => {
  const fields = say({}, { missingFields: ['standby', 'calls'] })
  expect(fields).toMatch(/standby: conversas que a IA da Meta responde.*calls: chamadas/)
  expect(fields).not.toContain('messages')
  expect(say({}, { missingFields: [] })).toContain('Todos os campos')
  expect(say({})).toContain('não informou quais campos')
})

it('says what keeps deliveries away: an account without the app, another address', () => {
  say({})
  expect(screen.queryAllByRole('alert')).toEqual([])
  expect(say({}, { isSubscribed: false, otherAddress: 'https://other.example/hook' })).toMatch(
    /O app não recebe nada desta conta.*https:\/\/other\.example\/hook/,
  )
})

it('says why nothing is known, asks again on demand, and leads to the profile where there is one', () => {
  const refresh = vi.fn()
  const edit = vi.fn()
  draw({ reason: 'tokenRefused', phone: null, ...unsaid, profile: null }, { refresh })
  expect(screen.getByRole('alert').textContent).toContain('não informou')
  expect(screen.queryByRole('button', { name: 'Editar perfil da empresa' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Perguntar de novo à Meta' }))
  expect(refresh).toHaveBeenCalledOnce()
  cleanup()
  draw({ reason: '', phone, ...unsaid, profile }, { edit })
  fireEvent.click(screen.getByRole('button', { name: 'Editar perfil da empresa' }))
  expect(edit).toHaveBeenCalledOnce()
})
