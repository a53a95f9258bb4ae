// @vitest-environment jsdom
import { HANDOVER_REASONS, readHandover } from '@contract'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setLanguage, TextsProvider } from '@/i18n'
import { HandoverCard } from '../../../src/features/thread/thread-pane'

const card = async (language: 'pt' | 'en' | 'es', note: string): Promise<string> => {
  await setLanguage(language)
  const { unmount } = render(
    <TextsProvider>
      <HandoverCard handover={{ note, from: null, at: '2026-03-02T12:00:00.000Z' }} />
    </TextsProvider>,
  )
  const text = screen.getByRole('complementary').textContent ?? ''
  unmount()
  return text
}

describe('a handover note', () => {
  it('of the automatic answers is said in the language of whoever reads, its details as they are', async () => {
    const note = `${HANDOVER_REASONS.customer}\nIXC 12: Maria da Silva`
    expect(await card('en', note)).toContain('The customer asked for a person.\nIXC 12: Maria da Silva')
    expect(await card('es', note)).toContain('El cliente pidió una persona.\nIXC 12: Maria da Silva')
    expect(await card('pt', note)).toContain(note)
  })

  it('of an earlier version is known by its words of then', () => {
    expect(readHandover('O endereço do provedor não é permitido neste servidor.').reason).toBe('address')
  })

  it('of a person stays as it was written', async () => {
    expect(readHandover('quer reembolso\nliga amanhã')).toEqual({
      reason: null,
      rest: 'quer reembolso\nliga amanhã',
    })
    expect(await card('en', 'quer reembolso')).toContain('quer reembolso')
  })
})
