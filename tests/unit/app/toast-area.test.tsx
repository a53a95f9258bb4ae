// @vitest-environment jsdom
import '../support/jsdom'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastArea } from '@/app/shell/toast-area'
import { toasts } from '@/stores/toasts'

beforeEach(() => {
  toasts.clear()
  vi.useFakeTimers()
  render(<ToastArea />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))
const said = () => screen.queryByText('Selecione mensagens')

describe('an error toast', () => {
  it('closes by itself after two seconds', () => {
    act(() => void toasts.error('Selecione mensagens'))
    pass(1_900)
    expect(said()).not.toBeNull()
    pass(200)
    expect(said()).toBeNull()
  })

  it('waits while the pointer or the focus is on it, and for both to leave', () => {
    act(() => void toasts.error('Selecione mensagens'))
    const line = screen.getByRole('listitem')
    fireEvent.pointerEnter(line)
    pass(10_000)
    fireEvent.focus(screen.getByRole('button'))
    fireEvent.pointerLeave(line)
    pass(10_000)
    expect(said()).not.toBeNull()
    fireEvent.blur(screen.getByRole('button'))
    pass(2_100)
    expect(said()).toBeNull()
  })
})

describe('toasts that come together', () => {
  it('are shown one at a time, the newest first, each for its whole time', () => {
    const shown = () => screen.getAllByRole('listitem').map(one => one.textContent)
    act(() => void toasts.error('Sem conexão'))
    pass(1_500)
    act(() => void toasts.success('Ticket atualizado'))
    expect(shown()).toEqual(['Ticket atualizado'])
    pass(2_000)
    expect(shown()).toEqual(['Sem conexão'])
    pass(1_900)
    expect(shown()).toEqual(['Sem conexão'])
    pass(200)
    expect(screen.queryByRole('listitem')).toBeNull()
  })
})
