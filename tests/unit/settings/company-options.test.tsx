// @vitest-environment jsdom

import { OWN_KEY, SETTING_KEYS } from '@contract'
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { OPTION_GROUPS } from '@/features/settings/company/options'
import { SettingsScreen } from '@/features/settings/settings-screen'
import { flushFeed, receiveFeed } from '@/stores/feed'
import { useServers } from '@/stores/servers'
import { settingsDirectory } from '@/stores/settings'
import { useToastList } from '@/stores/toasts'
import { options } from '../../../src/locales/pt/settings.json'
import { soon } from '../../support/soon'
import { onOlderServer } from '../support/older-server'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

let seq = 0
let stored: { key: string; value: string }[] = []

async function open(who: object = {}, path = '/settings/company') {
  return openScreen(
    <Routes>
      <Route path="/" element={<p>início</p>} />
      <Route path="/settings" element={<SettingsScreen />} />
      <Route path="/settings/:section" element={<SettingsScreen />} />
    </Routes>,
    { user: who, at: path },
  )
}

beforeEach(() => {
  Element.prototype.scrollTo ??= () => undefined
  Element.prototype.scrollIntoView ??= () => undefined
  call.mockReset()
  stored = []
  call.mockImplementation(async (name: string, options: { params?: object; body?: object } = {}) => {
    if (name === 'settings.list') return stored
    if (name === 'settings.update') return { ...options.params, ...options.body, companyId: 1 }
    if (name === 'companies.get') return { schedules: [] }
    return []
  })
})

const sent = () =>
  call.mock.calls
    .filter(([name]) => name === 'settings.update')
    .map(([, options]) => [options.params.key, options.body.value])
const isOn = (control: HTMLElement): boolean => control.getAttribute('aria-checked') === 'true'
const toggle = (name: string) => screen.findByRole('switch', { name })

