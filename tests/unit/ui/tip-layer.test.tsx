// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Mark, TipLayer, tipOf } from '../../../src/ui'

class NoSizes {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('ResizeObserver', NoSizes)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const page = () =>
  render(
    <>
      <button type="button" {...tipOf('Transferir', 'Ctrl+T')}>
        <Mark size={16} />
      </button>
      <button type="button">Outro</button>
      <TipLayer />
    </>,
  )
const buttons = () => screen.getAllByRole('button')
const point = (at: number): void => void fireEvent.pointerOver(buttons()[at] as HTMLElement)
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

it('shows after a rest of the pointer, with the key, and goes with it', () => {
  page()
  point(0)
  pass(300)
  expect(screen.queryByText('Transferir')).toBeNull()
  pass(200)
  expect(screen.getByText('Transferir')).toBeTruthy()
  expect(screen.getByText('T')).toBeTruthy()
  point(1)
  pass(200)
  expect(screen.queryByText('Transferir')).toBeNull()
})

it('goes on Escape and on a press, and not for a hand that only passes by', () => {
  page()
  point(0)
  pass(500)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByText('Transferir')).toBeNull()
  point(1)
  point(0)
  pass(500)
  fireEvent.pointerDown(buttons()[0] as HTMLElement)
  expect(screen.queryByText('Transferir')).toBeNull()
  point(1)
  point(0)
  pass(100)
  point(1)
  pass(1_000)
  expect(screen.queryByText('Transferir')).toBeNull()
})

it('goes when the window gets another size: its button stands elsewhere now', () => {
  page()
  point(0)
  pass(500)
  expect(screen.getByText('Transferir')).toBeTruthy()
  fireEvent(window, new Event('resize'))
  expect(screen.queryByText('Transferir')).toBeNull()
})

it('keeps away from what its button has opened, until the pointer was elsewhere', () => {
  page()
  point(0)
  fireEvent.pointerDown(buttons()[0] as HTMLElement)
  // The same hand on the same button, over its mark: still pressed, not new.
  fireEvent.pointerOver(buttons()[0]?.firstElementChild as Element)
  pass(600)
  expect(screen.queryByText('Transferir')).toBeNull()
  buttons()[0]?.setAttribute('aria-expanded', 'true')
  point(1)
  point(0)
  pass(600)
  expect(screen.queryByText('Transferir')).toBeNull()
  buttons()[0]?.setAttribute('aria-expanded', 'false')
  point(1)
  point(0)
  pass(600)
  expect(screen.getByText('Transferir')).toBeTruthy()
})
