// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { enterList, focusSoon } from '@/features/tickets/enter-list'

const frames = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left -= 1) await new Promise(resolve => requestAnimationFrame(resolve))
}

it('gives the keyboard to what was asked for last, also where the earlier comes later', async () => {
  document.body.innerHTML = '<div data-pane="list"></div><textarea></textarea><input>'
  const [pane, composer, search] = ['div', 'textarea', 'input'].map(
    name => document.querySelector(name) as HTMLElement,
  )
  composer?.focus()
  enterList()
  focusSoon(() => search ?? null)
  await frames(1)
  expect(document.activeElement).toBe(search)
  // Back where it was when the list was asked for, whose row comes now.
  composer?.focus()
  if (pane) pane.innerHTML = '<button data-row-button="1" tabindex="0"></button>'
  await frames(3)
  expect(document.activeElement).toBe(composer)
})

it.each([
  ['the row', '<button data-row-button="9"></button>'],
  // Of a panel that goes with the conversation, a moment after the dialog.
  ['the field', '<button class="field"></button>'],
])('waits for a dialog that goes, and passes over %s the focus came back to', async (_name, before) => {
  document.body.innerHTML = `<div role="dialog"><button></button></div><div data-pane="list">${before}</div>`
  const [confirm, gone] = [...document.querySelectorAll('button')]
  enterList()
  // The dialog keeps the focus until it goes.
  confirm?.focus()
  await frames(2)
  document.querySelector('[role=dialog]')?.remove()
  gone?.focus()
  await frames(2)
  document
    .querySelector('[data-pane=list]')
    ?.insertAdjacentHTML('afterbegin', '<button data-row-button="1" tabindex="0"></button>')
  await frames(3)
  expect(document.activeElement?.getAttribute('data-row-button')).toBe('1')
})
