// @vitest-environment jsdom
import { type Campaign, campaignRecipient, campaign as campaignSchema } from '@contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { CampaignSettingsScreen, CampaignsScreen, ReportScreen } from '@/features/campaigns'
import { campaignSettingsDirectory } from '@/stores/campaigns'
import { flushFeed, receiveFeed } from '@/stores/feed'
import { onOlderServer } from '../support/older-server'
import { openScreen, said } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const FIGURES = { total: 4, waiting: 1, delivered: 2, failed: 1 }
const aCampaign = (id: number, name: string, over: object = {}): Campaign =>
  campaignSchema.parse({ id, name, status: 'INATIVA', ...over })
let records: Campaign[] = []
let settings: { id: number; key: string; value: string }[] = []

const open = (path: string) =>
  openScreen(
    <Routes>
      <Route path="/campaigns" element={<CampaignsScreen />} />
      <Route path="/campaign/:campaignId/report" element={<ReportScreen />} />
      <Route path="/campaigns-config" element={<CampaignSettingsScreen />} />
    </Routes>,
    { at: path },
  )

beforeEach(() => {
  call.mockReset()
  records = [aCampaign(1, 'Natal')]
  settings = []
  call.mockImplementation(async (name: string, options: { body?: object; params?: { id: number } } = {}) => {
    const id = options.params?.id ?? 9
    switch (name) {
      case 'campaigns.page':
        return { records, count: records.length, hasMore: false }
      case 'campaigns.create':
      case 'campaigns.update':
        return aCampaign(id, '', options.body)
      case 'campaigns.get':
        return aCampaign(id, 'Natal', { status: 'EM_ANDAMENTO', figures: FIGURES })
      case 'campaigns.recipients':
        return {
          records: [
            campaignRecipient.parse({ id: 1, name: 'Rita', number: '5511987650001', state: 'delivered' }),
            campaignRecipient.parse({
              id: 2,
              name: 'Léo',
              number: '5511987650002',
              state: 'skipped',
              reason: 'optedOut',
            }),
          ],
          count: 2,
          hasMore: false,
        }
      case 'campaigns.timeline':
        return {
          stretchSeconds: 60,
          stretches: [{ at: '2026-03-02T15:00:00.000Z', sent: 3, delivered: 2, confirmed: 0, failed: 1 }],
        }
      case 'campaigns.audience':
        return {
          total: 10,
          invalid: 1,
          withoutPhone: 0,
          optedOut: 2,
          openTickets: 3,
          limit: 6,
          begun: 2,
          sharing: [
            { id: 3, name: 'Matriz' },
            { id: 4, name: 'Filial' },
          ],
          samples: [
            { name: 'Rita', number: '5511987650001', email: '' },
            { name: 'Léo', number: '5511987650002', email: '', inConversation: true },
          ],
        }
      case 'campaignSettings.list':
        return settings
      case 'campaignSettings.save':
        return settings
      case 'contactLists.list':
        return [{ id: 5, name: 'Clientes', contactsCount: 10 }]
      case 'files.page':
        return { files: [], count: 0, hasMore: false }
      case 'campaignOptOuts.page':
        return { records: [], count: 0, hasMore: false }
      case 'settings.list':
      case 'tags.list':
      case 'whatsapps.list':
        return []
      default:
        return null
    }
  })
})

const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

