// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useKeyboard } from '@/app/shell/use-keyboard'
import { setLanguage, TextsProvider } from '@/i18n'
import { offerKeyAction } from '@/stores/key-actions'
import { isRemappable, KEY_MAP, type KeyActionId, type KeyBinding } from '@/stores/key-map'
import { usePreferences } from '@/stores/preferences'
import { useToastList } from '@/stores/toasts'

function Keys() {
  useKeyboard()
  return (
    <>
      <textarea aria-label="resposta" />
      <input aria-label="busca" />
    </>
  )
}

const withdraw: (() => void)[] = []
const offer = (id: KeyActionId, handler: () => unknown): void =>
  void withdraw.push(offerKeyAction(id, handler))
const field = (name: string): HTMLElement => screen.getByLabelText(name)
const press = (key: string, over: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ctrlKey: true, shiftKey: true, ...over })
const said = (): string[] => useToastList.getState().toasts.map(toast => toast.text)

beforeEach(async () => {
  await setLanguage('pt')
  render(
    <TextsProvider>
      <Keys />
    </TextsProvider>,
  )
})
afterEach(() => {
  cleanup()
  for (const leave of withdraw.splice(0)) leave()
  useToastList.setState({ toasts: [] })
})

describe('a key of the map', () => {
  it('that acts on a customer acts once while it is held, and not again before the answer', async () => {
    let answer: () => void = () => {}
    const resolve = vi.fn(() => new Promise<void>(done => (answer = done)))
    const accept = vi.fn(async () => undefined)
    offer('resolveAndNext', resolve)
    offer('acceptOldest', accept)
    press('E')
    for (let times = 0; times < 20; times += 1) expect(press('E', { repeat: true })).toBe(false)
    expect(resolve).toHaveBeenCalledTimes(1)
    // Pressed anew, and another act: both wait for the first one's answer.
    press('E')
    press('A')
    expect([resolve.mock.calls.length, accept.mock.calls.length]).toEqual([1, 0])
    await act(async () => answer())
    press('A')
    expect(accept).toHaveBeenCalledTimes(1)
  })

  it('acts again after an act that failed', async () => {
    const resolve = vi.fn(async () => {
      throw new Error('refused')
    })
    offer('resolveAndNext', resolve)
    press('E')
    await act(async () => undefined)
    press('E')
    await act(async () => undefined)
    expect(resolve).toHaveBeenCalledTimes(2)
  })

  it('acts once while it is held, whatever stands in the list of keys, unless it only goes somewhere', () => {
    for (const [id, { keys, does }] of Object.entries(KEY_MAP) as [KeyActionId, KeyBinding][]) {
      const [chord] = keys
      if (!isRemappable(id) || chord === undefined) continue
      const answer = vi.fn(() => undefined)
      offer(id, answer)
      const parts = chord.split('+')
      const key = parts.at(-1) ?? ''
      const down: KeyboardEventInit = {
        key: /^(Down|Up|Left|Right)$/.test(key) ? `Arrow${key}` : key,
        ctrlKey: parts.includes('Ctrl'),
        shiftKey: parts.includes('Shift'),
        altKey: parts.includes('Alt'),
      }
      press(key, down)
      for (let times = 0; times < 5; times += 1) press(key, { ...down, repeat: true })
      expect([id, answer.mock.calls.length]).toEqual([id, does === 'moves' ? 6 : 1])
    }
  })

  it('says so where nobody answers it, and what is typed next does not fall into the answer', () => {
    field('resposta').focus()
    press('f', { shiftKey: false })
    expect(said()).toEqual(['“Buscar nesta conversa” não se aplica aqui'])
    expect(fireEvent.keyDown(field('resposta'), { key: 'p' })).toBe(false)
    expect(fireEvent.keyDown(field('resposta'), { key: 'Enter' })).toBe(false)
    fireEvent.pointerDown(field('resposta'))
    expect(fireEvent.keyDown(field('resposta'), { key: 'p' })).toBe(true)
  })

  it('keeps what is typed for what it opens', async () => {
    const inserted = vi.fn()
    document.execCommand = ((_: string, __: boolean, text: string) => inserted(text)) as never
    offer('findInThread', () => undefined)
    field('resposta').focus()
    press('f', { shiftKey: false })
    for (const key of ['p', 'i', 'x', 'x', 'Backspace']) fireEvent.keyDown(field('resposta'), { key })
    field('busca').focus()
    await act(async () => undefined)
    expect(inserted).toHaveBeenCalledExactlyOnceWith('pix')
    // From then on keys are the field's own.
    expect(fireEvent.keyDown(field('busca'), { key: 'p' })).toBe(true)
  })
})

it('has somebody who answers it, for every answerer of the map', () => {
  const source = join(__dirname, '../../../src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name =>
    /\.tsx?$/.test(name),
  )
  const all = files.map(name => readFileSync(join(source, name), 'utf8')).join('\n')
  const answered = new Set([...all.matchAll(/useKeyActions\('(\w+)'/g)].map(found => found[1]))
  for (const focused of ['field', 'rows']) if (all.includes(`KeysOf<'${focused}'>`)) answered.add(focused)
  expect(new Set(Object.values(KEY_MAP).map(({ by }) => by))).toEqual(answered)
})

describe('a single letter', () => {
  const letter = (key: string): boolean => press(key, { ctrlKey: false, shiftKey: false })
  const resolve = vi.fn(async () => undefined)
  beforeEach(() => {
    resolve.mockClear()
    offer('resolveAndNext', resolve)
  })
  afterEach(() => usePreferences.setState({ singleKeys: false }))

  it('does nothing until somebody switches them on', () => {
    letter('e')
    expect(resolve).not.toHaveBeenCalled()
  })

  it('does what its chord does, but never while something else takes letters', () => {
    usePreferences.setState({ singleKeys: true })
    for (const name of ['resposta', 'busca']) {
      field(name).focus()
      expect(letter('e')).toBe(true)
    }
    expect(resolve).not.toHaveBeenCalled()
    field('busca').blur()
    expect(letter('e')).toBe(false)
    expect(resolve).toHaveBeenCalledTimes(1)
  })

  it('leads to the reply, which has no other key', () => {
    usePreferences.setState({ singleKeys: true })
    offer('reply', () => field('resposta').focus())
    letter('r')
    expect(document.activeElement).toBe(field('resposta'))
  })
})
