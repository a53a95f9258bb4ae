// @vitest-environment jsdom
/** The keyboard while an answer of the copilot stands above the composer. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { CopilotCard } from '@/features/copilot/card'
import type { Copilot } from '@/features/copilot/use-copilot'
import { openScreen } from '../support/open-screen'

it('letters go into the draft', async () => {
  const answer = { text: '', end: null, callId: null }
  const copilot = {
    card: {
      kind: 'suggest',
      how: null,
      from: { start: 0, end: 0, text: '' },
      answers: [answer],
      at: 0,
      busy: true,
      failure: null,
      stale: null,
    },
    current: answer,
    isWhole: false,
    drop: vi.fn(),
    take: vi.fn(),
    write: () => screen.getByLabelText('Mensagem').focus(),
  } as unknown as Copilot
  await openScreen(
    <>
      <textarea aria-label="Mensagem" />
      <CopilotCard copilot={copilot} />
    </>,
  )
  expect(document.activeElement).toBe(screen.getByTestId('copilot-card'))
  await userEvent.keyboard('Moro em')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Mensagem').value).toBe('Moro em')
})