describe('the company’s settings', () => {
  it('have a control for every key people choose', () => {
    const shown = OPTION_GROUPS.flatMap(group => [...group.settings])
    // Written with a company; and what nothing goes by.
    const elsewhere = [
      'campaignsEnabled',
      ...['ipixc', 'tokenixc', 'ipmkauth', 'clientidmkauth', 'clientsecretmkauth', 'asaas'],
    ]
    expect([...shown, ...elsewhere].toSorted()).toEqual([...SETTING_KEYS].toSorted())
  })

  it('are each sent from their own control', async () => {
    await open({ super: true })
    await toggle('Aba de grupos')
    // Backwards: the last of a group keep waiting where the first leaves groups out.
    for (const key of OPTION_GROUPS.flatMap(group => [...group.settings]).toReversed()) {
      const { name } = options.item[key]
      const control = screen
        .getAllByLabelText(name)
        .find(
          one => /^(?:INPUT|TEXTAREA|BUTTON)$/.test(one.tagName) || one.role === 'radiogroup',
        ) as HTMLElement
      const before = sent().length
      if (control.role === 'switch') fireEvent.click(control)
      else if (control.role === 'radiogroup')
        fireEvent.click(control.querySelector('[aria-checked=false], [type=radio]:not(:checked)') as Element)
      else if (control.role === 'combobox') {
        fireEvent.mouseDown(control)
        const other =
          '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option:not(.ant-select-item-option-selected)'
        fireEvent.click(document.querySelector(other) as Element)
      } else {
        fireEvent.change(control, {
          target: { value: control.tagName === 'TEXTAREA' ? 'Almoço | 45' : '77' },
        })
        fireEvent.blur(control)
      }
      const keys = (): string[] => sent().map(([sentKey]) => sentKey)
      await soon(() => expect(keys().slice(before), name).toEqual([key]))
    }
  })

  it('are offered where the server reads them; menus its chatbot cannot send only until they are taken back', async () => {
    onOlderServer()
    await open({ super: true })
    await toggle('Pedir avaliação ao resolver')
    for (const key of [
      'chatbotAutoExit',
      'outOfHoursAction',
      'timezone',
      'chatBotType',
      'linkPreviews',
      'viewregister',
      'trial',
      'userCreation',
    ] as const)
      expect(screen.queryByText(options.item[key].name), key).toBeNull()

    act(() =>
      settingsDirectory.use.setState({ items: [{ key: 'chatBotType', value: 'list', companyId: 1 }] }),
    )
    const menus = screen.getByRole('radiogroup', { name: options.item.chatBotType.name })
    expect(within(menus).getAllByRole('radio')).toHaveLength(2)
    await userEvent.click(within(menus).getByRole('radio', { name: options.value.chatBotType.text }))
    expect(sent()).toEqual([['chatBotType', 'text']])
    expect(screen.queryByRole('radiogroup', { name: options.item.chatBotType.name })).toBeNull()
  })

  it('save at once, say so, and can be undone', async () => {
    await open()
    const rating = await toggle('Pedir avaliação ao resolver')
    expect(isOn(rating)).toBe(false)
    await userEvent.click(rating)
    expect(isOn(rating)).toBe(true)
    expect(await screen.findByText('salvo')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'desfazer' }))
    expect(await screen.findByText('desfeito')).toBeTruthy()
    expect(isOn(rating)).toBe(false)
    expect(sent()).toEqual([
      ['userRating', 'enabled'],
      ['userRating', 'disabled'],
    ])
  })

  it('are taken back when the server refuses, with its words', async () => {
    await open()
    const rating = await toggle('Pedir avaliação ao resolver')
    call.mockImplementation(async (name: string) => {
      if (name === 'settings.update')
        throw new ApiError('refused', 'ERR_NO_PERMISSION', 'ERR_NO_PERMISSION', 403)
      return stored
    })
    await userEvent.click(rating)
    await soon(() => expect(useToastList.getState().toasts).toHaveLength(1))
    expect(isOn(rating)).toBe(false)
    expect(screen.queryByText('salvo')).toBeNull()
  })

  it('follow another console, and say why one has no effect', async () => {
    stored = [{ key: 'groupsTab', value: 'enabled' }]
    await open()
    const tab = await toggle('Aba de grupos')
    expect(tab.hasAttribute('disabled')).toBe(false)
    act(() => {
      const { items } = settingsDirectory.use.getState()
      settingsDirectory.use.setState({
        items: [...items, { key: 'CheckMsgIsGroup', value: 'enabled', companyId: 1 }],
      })
    })
    expect(tab.hasAttribute('disabled')).toBe(true)
    expect(isOn(await toggle('Ignorar mensagens de grupos'))).toBe(true)
    expect(screen.getAllByText('Sem efeito enquanto mensagens de grupos são ignoradas.')).toHaveLength(2)
  })

  it('are found by what they do', async () => {
    await open()
    await toggle('Aba de grupos')
    await userEvent.type(
      screen.getByRole('textbox', { name: 'Buscar uma configuração pelo que ela faz' }),
      'satisfacao',
    )
    expect(await toggle('Pedir avaliação ao resolver')).toBeTruthy()
    await soon(() => expect(screen.queryByRole('switch', { name: 'Aba de grupos' })).toBeNull())
    await userEvent.type(screen.getByRole('textbox'), 'xyz')
    expect(await screen.findByText('Nenhuma configuração para “satisfacaoxyz”')).toBeTruthy()
  })

  it('of the platform are the super-administrator’s', async () => {
    await open()
    await toggle('Aba de grupos')
    expect(screen.queryByRole('switch', { name: 'Permitir cadastro' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Logo' })).toBeNull()
  })

  it('of several companies are folded away where the company lies on this computer', async () => {
    useServers.setState({ state: { current: OWN_KEY } as never })
    await open({ super: true })
    await screen.findByRole('switch', { name: 'Aba de grupos' })
    const fold = screen.getByText('Opções da plataforma').closest('details') as HTMLDetailsElement
    expect(fold.open).toBe(false)
    expect(within(fold).getByRole('switch', { name: 'Permitir cadastro', hidden: true })).toBeTruthy()
    const platform = screen.getByText('Plataforma', { selector: 'summary' }).closest('details')
    expect(platform?.open).toBe(false)
    for (const name of ['Empresas', 'Planos'])
      expect(within(platform as HTMLElement).getByRole('link', { name, hidden: true })).toBeTruthy()
    // Whoever searches finds them as everywhere.
    await userEvent.type(
      screen.getByRole('textbox', { name: 'Buscar uma configuração pelo que ela faz' }),
      'cadastro',
    )
    await soon(() => expect(screen.queryByText('Opções da plataforma')).toBeNull())
    expect(screen.getByRole('switch', { name: 'Permitir cadastro' })).toBeTruthy()
  })

  it('take a typed value when it is whole, and say what it may be', async () => {
    const { router } = await open({ super: true })
    const limit = await screen.findByRole('textbox', { name: 'Tamanho máximo de arquivos' })
    expect((limit as HTMLInputElement).value).toBe('100')
    await userEvent.clear(limit)
    await userEvent.type(limit, '0{Enter}')
    expect(await screen.findByText('De 1 a 2048')).toBeTruthy()
    expect(sent()).toEqual([])
    // What cannot be read is asked about before it is lost.
    act(() => void router.navigate('/elsewhere'))
    await userEvent.click(await screen.findByRole('button', { name: 'Continuar editando' }))
    expect((limit as HTMLInputElement).value).toBe('0')
    await userEvent.clear(limit)
    await userEvent.type(limit, '1.024{Enter}')
    await soon(() => expect(sent()).toEqual([['downloadLimit', '1024']]))
  })

  it('keep what is typed when somebody else saves another value, and ask whose stays', async () => {
    await open({ super: true })
    const limit = await screen.findByRole('textbox', { name: 'Tamanho máximo de arquivos' })
    const theirs = (value: string): void =>
      act(() => settingsDirectory.use.setState({ items: [{ key: 'downloadLimit', value, companyId: 1 }] }))
    await userEvent.clear(limit)
    await userEvent.type(limit, '64')
    theirs('30')
    expect((limit as HTMLInputElement).value).toBe('64')
    expect(await screen.findByText(/^Outra pessoa escolheu 30/)).toBeTruthy()
    await userEvent.type(limit, '{Enter}')
    expect(sent()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Manter o meu' }))
    await soon(() => expect(sent()).toEqual([['downloadLimit', '64']]))
    await userEvent.type(limit, '0')
    theirs('20')
    await userEvent.click(screen.getByRole('button', { name: 'Usar o dela' }))
    expect((limit as HTMLInputElement).value).toBe('20')
    expect(sent()).toHaveLength(1)
  })

  it('are not put back by an undo once somebody else chose another value', async () => {
    await open({ super: true })
    const limit = await screen.findByRole('textbox', { name: 'Tamanho máximo de arquivos' })
    await userEvent.clear(limit)
    await userEvent.type(limit, '64{Enter}')
    expect(await screen.findByRole('button', { name: 'desfazer' })).toBeTruthy()
    act(() =>
      settingsDirectory.use.setState({ items: [{ key: 'downloadLimit', value: '20', companyId: 1 }] }),
    )
    expect(screen.queryByRole('button', { name: 'desfazer' })).toBeNull()
  })
})

describe('the sections', () => {
  it('hold hours only while they are the company’s', async () => {
    await open()
    await toggle('Aba de grupos')
    const list = screen.getByRole('navigation')
    expect(within(list).queryByRole('link', { name: 'Horários' })).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: 'Da empresa' }))
    expect(await within(list).findByRole('link', { name: 'Horários' })).toBeTruthy()
  })

  it('send the hours that are typed, and say in the words of the specification that they were kept', async () => {
    stored = [{ key: 'scheduleType', value: 'company' }]
    await open({}, '/settings/hours')
    // The frame of the console asks for the settings; here nobody does.
    act(() => void settingsDirectory.ensure())
    fireEvent.click(await screen.findByText('Definir horários'))
    fireEvent.change(screen.getByRole('textbox', { name: 'Segunda: abre às' }), { target: { value: '0930' } })
    fireEvent.click(screen.getByRole('button', { name: 'Adicionar pausa: Terça' }))
    call.mockImplementation(async (name: string, options: { body?: object } = {}) =>
      name === 'companies.schedules' ? options.body : [],
    )
    fireEvent.click(screen.getByText('Salvar horários'))
    await soon(() =>
      expect(useToastList.getState().toasts.map(toast => toast.text)).toEqual([
        'Horários atualizados com sucesso.',
      ]),
    )
    const asked = call.mock.calls.find(([name]) => name === 'companies.schedules')?.[1]
    expect(asked.body.schedules).toHaveLength(8)
    expect(asked.body.schedules[0]).toMatchObject({ weekdayEn: 'monday', startTime: '09:30' })
  })

  it('say that a colleague changed the hours meanwhile, keep what was set here, and ask whose stays', async () => {
    stored = [{ key: 'scheduleType', value: 'company' }]
    await open({}, '/settings/hours')
    act(() => void settingsDirectory.ensure())
    fireEvent.click(await screen.findByText('Definir horários'))
    const company = (over: object): void =>
      act(() => {
        receiveFeed({
          events: [
            {
              seq: ++seq,
              event: {
                channel: 'company',
                data: { action: 'update', company: { id: 1, schedules: [], ...over } },
              } as never,
            },
          ],
        })
        flushFeed()
      })
    // Another change of the company is none of the hours’.
    company({ name: 'Loja Nova' })
    expect(screen.queryByText(/Outra pessoa alterou/)).toBeNull()
    company({
      schedules: [{ weekday: 'Segunda', weekdayEn: 'monday', startTime: '10:00', endTime: '11:00' }],
    })
    expect(await screen.findByText(/Outra pessoa alterou/)).toBeTruthy()
    expect(screen.queryByDisplayValue('10:00')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Manter o meu' }))
    expect(screen.queryByText(/Outra pessoa alterou/)).toBeNull()
    expect(screen.getAllByDisplayValue('08:00').length).toBeGreaterThan(0)
  })

  it('send whoever is not the super-administrator away from the logos, and say so', async () => {
    await open({}, '/settings/logo')
    expect(await screen.findByText('início')).toBeTruthy()
    expect(useToastList.getState().toasts.map(toast => toast.text)).toEqual(['Sem permissão para acessar!'])
  })

  it('send whoever may not have a section to their own settings, and say so', async () => {
    await open({ profile: 'user' }, '/settings/companies')
    expect(await screen.findByTestId('settings-account')).toBeTruthy()
    const refused = 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.'
    expect(useToastList.getState().toasts.map(toast => toast.text)).toEqual([refused])
  })

  it('ask for what a logo lacks before anything is sent', async () => {
    await open({ super: true }, '/settings/logo')
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar logo' }))
    const input = screen.getByLabelText('Arquivo')
    await userEvent.upload(input, new File(['x'], 'logo.svg'))
    await userEvent.click(screen.getByRole('button', { name: 'Enviar logo' }))
    expect(useToastList.getState().toasts.map(toast => toast.text)).toEqual([
      'Escolha um arquivo!',
      'Escolha um destino!',
    ])
  })
})
