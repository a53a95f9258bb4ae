// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepSecondPress } from '../../../src/ui'

let end: () => void
beforeEach(() => {
  end = keepSecondPress(document)
})
afterEach(() => {
  end()
  document.body.replaceChildren()
})

/** @returns what a press of it does. */
function put(name: string): ReturnType<typeof vi.fn> {
  document.body.innerHTML = `<button>${name}</button>`
  const act = vi.fn()
  document.querySelector('button')?.addEventListener('click', act)
  return act
}
/** @param detail how many clicks the browser has counted in this place. */
const press = (detail: number): void =>
  void document.querySelector('button')?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))

it('keeps the second press of a double click from what has taken the place of the first', () => {
  put('Aceitar')
  press(1)
  const resolve = put('Resolver')
  press(2)
  press(3)
  expect(resolve).not.toHaveBeenCalled()
  press(1)
  expect(resolve).toHaveBeenCalledOnce()
})

it('keeps it also where the same element has become another button', () => {
  const act = put('Aceitar')
  press(1)
  document.querySelector('button')?.replaceChildren('Resolver')
  press(2)
  expect(act).toHaveBeenCalledOnce()
})

it('lets quick presses of one button and presses by keys pass', () => {
  const next = put('Próximo mês')
  for (const detail of [1, 2, 3, 0, 0]) press(detail)
  expect(next).toHaveBeenCalledTimes(5)
})
