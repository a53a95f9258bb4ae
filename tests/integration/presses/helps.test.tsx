// @vitest-environment jsdom
import './pressing'
import { LOCAL_VIDEOS_PATH } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { HelpsSection } from '@/features/companies'
import { HelpsScreen } from '@/features/helps'
import { helps } from '../../../electron/server/db/schema'
import { harnessForFile } from '../server/for-file'
import { handOn, onScreen } from './pressing'

const h = harnessForFile()

it('a help video that the platform adds is a card for agents of every company, and plays', async () => {
  await onScreen(h, await h.superOf(h.one), <HelpsSection />)
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar vídeo' }))
  const hand = handOn(await screen.findByRole('dialog'))
  hand.type('Título', 'Atender um cliente')
  hand.type('Código do vídeo', 'https://youtu.be/M7lc1UVf-VE')
  hand.type('Descrição', 'Do primeiro oi ao fim.')
  await hand.press('Adicionar')
  await waitFor(async () => expect(await h.db.$count(helps)).toBe(1))

  await onScreen(h, h.two.ana, <HelpsScreen />)
  const card = await screen.findByRole('button', { name: 'Assistir Atender um cliente' })
  expect(card.textContent).toContain('Do primeiro oi ao fim.')
  // Main says that the player's host answers.
  const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }))
  await userEvent.click(card)
  const player = await within(await screen.findByRole('dialog')).findByTitle('Vídeo: Atender um cliente')
  expect(player.getAttribute('src')).toContain('M7lc1UVf-VE')
  expect(asked.mock.calls.map(([path]) => path)).toEqual([`${LOCAL_VIDEOS_PATH}/M7lc1UVf-VE`])
  asked.mockRestore()
})
