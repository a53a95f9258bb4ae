import type { Link } from './link'

interface Keys {
  accelerator: string
  ctrl: boolean
  alt: boolean
  shift: boolean
  meta: boolean
  key: string
}

const NAMED: Record<string, string> = {
  plus: '+',
  space: ' ',
  esc: 'escape',
  return: 'enter',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
}

function parse(accelerator: string, mac: boolean): Keys {
  const keys: Keys = { accelerator, ctrl: false, alt: false, shift: false, meta: false, key: '' }
  for (const part of accelerator.toLowerCase().split('+')) {
    if (part === 'commandorcontrol' || part === 'cmdorctrl') keys[mac ? 'meta' : 'ctrl'] = true
    else if (part === 'control' || part === 'ctrl') keys.ctrl = true
    else if (part === 'command' || part === 'cmd' || part === 'super' || part === 'meta') keys.meta = true
    else if (part === 'alt' || part === 'option') keys.alt = true
    else if (part === 'shift') keys.shift = true
    else keys.key = NAMED[part] ?? part
  }
  return keys
}

/** Hands the application menu's accelerators to main, before the page sees the keys, as a native menu does. */
export function watchKeys(link: Link, platform: string, first: string[]): (list: string[]) => void {
  const read = (list: string[]) => list.map(one => parse(one, platform === 'darwin'))
  let known = read(first)
  window.addEventListener(
    'keydown',
    event => {
      const hit = known.find(
        one =>
          one.key === event.key.toLowerCase() &&
          one.ctrl === event.ctrlKey &&
          one.alt === event.altKey &&
          one.meta === event.metaKey &&
          (one.shift === event.shiftKey || one.key === '+'),
      )
      if (!hit) {
        // Main hears keys before the page does; here it cannot hold them back, so only those no page types are sent.
        const { key, code, ctrlKey: control, altKey: alt, metaKey: meta, shiftKey: shift, repeat } = event
        const input = { type: 'keyDown', key, code, control, alt, meta, shift, isAutoRepeat: repeat }
        if (control || meta) link.post({ t: 'input', input })
        return
      }
      event.preventDefault()
      event.stopImmediatePropagation()
      link.post({ t: 'accelerator', accelerator: hit.accelerator })
    },
    true,
  )
  window.addEventListener('contextmenu', event => {
    // A page that shows a menu of its own keeps the event, as in Electron.
    if (event.defaultPrevented) return
    const target = event.target instanceof Element ? event.target : null
    const editable = target?.closest('input, textarea, [contenteditable="true"]') !== null
    const params = {
      x: event.clientX,
      y: event.clientY,
      selectionText: String(getSelection() ?? ''),
      isEditable: editable,
      linkURL: target?.closest('a')?.href ?? '',
      mediaType: target instanceof HTMLImageElement ? 'image' : 'none',
      srcURL: target instanceof HTMLImageElement ? target.src : '',
      misspelledWord: '',
      dictionarySuggestions: [],
      editFlags: {
        canUndo: editable,
        canRedo: editable,
        canCut: editable,
        canCopy: true,
        canPaste: editable,
        canDelete: editable,
        canSelectAll: true,
      },
    }
    link.post({ t: 'context-menu', params })
  })
  return list => {
    known = read(list)
  }
}
