// @vitest-environment jsdom
import { webhook as webhookSchema } from '@contract'
import { act, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Providers } from '@/app/providers'
import { useWebhookNotices } from '@/features/workplace/notifications'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { startPreferences, stopPreferences } from '@/stores/preferences'
import { toasts, useToastList } from '@/stores/toasts'
import { fakeBridge, installBridge } from '../support/fake-bridge'

function Listening() {
  useWebhookNotices()
  return null
}

afterEach(() => {
  stopPreferences()
  resetFeed()
  toasts.clear()
})

it('says, wherever one is, that a webhook was switched off for its failures, and nothing of other changes', async () => {
  const fake = fakeBridge()
  installBridge(fake)
  await startPreferences(fake.bridge)
  render(
    <Providers>
      <Listening />
    </Providers>,
  )
  const tell = (seq: number, over: object): void => {
    const webhook = webhookSchema.parse({ id: 1, name: 'Loja', url: 'https://loja.example/', ...over })
    act(() => {
      receiveFeed({ events: [{ seq, event: { channel: 'webhook', data: { action: 'update', webhook } } }] })
      flushFeed()
    })
  }
  tell(1, { active: false })
  tell(2, { active: true, failingSince: '2026-11-22T12:00:00.000Z' })
  expect(useToastList.getState().toasts).toEqual([])
  tell(3, { active: false, gaveUp: true })
  expect(useToastList.getState().toasts.map(({ text }) => text)).toEqual([
    'Loja foi desligado: nada chegou a ele por um dia. Corrija o endereço e ligue-o de novo.',
  ])
})
