import { describe, expect, it } from 'vitest'
import { isReachable, placeWindow, rescued } from '../../../electron/main/windows/bounds'
import { externalUrl } from '../../../electron/main/windows/navigation'
import { mayHave } from '../../../electron/main/windows/permissions'

const laptop = { id: '1', workArea: { x: 0, y: 25, width: 1440, height: 875 } }
const monitor = { id: '2', workArea: { x: 1440, y: 0, width: 2560, height: 1400 } }
const at = (x: number, y: number, width = 1000, height = 700, maximized = false) => ({
  x,
  y,
  width,
  height,
  maximized,
})

describe('where a window opens', () => {
  it('comes back on screen when its display is gone, keeping its size', () => {
    const place = placeWindow({ '2': at(1600, 100, 1200, 800) }, [laptop])
    expect(isReachable(place, laptop.workArea)).toBe(true)
    expect(place).toMatchObject({ width: 1200, height: 800 })
  })

  it('uses what it remembers of a display that is still there', () => {
    expect(placeWindow({ '1': at(50, 60), '2': at(1600, 100) }, [laptop])).toEqual(at(50, 60))
  })

  it.each([
    ['99 px visible at the right edge', at(1341, 100)],
    ['99 px visible at the bottom', at(100, 801)],
    ['title bar above the display', at(100, -200)],
    ['far away', at(-9000, -9000)],
  ])('centres a window with %s', (_, saved) => {
    const place = placeWindow({ '1': saved }, [laptop])
    expect(place).toMatchObject({ x: 220, y: 113 })
  })

  it('accepts 100 px visible', () => {
    expect(placeWindow({ '1': at(1340, 100) }, [laptop])).toMatchObject({ x: 1340, y: 100 })
  })

  it('fits a remembered size into a smaller display and above the smallest size', () => {
    expect(placeWindow({ '1': at(0, 25, 5000, 5000, true) }, [laptop])).toEqual({
      x: 0,
      y: 25,
      width: 1440,
      height: 875,
      maximized: true,
    })
    expect(placeWindow({ '1': at(0, 25, 10, 10) }, [laptop])).toMatchObject({ width: 360, height: 560 })
  })

  it('centres the first window ever', () => {
    expect(placeWindow({}, [laptop])).toEqual({ x: 80, y: 53, width: 1280, height: 820, maximized: false })
    expect(placeWindow({}, [])).toMatchObject({ width: 1280 })
  })
})

describe('a window whose display is gone', () => {
  it('comes back in the middle of the first one with its size, and stays where it can be reached', () => {
    expect(rescued({ x: 1600, y: 100, width: 1000, height: 700 }, [laptop, monitor])).toBeNull()
    expect(rescued({ x: 1600, y: 100, width: 1000, height: 700 }, [laptop])).toEqual({
      x: 220,
      y: 113,
      width: 1000,
      height: 700,
    })
    expect(rescued({ x: 1600, y: 100, width: 1000, height: 700 }, [])).toBeNull()
  })
})

describe('links and navigation', () => {
  it.each([
    ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['http://example.org', 'http://example.org/'],
    ['mailto:ana@example.org?subject=x', 'mailto:ana@example.org?subject=x'],
  ])('opens %s', (given, opened) => {
    expect(externalUrl(given)).toBe(opened)
  })

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'smb://host/share',
    'ms-msdt:/id',
    'vscode://file/x',
    'tel:5511999990000',
    'app://turno/',
    'https://user:pass@example.org/',
    'https:///',
    'not a url',
    '',
    `https://example.org/${'x'.repeat(3000)}`,
  ])('does not open %s', given => {
    expect(externalUrl(given)).toBeNull()
  })
})

describe('permissions', () => {
  it('grants the clipboard and the whole screen to our own pages and nothing else to anybody', () => {
    expect(mayHave('clipboard-sanitized-write', 'app://turno/')).toBe(true)
    expect(mayHave('clipboard-sanitized-write', 'app://turno/tickets')).toBe(true)
    expect(mayHave('clipboard-sanitized-write', 'https://example.org/')).toBe(false)
    expect(mayHave('clipboard-sanitized-write', null)).toBe(false)
    expect(mayHave('fullscreen', 'app://turno/')).toBe(true)
    expect(mayHave('fullscreen', 'https://example.org/')).toBe(false)
    for (const permission of [
      'media',
      'notifications',
      'geolocation',
      'clipboard-read',
      'openExternal',
      'usb',
      'unknown',
    ]) {
      expect(mayHave(permission, 'app://turno/')).toBe(false)
    }
  })
})
