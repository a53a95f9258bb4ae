// @vitest-environment jsdom
/** Where the keyboard is once the palette has led somewhere. */
import '../support/jsdom'
import { act, render, screen } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Palette } from '@/app/shell/palette'

beforeEach(() => {
  vi.useFakeTimers()
  history.pushState(null, '', '/tickets')
})
afterEach(() => vi.useRealTimers())

const at = (open: boolean) => (
  <ConfigProvider theme={{ token: { motion: false } }}>
    <main />
    <div id="content">
      <main />
    </div>
    <Palette open={open} onClose={() => {}} />
  </ConfigProvider>
)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it.each([1_000, 4_000])('is in the screen it leads to, which comes after %i ms', async ms => {
  const { rerender } = render(at(true))
  await pass(100)
  expect(screen.getByRole('combobox')).toBe(document.activeElement)
  const main = document.querySelector('#content main')
  main?.remove()
  history.pushState(null, '', '/reports')
  rerender(at(false))
  await pass(ms)
  expect(document.activeElement).toBe(document.body)
  if (main) document.querySelector('#content')?.append(main)
  await pass(100)
  expect(document.activeElement).toBe(main)
})

it('is in the screen although somebody was gone before the palette had opened', async () => {
  const { rerender } = render(at(true))
  history.pushState(null, '', '/reports')
  rerender(at(false))
  await pass(1_000)
  expect(document.activeElement).toBe(document.querySelector('#content main'))
})

it('is where it was when nobody went anywhere', async () => {
  const { rerender } = render(at(true))
  await pass(100)
  rerender(at(false))
  await pass(1_000)
  expect(document.activeElement).not.toBe(document.querySelector('#content main'))
})
