// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { enterScreen, keepFocus } from '../../../src/ui'
import { soon } from '../../support/soon'

let end: () => void
const make = (html: string): HTMLElement => {
  const box = document.createElement('div')
  box.innerHTML = html
  document.body.append(box)
  return box
}
const on = (box: HTMLElement, selector: string): HTMLElement => {
  const found = box.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(selector)
  return found
}

beforeEach(() => {
  end = keepFocus(document)
})
afterEach(() => {
  end()
  document.body.replaceChildren()
})

describe('a dialog that goes', () => {
  it('gives the focus back to what had it, not to the menu it was opened from', async () => {
    const page = make('<button id="more">Mais</button>')
    const menu = make('<div role="menu"><button id="item">Transferir</button></div>')
    on(page, '#more').focus()
    on(menu, '#item').focus()
    const dialog = make('<div role="dialog"><input></div>')
    on(dialog, 'input').focus()
    menu.remove()
    dialog.remove()
    await soon(() => expect(document.activeElement?.id).toBe('more'))
  })

  it('gives it to the opener after a round of Tab through the page behind a modal dialog', async () => {
    const page = make('<a id="skip" href="#content">Pular</a><button id="more">Mais</button>')
    on(page, '#more').focus()
    const dialog = make('<div role="dialog" aria-modal="true"><input></div>')
    const shown = vi
      .spyOn(on(dialog, '[role=dialog]'), 'getClientRects')
      .mockReturnValue([new DOMRect(0, 0, 1, 1)] as unknown as DOMRectList)
    on(dialog, 'input').focus()
    on(page, '#skip').focus()
    on(dialog, 'input').focus()
    shown.mockRestore()
    dialog.remove()
    await soon(() => expect(document.activeElement?.id).toBe('more'))
  })

  it('goes on when what got the focus back goes as well', async () => {
    const page = make('<button id="list">Lista</button><button id="row">Linha</button>')
    on(page, '#list').focus()
    on(page, '#row').focus()
    const dialog = make('<div role="dialog"><input></div>')
    on(dialog, 'input').focus()
    dialog.remove()
    await soon(() => expect(document.activeElement?.id).toBe('row'))
    on(page, '#row').remove()
    await soon(() => expect(document.activeElement?.id).toBe('list'))
  })

  it('leaves a focus alone that is somewhere already', async () => {
    const page = make('<button id="a">A</button><input id="b">')
    on(page, '#a').focus()
    const dialog = make('<div role="dialog"><input></div>')
    on(dialog, 'input').focus()
    on(page, '#b').focus()
    dialog.remove()
    await new Promise(done => setTimeout(done, 5))
    expect(document.activeElement?.id).toBe('b')
  })
})

describe('a screen that is entered', () => {
  it('takes no focus that something else has had since', () => {
    vi.useFakeTimers()
    const page = make('<button>Adicionar</button><div id="content"></div>')
    enterScreen()
    on(page, 'button').focus()
    on(page, 'button').blur()
    on(page, '#content').innerHTML = '<main></main>'
    vi.advanceTimersByTime(5_000)
    vi.useRealTimers()
    expect(document.activeElement).toBe(document.body)
  })
})

describe('what a press closes', () => {
  it('gives the focus back to what had it before the menu', async () => {
    const page = make('<textarea id="answer"></textarea>')
    const menu = make('<div role="menu"><button id="item">Alta</button></div>')
    on(page, '#answer').focus()
    on(menu, '#item').focus()
    on(menu, '#item').click()
    on(menu, '#item').remove()
    await soon(() => expect(document.activeElement?.id).toBe('answer'))
  })
})

describe('what a key closes', () => {
  const key = () => document.dispatchEvent(new KeyboardEvent('keyup', { key: 'Escape', bubbles: true }))

  it('gives the focus back to what had it before, though it was no dialog', async () => {
    const page = make('<textarea id="answer"></textarea><input id="tags">')
    on(page, '#answer').focus()
    on(page, '#tags').focus()
    on(page, '#tags').remove()
    key()
    await soon(() => expect(document.activeElement?.id).toBe('answer'))
  })

  it('leads into the screen where nothing of that is left', async () => {
    make('<div id="content"><main aria-label="Contatos"></main></div>')
    const gone = make('<input id="palette">')
    on(gone, '#palette').focus()
    gone.remove()
    key()
    await soon(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Contatos'))
  })

  it('leaves who pressed beside everything there', async () => {
    const page = make('<input id="search">')
    const search = on(page, '#search')
    vi.spyOn(search, 'getClientRects').mockReturnValue([new DOMRect(0, 0, 1, 1)] as unknown as DOMRectList)
    search.focus()
    search.blur()
    vi.useFakeTimers()
    key()
    vi.advanceTimersByTime(1_000)
    vi.useRealTimers()
    expect(document.activeElement).toBe(document.body)
  })
})
