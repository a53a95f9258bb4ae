// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { CheckCheck } from 'lucide-react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Mark, TipLayer, ToolbarButton, tipOf } from '../../../src/ui'

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
  vi.restoreAllMocks()
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

it('shows on a press, a finger’s too, where the press is for nothing else', () => {
  render(
    <>
      <button type="button" {...tipOf('Vazio: sem limite.')} data-tip-press="">
        ?
      </button>
      <button type="button">Outro</button>
      <TipLayer />
    </>,
  )
  fireEvent.pointerDown(buttons()[0] as HTMLElement, { pointerType: 'touch' })
  expect(screen.getByText('Vazio: sem limite.')).toBeTruthy()
  fireEvent.pointerDown(buttons()[1] as HTMLElement)
  expect(screen.queryByText('Vazio: sem limite.')).toBeNull()
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

/** jsdom lays nothing out: the boxes of this name are told to cut, the others to show their words whole. */
function cutting(names: readonly string[]): void {
  const wide = (element: Element): boolean => names.includes(element.getAttribute('data-name') ?? '')
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function (this: Element) {
    return wide(this) ? 200 : 100
  })
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(100)
  const computed = window.getComputedStyle.bind(window)
  vi.spyOn(window, 'getComputedStyle').mockImplementation(element =>
    element.hasAttribute('data-name')
      ? ({ textOverflow: 'ellipsis', webkitLineClamp: 'none' } as CSSStyleDeclaration)
      : computed(element),
  )
}

const table = () =>
  render(
    <>
      <button type="button">
        <span data-name="long">Um nome que não cabe na coluna</span>
        <span data-name="short">Curto</span>
        <span data-name="told" title="Já dito">
          Outro que não cabe
        </span>
      </button>
      <TipLayer />
    </>,
  )

it('gives words that are cut a title under the pointer, and takes it back when they are whole', () => {
  const cut = ['long', 'told']
  cutting(cut)
  table()
  const rest = (text: string): HTMLElement => {
    const element = screen.getByText(text)
    fireEvent.pointerOver(element)
    pass(200)
    return element
  }
  expect(rest('Um nome que não cabe na coluna').title).toBe('Um nome que não cabe na coluna')
  expect(rest('Curto').title).toBe('')
  expect(rest('Outro que não cabe').title).toBe('Já dito')
  cut.shift()
  expect(rest('Um nome que não cabe na coluna').title).toBe('')
})

it('says what a button cuts when the keyboard comes to it', () => {
  cutting(['long'])
  table()
  const row = screen.getByRole('button')
  vi.spyOn(row, 'matches').mockImplementation(selector => !selector.includes('aria-expanded'))
  act(() => row.focus())
  pass(500)
  expect(screen.getAllByText('Um nome que não cabe na coluna')).toHaveLength(2)
  expect(screen.getAllByText('Curto')).toHaveLength(1)
})

it('of a button with words shows only where there is no room for them', () => {
  render(
    <>
      <ToolbarButton icon={CheckCheck} label="Resolver" />
      <TipLayer />
    </>,
  )
  point(0)
  pass(500)
  expect(screen.getAllByText('Resolver')).toHaveLength(1)
  screen.getByText('Resolver').style.display = 'none'
  fireEvent.pointerOver(document.body)
  pass(200)
  point(0)
  pass(500)
  expect(screen.getAllByText('Resolver')).toHaveLength(2)
})
