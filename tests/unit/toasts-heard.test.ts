// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { listen } from '../e2e/fixtures/toasts'
import { soon } from '../support/soon'

it('hears a toast said before the screen is drawn, which comes with its place, and each toast once', async () => {
  listen()
  const said = () => Reflect.get(window, 'toastsSaid')
  document.body.innerHTML = '<ol data-testid="toasts"><li><span role="status">first</span></li></ol>'
  const line = document.createElement('li')
  line.innerHTML = '<span role="status">second</span>'
  document.querySelector('ol')?.append(line)
  await soon(() => expect(said()).toEqual(['first', 'second']))
})
