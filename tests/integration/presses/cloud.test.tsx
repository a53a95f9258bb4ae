// @vitest-environment jsdom
import './pressing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { Route, Routes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { ConnectionsScreen } from '@/features/connections'
import { SettingsScreen } from '@/features/settings/settings-screen'
import { whatsappQueues, whatsapps } from '../../../electron/server/db/schema'
import { cloudNumberForFile } from '../server/for-file'
import { handOn, onScreen } from './pressing'

const n = cloudNumberForFile()

it('a menu is a list to be pressed once that is chosen, and text again', async () => {
  const { id: companyId, suporte, vendas, admin } = n.h.one
  await n.h.update(whatsapps, { greetingMessage: 'Bem-vindo à padaria!' }, eq(whatsapps.id, n.whatsappId))
  await n.h.insert(
    whatsappQueues,
    [suporte, vendas].map(queueId => ({ companyId, whatsappId: n.whatsappId, queueId })),
  )
  let customers = 0
  const menu = async () => {
    const from = `55119660${String(++customers).padStart(5, '0')}`
    const messages = [n.graph.text(from, 'Oi')]
    await n.graph.deliver(n.hook, n.graph.delivery({ messages, names: { [from]: 'Lia Prado' } }))
    return waitFor(() => {
      const sent = n.graph.taken.find(one => one.to === from)
      if (!sent) throw new Error('nothing came')
      return sent.body
    })
  }
  const choose = async (name: string) => {
    await onScreen(
      n.h,
      admin,
      <Routes>
        <Route path="/settings/:section" element={<SettingsScreen />} />
      </Routes>,
      '/settings/company',
    )
    const menus = await screen.findByRole('radiogroup', { name: 'Menus do chatbot' })
    await userEvent.click(within(menus).getByRole('radio', { name }))
    await screen.findByText('salvo')
  }
  expect(await menu()).toMatchObject({ type: 'text' })
  await choose('Lista')
  expect(await menu()).toMatchObject({
    type: 'interactive',
    interactive: { type: 'list', body: { text: 'Bem-vindo à padaria!' } },
  })
  await choose('Texto')
  expect(await menu()).toMatchObject({ type: 'text' })
})

it('the profile that is typed is the one Meta keeps', async () => {
  await onScreen(n.h, n.h.one.admin, <ConnectionsScreen />)
  const row = await waitFor(() => {
    const found = screen.getAllByRole('row').find(one => one.textContent?.includes('Nuvem'))
    if (!found) throw new Error('not listed')
    return found
  })
  fireEvent.contextMenu(row)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Configurar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Editar perfil da empresa' }))
  const title = await screen.findByText(/^Perfil de .* no WhatsApp$/)
  const hand = handOn(title.closest('.ant-modal') as HTMLElement)
  hand.type('Recado', 'Pão quente às 6h')
  hand.type('Descrição', 'Padaria de bairro.')
  await hand.pick('Ramo', 'Restaurante')
  hand.type('Endereço', 'Rua das Flores, 12')
  hand.type('E-mail', 'oi@aurora.example')
  hand.type('Site', 'https://aurora.example/')
  hand.type('Outro site', 'https://cardapio.example/')
  await hand.press('Salvar')
  await waitFor(() =>
    expect(n.graph.profile.profile).toMatchObject({
      about: 'Pão quente às 6h',
      description: 'Padaria de bairro.',
      vertical: 'RESTAURANT',
      address: 'Rua das Flores, 12',
      email: 'oi@aurora.example',
      websites: ['https://aurora.example/', 'https://cardapio.example/'],
    }),
  )
})
