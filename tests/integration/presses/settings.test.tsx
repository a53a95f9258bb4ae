// @vitest-environment jsdom
import './pressing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import { SettingsScreen } from '@/features/settings/settings-screen'
import { TicketsScreen } from '@/features/tickets'
import { settingsDirectory } from '@/stores/settings'
import { CALLS_REFUSED } from '../../../electron/server/inbound/answers'
import { harnessForFile } from '../server/for-file'
import type { Person } from '../server/harness'
import { onScreen } from './pressing'

const h = harnessForFile()
let root: Person
beforeAll(async () => {
  root = await h.superOf(h.one)
})

let serial = 0
/** A customer nobody knows yet, with the phone in hand. */
function customer() {
  serial += 1
  const number = `55119000200${String(serial).padStart(2, '0')}`
  return {
    says: (body: string, extra = {}) => h.customer(h.one, number, body, extra),
    heard: () => h.channel.sent.filter(({ to }) => to.number === number).map(({ body }) => body),
  }
}
const settingsScreen = (who: Person): Promise<unknown> =>
  onScreen(
    h,
    who,
    <Routes>
      <Route path="/settings/:section" element={<SettingsScreen />} />
    </Routes>,
    '/settings/company',
  )
const saved = () => screen.findByText('salvo')
const flip = (name: string) => async () => userEvent.click(await screen.findByRole('switch', { name }))
const type = (name: string, value: string) => async () => {
  const field = await screen.findByRole('textbox', { name })
  await userEvent.clear(field)
  await userEvent.type(field, `${value}{Enter}`)
}
/** An option of a select: the list itself comes from the server, and shows what was typed alone. */
const pick =
  (name: string | RegExp, option: string, typed = '') =>
  async () => {
    await userEvent.click(await screen.findByRole('combobox', { name }))
    if (typed) await userEvent.keyboard(typed)
    const found = await waitFor(() => {
      const options = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')]
      const one = options.find(({ textContent }) => textContent === option)
      if (!one) throw new Error(`${option} is not offered`)
      return one
    })
    await userEvent.click(found)
  }
/** What a story told before a control was pressed, and after it was. */
async function around<T>(
  who: Person,
  press: () => Promise<unknown>,
  story: () => Promise<T>,
): Promise<[T, T]> {
  const before = await story()
  await settingsScreen(who)
  await press()
  await saved()
  return [before, await story()]
}

describe('a setting of the company, pressed on its screen', () => {
  it('call: who calls is answered that no calls are taken', async () => {
    const story = async () => {
      const lia = customer()
      await lia.says('Chamada de voz perdida', { mediaType: 'call_log' })
      return lia.heard().includes(CALLS_REFUSED)
    }
    expect(await around(h.one.admin, flip('Aceitar chamadas de voz e vídeo'), story)).toEqual([false, true])
  })

  it('mentionsOpenTickets: who is named in a note may read the ticket', async () => {
    const { ana, caio } = h.one
    const story = async () => {
      const ticket = await h.newTicket(h.one, { name: 'Rita' })
      const note = { note: 'Veja, @Caio', ticketId: ticket.id, contactId: ticket.contactId }
      await h.call(ana, 'notes.create', { body: { ...note, mentions: { users: [caio.id], queues: [] } } })
      return (await h.call(caio, 'tickets.byUuid', { params: { uuid: ticket.uuid } })).status === 200
    }
    const press = flip('Menção abre o ticket para leitura')
    expect(await around(h.one.admin, press, story)).toEqual([false, true])
  })

  it('agentsRunCampaigns: agents run campaigns and keep contact lists', async () => {
    const story = async () => (await h.call(h.one.ana, 'campaigns.page')).status === 200
    expect(await around(h.one.admin, flip('Atendentes fazem campanhas'), story)).toEqual([false, true])
  })

  it('groupsTab: groups have a tab of their own', async () => {
    const story = async () => {
      await onScreen(h, h.one.ana, <TicketsScreen />, '/tickets')
      await settingsDirectory.ensure()
      await screen.findByRole('tab', { name: /^Resolvidos/ })
      return screen.queryByRole('tab', { name: /^Grupos/ }) !== null
    }
    expect(await around(h.one.admin, flip('Aba de grupos'), story)).toEqual([false, true])
  })
})

describe('a setting of the platform, pressed on its screen', () => {
  const due = async () => {
    serial += 1
    const body = {
      name: `Bazar ${serial}`,
      email: `b${serial}@bazar.test`,
      phone: '11988887777',
      password: 'segredo123',
    }
    const plans = await h.call<{ id: number }[]>(null, 'plans.register')
    return h.call<{ error?: string; dueDate?: string }>(null, 'companies.register', {
      body: { ...body, planId: plans.body[0]?.id },
    })
  }

  it('trial: a new company is due after so many days', async () => {
    const story = async () =>
      Math.round((Date.parse((await due()).body.dueDate ?? '') - Date.now()) / 86_400_000)
    expect(await around(root, pick('Período de teste', '7 dias'), story)).toEqual([3, 7])
  })

  it('downloadLimit: a heavier file of a customer stays out, who is told', async () => {
    const story = async () => {
      const lia = customer()
      const media = { bytes: new Uint8Array(2 * 2 ** 20), mime: 'application/zip', name: 'tudo.zip' }
      await lia.says('segue', { mediaType: 'application', media })
      return lia.heard().some(text => text.includes('1 MB'))
    }
    expect(await around(root, type('Tamanho máximo de arquivos', '1'), story)).toEqual([false, true])
  })
})
