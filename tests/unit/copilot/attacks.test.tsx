// @vitest-environment jsdom
/** What a model that obeys was made to say, in every place that shows it: words, and nothing that acts. */
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { CopilotCard } from '@/features/copilot/card'
import { DraftTranslationCard } from '@/features/copilot/draft-card'
import { MessageTranslation } from '@/features/copilot/message-translation'
import { ATTACKS } from '../../support/copilot-attacks'
import { msg } from '../stores-messages/samples'

afterEach(cleanup)

it.each(ATTACKS)('$name is shown as words', async ({ obeyed }) => {
  const said = obeyed.slice(0, 2_000)
  const answer = { callId: 1, text: said, sources: [], sent: said, end: null }
  const card = {
    kind: 'suggest' as const,
    how: null,
    from: { start: 0, end: 0, text: '' },
    answers: [answer],
    at: 0,
    busy: false,
    failure: null,
    stale: null,
  }
  const nothing = vi.fn()
  const copilot = {
    card,
    current: answer,
    isWhole: true,
    suggest: nothing,
    rewrite: nothing,
    next: nothing,
    again: nothing,
    take: nothing,
    drop: nothing,
    write: nothing,
  }
  const open = {
    texts: ['Oi'],
    answer: { texts: [said], callId: 1, sent: said, simulated: false },
    failure: null,
    cameAt: 0,
  }
  const translation = {
    open,
    isWanted: true,
    shown: null,
    ready: () => null,
    begin: nothing,
    drop: nothing,
    leave: nothing,
  }
  const message = msg('m1', 1, { translations: { pt: said } })
  const onSend = vi.fn()
  const { container } = render(
    <MemoryRouter>
      <CopilotCard copilot={copilot} />
      <DraftTranslationCard translation={translation} enabled onSend={onSend} />
      <MessageTranslation message={message} to="pt" asks={false} tabIndex={0} />
    </MemoryRouter>,
  )
  await waitFor(() => expect(container.querySelectorAll('[data-testid]').length).toBe(3))
  for (const button of container.querySelectorAll('button[aria-expanded]')) fireEvent.click(button)
  expect(container.textContent?.split(said.trim()).length).toBeGreaterThanOrEqual(6)
  expect(container.querySelectorAll('a, img, script, iframe, [href], [src], form, [onerror]').length).toBe(0)
  expect(onSend).not.toHaveBeenCalled()
  expect(nothing).not.toHaveBeenCalled()
})
