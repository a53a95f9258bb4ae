// @vitest-environment jsdom
import './pressing'
import { parseSocketEvent, user } from '@contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { Route, Routes } from 'react-router-dom'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SettingsScreen } from '@/features/settings/settings-screen'
import { SignInScreen } from '@/features/sign-in'
import { TicketsScreen } from '@/features/tickets'
import { TicketHeader } from '@/features/tickets/ticket-header'
import { UsersScreen } from '@/features/users'
import { settingsDirectory } from '@/stores/settings'
import { useTicket } from '@/stores/tickets'
import { fetchTicketById } from '@/stores/tickets/load'
import { selfOf } from '../../../electron/main/attention/self'
import { applyEvent, emptyWork } from '../../../electron/main/attention/work'
import { pruneAudit } from '../../../electron/server/audit/record'
import {
  auditEntries,
  contacts,
  queueOptions,
  queues,
  tickets,
  whatsappQueues,
  whatsapps,
} from '../../../electron/server/db/schema'
import { CALLS_REFUSED } from '../../../electron/server/inbound/answers'
import { didSomethingTheDayBefore } from '../server/day-before'
import { harnessForFile } from '../server/for-file'
import type { Person } from '../server/harness'
import { answered, onScreen } from './pressing'

const h = harnessForFile()
let root: Person
beforeAll(async () => {
  root = await h.superOf(h.one)
  const companyId = h.one.id
  await h.update(whatsapps, {
    greetingMessage: 'Bem-vindo!',
    transferMessage: 'Vou passar você adiante.',
    maxUseBotQueues: 9,
  })
  await h.update(queues, { outOfHoursMessage: 'Estamos fechados.' })
  await h.insert(queueOptions, {
    companyId,
    queueId: h.one.suporte,
    title: 'Preços',
    message: 'Custa 18 reais.',
    position: 1,
  })
})
/** Queues the customers of the connection choose among. */
const serve = async (...queueIds: number[]) => {
  await h.db.platform.delete(whatsappQueues)
  const [companyId, whatsappId] = [h.one.id, h.one.whatsappId]
  await h.insert(
    whatsappQueues,
    queueIds.map(queueId => ({ companyId, whatsappId, queueId })),
  )
}
beforeEach(() => serve(h.one.suporte, h.one.vendas))