describe('the campaigns screen', () => {
  it('offers cancel or restart by status, no deletion while it runs, and only a look at what is read-only', async () => {
    records = [
      aCampaign(1, 'Inativa'),
      aCampaign(2, 'Rodando', { status: 'EM_ANDAMENTO', figures: FIGURES }),
      aCampaign(3, 'Parada', { status: 'CANCELADA', stopReason: 'rejections' }),
      aCampaign(4, 'Feita', { status: 'FINALIZADA' }),
    ]
    await open('/campaigns')
    await screen.findByText('4 campanhas')
    expect(screen.queryByRole('button', { name: 'Cancelar Inativa' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Editar Inativa' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Cancelar Rodando' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Ver Rodando' })).toBeDefined()
    expect(
      screen.getByRole('button', { name: 'Em andamento: cancele antes de excluir' }).hasAttribute('disabled'),
    ).toBe(true)
    expect(screen.getByRole('button', { name: 'Reiniciar Parada' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Editar Parada' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Reiniciar Feita' })).toBeNull()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('3 de 4')
    expect(screen.getByText('Em Andamento')).toBeDefined()
  })

  it('cancels after asking, and says why a restart failed', async () => {
    records = [
      aCampaign(2, 'Rodando', { status: 'EM_ANDAMENTO' }),
      aCampaign(3, 'Parada', { status: 'CANCELADA' }),
    ]
    await open('/campaigns')
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar Rodando' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar campanha' }))
    await waitFor(() => expect(sent('campaigns.cancel')).toEqual([{ params: { id: 2 } }]))
    await waitFor(() => expect(said()).toContain('Campanha cancelada'))
    await userEvent.click(screen.getByRole('button', { name: 'Reiniciar Parada' }))
    // Whom it has not reached, and how fast: one waits and one was refused.
    expect(
      await screen.findByText(/^2 pessoas ainda recebem a mensagem\.\s+Uma mensagem a cada 20 s$/),
    ).toBeDefined()
    expect(sent('campaigns.restart')).toEqual([])
    call.mockImplementationOnce(async () => {
      throw new ApiError('refused', 'ERR_CAMPAIGN_INCOMPLETE', '', 409)
    })
    await userEvent.click(screen.getByRole('button', { name: 'Reiniciar campanha' }))
    await waitFor(() =>
      expect(said().at(-1)).toBe(
        'Para enviar, a campanha precisa de conexão, lista de contatos e ao menos uma mensagem.',
      ),
    )
  })

  it('wants a name, shows five messages as tabs, and asks first only where confirmation is on', async () => {
    await open('/campaigns')
    await userEvent.click(await screen.findByRole('button', { name: 'Nova campanha' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText('Nome'), { target: { value: 'x' } })
    fireEvent.keyDown(within(dialog).getByLabelText('Nome'), { key: 's', ctrlKey: true })
    expect(await within(dialog).findByText(/curto/i)).toBeDefined()
    expect(sent('campaigns.create')).toEqual([])
    fireEvent.change(within(dialog).getByLabelText('Nome'), { target: { value: 'xyz' } })
    expect(dialog.querySelectorAll('[role=tab]')).toHaveLength(5)
    fireEvent.change(within(dialog).getByLabelText('Mensagem 1', { selector: 'textarea' }), {
      target: { value: 'Oi ' },
    })
    fireEvent.click(within(dialog).getAllByLabelText('Inserir {nome}')[0] as HTMLElement)
    expect(await within(dialog).findByText('Oi Pessoa de exemplo')).toBeDefined()
    const question = within(dialog).getByLabelText('Pergunta de confirmação 1', { selector: 'textarea' })
    expect(question.closest('.ant-form-item-hidden')).not.toBeNull()
    fireEvent.click(within(dialog).getByRole('switch', { name: /Pedir confirmação antes/ }))
    await waitFor(() => expect(question.closest('.ant-form-item-hidden')).toBeNull())
    fireEvent.change(within(dialog).getByLabelText('Pergunta de confirmação 1', { selector: 'textarea' }), {
      target: { value: 'Posso?' },
    })
    fireEvent.keyDown(within(dialog).getByLabelText('Nome'), { key: 's', ctrlKey: true })
    await waitFor(() => expect(sent('campaigns.create')).toHaveLength(1))
    expect(sent('campaigns.create')[0]).toMatchObject({
      body: {
        name: 'xyz',
        message1: 'Oi {nome}',
        confirmation: true,
        confirmationMessage1: 'Posso?',
        tagListId: 'Nenhuma',
        scheduledAt: null,
      },
    })
  })

  it('shows the message that is too long, also behind another tab, and cuts nothing off', async () => {
    await open('/campaigns')
    await userEvent.click(await screen.findByRole('button', { name: 'Nova campanha' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText('Nome'), { target: { value: 'Natal' } })
    const third = within(dialog).getByLabelText<HTMLTextAreaElement>('Mensagem 3', { selector: 'textarea' })
    fireEvent.change(third, { target: { value: 'a'.repeat(65_537) } })
    expect(third.closest('[role=tabpanel]')?.hasAttribute('hidden')).toBe(true)
    fireEvent.keyDown(within(dialog).getByLabelText('Nome'), { key: 's', ctrlKey: true })
    expect(await within(dialog).findByText('Muito longo!')).toBeDefined()
    await waitFor(() => expect(third.closest('[role=tabpanel]')?.hasAttribute('hidden')).toBe(false))
    expect(third.value).toHaveLength(65_537)
    expect(sent('campaigns.create')).toEqual([])
  })

  it('says how many get it, shows real people’s messages, and when it ends before it starts', async () => {
    records = [
      aCampaign(1, 'Natal', {
        message1: 'Oi {nome}',
        whatsappId: 3,
        contactListId: 5,
        skipOpenTickets: true,
      }),
    ]
    await open('/campaigns')
    await userEvent.click(await screen.findByRole('button', { name: 'Editar Natal' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText('Oi Rita')).toBeDefined()
    // In a conversation, and left out by choice: shown only once that choice is taken back.
    expect(within(dialog).queryByText('Oi Léo')).toBeNull()
    // Ten less one not on WhatsApp, two who opted out, three in a conversation.
    expect(await within(dialog).findByText(/4 pessoas recebem de .* dura 2 min/)).toBeDefined()
    await userEvent.click(within(dialog).getByRole('switch', { name: /Deixar de fora/ }))
    expect(await within(dialog).findByText('Dividem este limite: Matriz e Filial.')).toBeDefined()
    expect(await within(dialog).findByText('Oi Léo')).toBeDefined()
    // Only what has no date yet may wait for its connection.
    const connection = (): boolean | undefined =>
      within(dialog)
        .getByLabelText('Conexão')
        .closest('.ant-form-item')
        ?.querySelector('label')
        ?.classList.contains('ant-form-item-required')
    expect(connection()).toBe(false)
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Agora' }))
    expect(connection()).toBe(true)
  })

  it('shows a campaign that runs without a way to save it', async () => {
    records = [aCampaign(2, 'Rodando', { status: 'EM_ANDAMENTO', message1: 'Oi' })]
    await open('/campaigns')
    await userEvent.click(await screen.findByRole('button', { name: 'Ver Rodando' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText(/Somente leitura/)).toBeDefined()
    expect(within(dialog).getByLabelText('Nome').hasAttribute('disabled')).toBe(true)
    expect(within(dialog).queryByRole('button', { name: 'Salvar' })).toBeNull()
  })

  it('sends a test of all that stands in the form: the question, and an attachment that is not saved yet', async () => {
    records = [
      aCampaign(1, 'Natal', {
        message1: 'Oi {nome}',
        confirmationMessage1: 'Posso?',
        confirmation: true,
        whatsappId: 3,
        fileListId: 8,
        mediaName: 'antigo.pdf',
      }),
    ]
    await open('/campaigns')
    await userEvent.click(await screen.findByRole('button', { name: 'Editar Natal' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText('Meu número'), '+55 11 97777-0001')
    const button = within(dialog).getByRole('button', { name: 'Enviar teste' })
    expect(within(dialog).getByText(/O teste não espera a resposta/)).toBeDefined()
    expect(within(dialog).queryByText(/Para este número vai/)).toBeNull()
    const body = {
      whatsappId: 3,
      number: '+55 11 97777-0001',
      message: 'Oi {nome}',
      question: 'Posso?',
      fileListId: 8,
    }
    await userEvent.click(button)
    await waitFor(() => expect(sent('campaigns.test')).toEqual([{ body: { ...body, campaignId: 1 } }]))

    const file = new File(['novo'], 'novo.pdf', { type: 'application/pdf' })
    fireEvent.change(dialog.querySelector('input[type=file]') as HTMLElement, { target: { files: [file] } })
    await within(dialog).findByText('novo.pdf')
    await userEvent.click(button)
    await waitFor(() =>
      expect(sent('campaigns.test')[1]).toEqual({ body: { ...body, campaignId: 1 }, files: [file] }),
    )

    // Taken away and not saved: the one that the server still has does not go along.
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remover novo.pdf' }))
    await waitFor(() => expect(within(dialog).queryByText('novo.pdf')).toBeNull())
    await userEvent.click(button)
    await waitFor(() => expect(sent('campaigns.test')[2]).toEqual({ body }))
  })
})

describe('the report', () => {
  it('shows how far it is and each recipient with the reason, and follows live without asking again', async () => {
    await open('/campaign/7/report')
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuetext')).toBe('3 de 4')
    expect(await screen.findByText('pediu para sair')).toBeDefined()
    const chart = await screen.findByRole('table', { name: 'O que aconteceu ao longo do tempo' })
    expect(
      within(chart)
        .getAllByRole('columnheader')
        .map(cell => cell.textContent),
    ).toEqual(['Hora', 'Enviada', 'Entregue', 'Falhou'])
    const asked = sent('campaigns.recipients').length
    await act(async () => {
      receiveFeed({
        events: [
          {
            seq: 1,
            event: {
              channel: 'campaign',
              data: {
                action: 'update',
                record: aCampaign(7, 'Natal', {
                  status: 'EM_ANDAMENTO',
                  figures: { total: 4, delivered: 4 },
                }),
                recipients: [
                  campaignRecipient.parse({
                    id: 2,
                    name: 'Léo',
                    number: '5511987650002',
                    state: 'failed',
                    reason: 'ERR_SENDING_WAPP_MSG',
                  }),
                ],
              },
            },
          },
        ],
      })
      flushFeed()
    })
    await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('4 de 4'))
    // No figure says so any more: the row does.
    const people = screen.getByRole('table', { name: 'Destinatários' })
    expect(await within(people).findByText('Falhou')).toBeDefined()
    expect(sent('campaigns.recipients')).toHaveLength(asked)
  })

  it('that was opened while its list was still becoming recipients shows them as soon as it hears of them', async () => {
    const answers = call.getMockImplementation()
    let prepared = false
    call.mockImplementation(async (name: string, options) =>
      name === 'campaigns.recipients' && !prepared
        ? { records: [], count: 0, hasMore: false }
        : answers?.(name, options),
    )
    await open('/campaign/7/report')
    expect(await screen.findByText('Ninguém ainda')).toBeDefined()
    prepared = true
    const record = aCampaign(7, 'Natal', { status: 'EM_ANDAMENTO', figures: { total: 2 } })
    await act(async () => {
      const data = { action: 'update' as const, record, recipients: [] }
      receiveFeed({ events: [{ seq: 1, event: { channel: 'campaign', data } }] })
      flushFeed()
    })
    const people = screen.getByRole('table', { name: 'Destinatários' })
    expect(await within(people).findByText('Rita')).toBeDefined()
  })

  it('says of a campaign that asks first when each was asked and said yes', async () => {
    const answers = call.getMockImplementation()
    call.mockImplementation(async (name: string, options) => {
      if (name === 'campaigns.get')
        return aCampaign(7, 'Natal', { status: 'EM_ANDAMENTO', figures: FIGURES, confirmation: true })
      if (name !== 'campaigns.recipients') return answers?.(name, options)
      const asked = { confirmationRequestedAt: '2026-03-02T15:00:00.000Z' }
      const rita = { id: 1, name: 'Rita', number: '5511987650001', state: 'delivered', ...asked }
      const records = [campaignRecipient.parse({ ...rita, confirmedAt: '2026-03-02T16:30:00.000Z' })]
      return { records, count: 1, hasMore: false }
    })
    await open('/campaign/7/report')
    const people = await screen.findByRole('table', { name: 'Destinatários' })
    expect(await within(people).findByRole('columnheader', { name: 'Confirmada' })).toBeDefined()
    const times = () => [...people.querySelectorAll('time')].map(one => one.dateTime)
    await waitFor(() => expect(times()).toEqual(['2026-03-02T15:00:00.000Z', '2026-03-02T16:30:00.000Z']))
  })

  it('says that a campaign does not exist any more', async () => {
    await open('/campaign/nada/report')
    expect(await screen.findByText('Esta campanha não existe mais')).toBeDefined()
  })
})

describe('campaign settings', () => {
  it('offer the one interval that an older server keeps, and say what happens without it', async () => {
    settings = [{ id: 1, key: 'messageInterval', value: '0' }]
    await open('/campaigns-config')
    act(onOlderServer)
    expect(await screen.findByLabelText('Intervalo entre mensagens')).toBeDefined()
    expect(screen.getByText(/vale só este intervalo.*envia todas as mensagens de uma vez/)).toBeDefined()
    expect(screen.queryByLabelText('Pausa maior depois de')).toBeNull()
    expect(screen.getByLabelText('Atalho')).toBeDefined()
  })

  it('send what is chosen in each of them, take a variable’s key once, and say that they were saved', async () => {
    await open('/campaigns-config')
    const select = async (name: string, option: string) => {
      await userEvent.click(await screen.findByRole('combobox', { name }))
      const shown = '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option'
      const found = [...document.querySelectorAll(shown)].find(({ textContent }) => textContent === option)
      await userEvent.click(found as Element)
    }
    await select('Intervalo entre mensagens', '5 s')
    await select('Pausa maior depois de', '10 s')
    await select('Duração da pausa maior', '40 s')
    await select('Parar após recusas seguidas', '5 recusas')
    await userEvent.type(screen.getByLabelText('Das'), '1100')
    await userEvent.type(screen.getByLabelText('Até'), '1230{Tab}')
    await userEvent.type(screen.getByLabelText('Atalho'), 'promo')
    await userEvent.type(screen.getByLabelText('Texto'), '10%')
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar variável' }))
    await userEvent.type(screen.getByLabelText('Atalho'), 'promo')
    expect(screen.getByText('Este atalho já existe')).toBeDefined()
    await userEvent.clear(screen.getByLabelText('Atalho'))
    const words = screen.getByRole('combobox', { name: 'Palavras de saída' })
    await userEvent.type(words, `${'b'.repeat(41)}{Enter}`)
    expect(await screen.findByText(`Até 40 caracteres por palavra: ${'b'.repeat(41)}`)).toBeDefined()
    await userEvent.click(document.querySelector('.ant-select-selection-item-remove') as HTMLElement)
    await userEvent.type(words, 'CHEGA{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar configurações' }))
    await waitFor(() => expect(said()).toContain('Configurações salvas'))
    expect(sent('campaignSettings.save')).toMatchObject([
      {
        body: {
          settings: {
            variables: [{ key: 'promo', value: '10%' }],
            ...{ messageInterval: 5, longerIntervalAfter: 10, greaterInterval: 40, rejectionLimit: 5 },
            ...{ quietFrom: '11:00', quietTo: '12:30', optOutWords: ['CHEGA'] },
          },
        },
      },
    ])
  })

  it('ask before what is typed is lost to another screen, also where it cannot be read yet', async () => {
    const { router } = await open('/campaigns-config')
    const from = await screen.findByLabelText<HTMLInputElement>('Das')
    const leave = () => act(() => void router.navigate('/campaigns'))
    await userEvent.type(from, 'xx')
    leave()
    await userEvent.click(await screen.findByRole('button', { name: 'Continuar editando' }))
    expect([router.state.location.pathname, from.value]).toEqual(['/campaigns-config', 'xx'])
    await userEvent.type(from, '{Backspace>2/}0800')
    leave()
    await userEvent.click(await screen.findByRole('button', { name: 'Descartar' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'))
    expect(sent('campaignSettings.save')).toEqual([])
  })

  it('keep what is not saved yet when others saved meanwhile, and ask about what both changed', async () => {
    await open('/campaigns-config')
    await userEvent.type(await screen.findByLabelText('Das'), '2000{Tab}')
    await userEvent.type(screen.getByLabelText('Atalho'), 'pro')
    settings = [{ id: 1, key: 'greaterInterval', value: '80' }]
    await act(() => campaignSettingsDirectory.reload())
    // Nobody changed it here: it follows.
    expect(screen.getByTitle('80 s')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Das').value).toBe('20:00')
    expect(screen.getByLabelText<HTMLInputElement>('Atalho').value).toBe('pro')
    expect(screen.queryByRole('alert')).toBeNull()
    settings = [{ id: 1, key: 'quietFrom', value: '21:30' }]
    await act(() => campaignSettingsDirectory.reload())
    expect(screen.getByRole('alert').textContent).toContain('Horas de silêncio: 21:30')
    expect(screen.getByLabelText<HTMLInputElement>('Das').value).toBe('20:00')
    await userEvent.click(screen.getByRole('button', { name: 'Manter o meu' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Das').value).toBe('20:00')
  })
})
