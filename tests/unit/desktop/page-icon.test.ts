import { describe, expect, it } from 'vitest'
import { followPageIcon } from '../../../electron/main/windows/page-icon'

const PNG = 'data:image/png;base64,iVBORw0KGgo='

function aWindow(own: string | null, empty = false) {
  const shown: unknown[] = []
  let heard: (event: unknown, icons: string[]) => void = () => undefined
  const warned: string[] = []
  const log = { warn: (text: string) => warned.push(text) }
  followPageIcon<{ address: string; isEmpty: () => boolean }>(
    {
      webContents: { on: (_name, listener) => (heard = listener) },
      isDestroyed: () => false,
      setIcon: icon => shown.push(typeof icon === 'string' ? icon : icon.address),
    },
    address => {
      if (address.endsWith('broken')) throw new Error('no picture')
      return { address, isEmpty: () => empty }
    },
    own,
    log as never,
  )
  return { shown, warned, tell: (...icons: string[]) => heard({}, icons) }
}

describe('the icon of a window', () => {
  it('is the one of its page, and Turno’s own when the page has none', () => {
    const window = aWindow('/icons/app.png')
    window.tell(PNG)
    window.tell()
    expect(window.shown).toEqual([PNG, '/icons/app.png'])
  })

  it('is no picture from elsewhere, no other kind, none too large, none that is empty', () => {
    const window = aWindow(null)
    window.tell('https://example.com/x.png', '/public/logos/x.svg', 'data:image/svg+xml;base64,PHN2Zz4=')
    window.tell(PNG + 'A'.repeat(600_000))
    expect(window.shown).toEqual([])
    const hollow = aWindow(null, true)
    hollow.tell(PNG)
    expect(hollow.shown).toEqual([])
  })

  it('stays when a picture cannot be read', () => {
    const window = aWindow('/icons/app.png')
    window.tell(`${PNG}broken`)
    expect([window.shown, window.warned]).toEqual([[], ['window icon not changed']])
  })
})