let serial = 0
/** A customer nobody knows yet, with the phone in hand. */
function customer() {
  serial += 1
  const number = `55119000200${String(serial).padStart(2, '0')}`
  return {
    says: (body: string, extra = {}) => h.customer(h.one, number, body, extra),
    heard: () => h.channel.sent.filter(({ to }) => to.number === number).map(({ body }) => body),
    async ticket() {
      const [row] = await h.db
        .select({ ticket: tickets })
        .from(tickets)
        .innerJoin(contacts, eq(contacts.id, tickets.contactId))
        .where(eq(contacts.number, number))
      return row?.ticket ?? null
    },
  }
}
const Header = ({ id }: { id: number }) => {
  const ticket = useTicket(id)
  return ticket ? <TicketHeader ticket={ticket} narrow={false} /> : null
}
async function header(who: Person, id: number): Promise<void> {
  await onScreen(h, who, <Header id={id} />)
  await fetchTicketById(id)
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
const choose = (name: string) => async () => userEvent.click(await screen.findByRole('radio', { name }))
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

  it('chatbotAutoExit: the end of a menu hands the customer to a person', async () => {
    const story = async () => {
      const lia = customer()
      for (const said of ['Oi', 'Suporte', '1']) await lia.says(said)
      expect(lia.heard().join()).toContain('Custa 18 reais.')
      return (await lia.ticket())?.chatbot
    }
    expect(await around(h.one.admin, flip('Sair do chatbot no fim do menu'), story)).toEqual([true, false])
  })

  it('sendGreetingAccepted and timezone: accepting greets, by the clock of the zone', async () => {
    const story = async () => {
      const lia = customer()
      await lia.says('Oi')
      await lia.says('Vendas')
      const id = (await lia.ticket())?.id ?? 0
      const menus = lia.heard().length
      await header(h.one.admin, id)
      await userEvent.click(await screen.findByRole('button', { name: 'Aceitar' }))
      await screen.findByRole('button', { name: 'Resolver' })
      await answered()
      return lia.heard().slice(menus).join()
    }
    const [none, greeted] = await around(h.one.admin, flip('Saudação ao aceitar um ticket'), story)
    expect([none, greeted]).toEqual(['', expect.stringContaining('Meu nome é *Admin*')])
    // Twelve hours apart it is never the same part of the day.
    const [, elsewhere] = await around(h.one.admin, pick('Fuso horário', 'Asia/Tokyo', 'Tokyo'), story)
    const part = (text: string) => /^(Bom dia|Boa tarde|Boa noite)/.exec(text)?.[0]
    expect(part(greeted)).toBeTruthy()
    expect(part(elsewhere)).toBeTruthy()
    expect(part(elsewhere)).not.toBe(part(greeted))
  })

  it('sendMsgTransfTicket: a transfer tells the customer', async () => {
    const story = async () => {
      const lia = customer()
      await lia.says('Oi')
      await lia.says('Suporte')
      const id = (await lia.ticket())?.id ?? 0
      await header(h.one.admin, id)
      await userEvent.click(await screen.findByRole('button', { name: 'Transferir' }))
      await pick(/^Fila/, 'Vendas')()
      await userEvent.click(screen.getAllByRole('button', { name: 'Transferir' }).at(-1) as HTMLElement)
      await waitFor(async () => expect((await h.ticket(id)).queueId).toBe(h.one.vendas))
      await answered()
      return lia.heard().includes('Vou passar você adiante.')
    }
    expect(await around(h.one.admin, flip('Avisar o cliente da transferência'), story)).toEqual([false, true])
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

  it('sendGreetingMessageOneQueues: one queue alone greets, too', async () => {
    await serve(h.one.vendas)
    const story = async () => {
      const lia = customer()
      await lia.says('Oi')
      return lia.heard().includes('Bem-vindo!')
    }
    expect(await around(h.one.admin, flip('Saudação com uma única fila'), story)).toEqual([false, true])
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

  it('soundGroupNotifications: what groups write rings', async () => {
    const story = async () => {
      const { body } = await h.call<{ user?: object }>(h.one.ana, 'auth.me')
      const ear = await h.connect(h.one.ana)
      const number = `1203631${++serial}`
      const from = { number, name: 'Família', isGroup: true }
      const contactId = await h.newContact(h.one, from.name, { number, isGroup: true })
      const mine = { status: 'open' as const, userId: h.one.ana.id, isGroup: true }
      const { id } = await h.newTicket(h.one, { ...mine, contactId })
      await h.customer(h.one, number, 'Alguém aí?', { from })
      await ear.settled()
      ear.close()
      const moment = {
        now: Date.now(),
        aheadMs: 0,
        watched: new Set<number>(),
        localChanges: new Set<number>(),
      }
      const work = ear.heard.reduce(
        (before, { event, payload }) => {
          const parsed = parseSocketEvent(h.one.id, event, payload)
          return parsed.ok ? applyEvent(before, parsed.event, moment) : before
        },
        emptyWork(selfOf(user.parse(body.user ?? body))),
      )
      const notice = work.eventNotices.get(`ticket:${id}`)
      return notice?.kind === 'message' ? notice.mute : notice
    }
    expect(await around(h.one.admin, flip('Som para mensagens de grupos'), story)).toEqual([true, false])
  })

  it('CheckMsgIsGroup: what groups write becomes no ticket', async () => {
    const story = async () => {
      const id = `1203630${++serial}`
      await h.customer(h.one, id, 'Oi, grupo', { from: { number: id, name: 'Família', isGroup: true } })
      return h.db.$count(contacts, eq(contacts.number, id))
    }
    expect(await around(h.one.admin, flip('Ignorar mensagens de grupos'), story)).toEqual([1, 0])
  })

  it('scheduleType and outOfHoursAction: a closed queue says so, and the ticket waits or ends', async () => {
    const closed = { startTime: '00:00', endTime: '00:00' }
    const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    await h.update(queues, {
      schedules: week.map(day => ({ weekday: day, weekdayEn: day, ...closed })) as never,
    })
    const story = async () => {
      const lia = customer()
      await lia.says('Oi')
      await lia.says('Vendas')
      return [lia.heard().at(-1) === 'Estamos fechados.', (await lia.ticket())?.status]
    }
    expect(await around(h.one.admin, choose('Por fila'), story)).toEqual([
      [false, 'pending'],
      [true, 'pending'],
    ])
    expect(await around(h.one.admin, choose('Resolver'), story)).toEqual([
      [true, 'pending'],
      [true, 'closed'],
    ])
    await around(h.one.admin, choose('Desligado'), story)
  })

  it('auditRetentionDays: older entries of the log go', async () => {
    const inDays = async (days: number) => {
      const later = Date.now() + days * 86_400_000
      await didSomethingTheDayBefore(h, later)
      await pruneAudit(h.db, later)
    }
    const kept = () => h.db.$count(auditEntries, eq(auditEntries.companyId, h.one.id))
    const story = async () => {
      await inDays(40)
      return (await kept()) > 0
    }
    expect(await around(h.one.admin, type('Guardar a auditoria por', '30'), story)).toEqual([true, false])
  })
})

describe('a setting of the platform, pressed on its screen', () => {
  const signIn = async () => {
    await onScreen(h, root, <SignInScreen />)
    await screen.findByRole('button', { name: 'Entrar' })
  }
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

  it('allowregister and viewregister: the sign-in leads to a sign-up, or not', async () => {
    const offered = async () => {
      await signIn()
      return screen.findByRole('link', { name: 'Criar uma conta' }, { timeout: 1_000 }).then(
        () => true,
        () => false,
      )
    }
    expect(await around(root, flip('Mostrar o cadastro na entrada'), offered)).toEqual([true, false])
    expect(await around(root, flip('Mostrar o cadastro na entrada'), offered)).toEqual([false, true])
    expect(await around(root, flip('Permitir cadastro'), offered)).toEqual([true, false])
    expect((await due()).body.error).toBe('ERR_USER_CREATION_DISABLED')
    await around(root, flip('Permitir cadastro'), offered)
  })

  it('trial: a new company is due after so many days', async () => {
    const story = async () =>
      Math.round((Date.parse((await due()).body.dueDate ?? '') - Date.now()) / 86_400_000)
    expect(await around(root, pick('Período de teste', '7 dias'), story)).toEqual([3, 7])
  })

  it('userCreation: nobody adds people', async () => {
    const story = async () => {
      await onScreen(h, h.one.admin, <UsersScreen />)
      await screen.findByText(/\d+ usuários/)
      return screen.queryByRole('button', { name: 'Adicionar usuário' }) !== null
    }
    expect(await around(root, flip('Permitir novos usuários'), story)).toEqual([true, false])
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
