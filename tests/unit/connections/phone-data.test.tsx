// @vitest-environment jsdom
/** What the phone of a number is asked for, what came of it, and why nothing will. */
import type { PhoneSync } from '@contract'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { PhoneData } from '@/features/connections/phone-data'
import { soon } from '../../support/soon'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const AT = '2026-11-20T13:00:00.000Z'
const sync = (over: Partial<PhoneSync>): PhoneSync => ({
  ...{ kind: 'history', state: 'receiving', progress: 0, taken: 0, code: null, askedAt: AT, heardAt: AT },
  ...over,
})
beforeEach(() => call.mockReset())
const refuseWith = (status: number) =>
  call.mockImplementation(async (name: string) => {
    if (name === 'whatsapps.phoneData') throw new ApiError('unreachable', null, '', status)
    return []
  })

it('asks for each kind once, and shows what came', async () => {
  call.mockImplementation(async (name: string) => ({
    syncs:
      name === 'whatsapps.askPhone'
        ? [sync({ progress: 55, taken: 1_200 }), sync({ kind: 'contacts', taken: 1 })]
        : [],
  }))
  await openScreen(<PhoneData id={1} />)
  expect(await screen.findByRole('button', { name: 'Buscar contatos do celular' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Buscar conversas do celular' }))
  await soon(() => expect(screen.getByText('1.200 mensagens guardadas.')).toBeTruthy())
  expect(call).toHaveBeenCalledWith('whatsapps.askPhone', { params: { id: 1 }, body: { kind: 'history' } })
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('55')
  expect(screen.getByText('1 nome recebido. O que mudar na agenda continua chegando.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Buscar/ })).toBeNull()
})

it.each([
  [2593109, /não deixou compartilhar as conversas/],
  [100, /^A Meta recusou \(código 100\)/],
  [null, 'A Meta não respondeu. Tente de novo.'],
] as const)('says of refusal %s what it means, and may be asked again', async (code, words) => {
  call.mockResolvedValue({ syncs: [sync({ state: 'refused', code })] })
  await openScreen(<PhoneData id={1} />)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Buscar conversas do celular' })).toBeTruthy()
})

it('may be asked again where nothing came for long after it was asked for', async () => {
  call.mockResolvedValue({
    syncs: [sync({ state: 'asked', heardAt: null, askedAt: '2020-01-01T12:00:00.000Z' })],
  })
  await openScreen(<PhoneData id={1} />)
  expect(await screen.findByText('A Meta não respondeu. Tente de novo.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Buscar conversas do celular' })).toBeTruthy()
})

it('is not there where a server does not know it', async () => {
  refuseWith(404)
  await openScreen(<PhoneData id={1} />)
  await soon(() => expect(screen.queryByText('Dados do celular')).toBeNull())
})

it('can be read again where the server did not answer', async () => {
  refuseWith(0)
  await openScreen(<PhoneData id={1} />)
  const again = await screen.findByRole('button', { name: 'Tentar de novo' })
  call.mockImplementation(async () => ({ syncs: [] }))
  fireEvent.click(again)
  expect(await screen.findByRole('button', { name: 'Buscar contatos do celular' })).toBeTruthy()
})
