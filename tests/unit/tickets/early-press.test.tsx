// @vitest-environment jsdom
import '../support/jsdom'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { EmojiButton } from '../../../src/features/composer/emoji-button'
import { PriorityPicker } from '../../../src/features/tickets/priority'
import type { StoredTicket } from '../../../src/stores/tickets'
import { openScreen } from '../support/open-screen'

/** What is drawn in the first moment, until something less urgent has its turn. */
const useMounted = create(() => ({ mounted: false }))
vi.mock('../../../src/ui/use-deferred-mount', () => ({
  useDeferredMount: () => useMounted(state => state.mounted),
}))
afterEach(() => useMounted.setState({ mounted: false }))

const ticket = { id: 1, priority: 'normal', status: 'open' } as unknown as StoredTicket

describe('a press that is faster than the menu', () => {
  it.each([
    ['priority', <PriorityPicker key="priority" ticket={ticket} />, /^Prioridade/, 'menu'],
    ['emoji', <EmojiButton key="emoji" onPick={() => {}} onClose={() => {}} />, 'Emojis', 'dialog'],
  ] as const)('opens it when it is there: %s', async (_name, button, label, role) => {
    await openScreen(button)
    fireEvent.click(screen.getByRole('button', { name: label }))
    expect(screen.queryByRole(role)).toBeNull()
    act(() => useMounted.setState({ mounted: true }))
    expect(await screen.findByRole(role)).toBeTruthy()
  })
})
