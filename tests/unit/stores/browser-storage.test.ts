// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import '@/stores/browser-storage'
import { endSession } from '@/stores/session-end'

beforeEach(() => {
  localStorage.clear()
  for (const key of ['tasks', 'language', 'turno.chats.server.1', 'campaigns.number', 'signedIn'])
    localStorage.setItem(key, 'x')
})
const left = () => Object.keys(localStorage).sort()

it('keeps of the browser’s storage what the person wrote for themselves', () => {
  endSession('signedOut')
  expect(left()).toEqual(['language', 'tasks'])
})

it.each(['elsewhere', 'expired'] as const)(
  'keeps unsent words to colleagues when the session ends otherwise: %s',
  reason => {
    endSession(reason)
    expect(left()).toEqual(['language', 'tasks', 'turno.chats.server.1'])
  },
)
