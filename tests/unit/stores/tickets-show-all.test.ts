// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { chooseShowAll, setTicketsSource, setViewer, useTicketsStore } from '@/stores/tickets'
import { aViewer } from './a-ticket'

afterEach(() => {
  setViewer(null)
  setTicketsSource()
  localStorage.clear()
})

it('everybody’s tickets are shown again after a reload to who chose so, and to nobody else', () => {
  const shown = (viewer: Parameters<typeof setViewer>[0]): boolean => {
    setViewer(null)
    setViewer(viewer)
    return useTicketsStore.getState().scope.showAll
  }
  const supervisor = aViewer({ id: 5, profile: 'supervisor' })
  expect(shown(supervisor)).toBe(false)
  chooseShowAll(true)
  expect(shown(supervisor)).toBe(true)
  expect(shown(aViewer({ id: 6, profile: 'supervisor' }))).toBe(false)
  expect(shown(aViewer({ id: 5, profile: 'user' }))).toBe(false)
  shown(supervisor)
  chooseShowAll(false)
  expect(shown(supervisor)).toBe(false)
})
