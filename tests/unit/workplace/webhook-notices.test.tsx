// @vitest-environment jsdom
import { webhook as webhookSchema } from '@contract'
import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useWebhookNotices } from '@/features/workplace/notifications'
import { flushFeed, receiveFeed } from '@/stores/feed'
import { openScreen, said } from '../support/open-screen'

function Listening() {
  useWebhookNotices()
  return null
}

it('says, wherever one is, that a webhook was switched off for its failures, and nothing of other changes', async () => {
  await openScreen(<Listening />)
  const tell = (seq: number, over: object): void => {
    const webhook = webhookSchema.parse({ id: 1, name: 'Loja', url: 'https://loja.example/', ...over })
    act(() => {
      receiveFeed({ events: [{ seq, event: { channel: 'webhook', data: { action: 'update', webhook } } }] })
      flushFeed()
    })
  }
  tell(1, { active: false })
  tell(2, { active: true, failingSince: '2026-11-22T12:00:00.000Z' })
  expect(said()).toEqual([])
  tell(3, { active: false, gaveUp: true })
  expect(said()).toEqual([
    'Loja foi desligado: nada chegou a ele por um dia. Corrija o endereço e ligue-o de novo.',
  ])
})
