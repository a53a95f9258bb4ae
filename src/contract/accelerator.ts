/** Which chord of the key map may be taken from the whole system, and what Electron calls it. */

/** Keys by the name the key map writes, as Electron's accelerators call them. */
const KEYS: Record<string, string> = {
  ' ': 'Space',
  space: 'Space',
  '+': 'Plus',
  enter: 'Return',
  insert: 'Insert',
  home: 'Home',
  end: 'End',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
}
const MODIFIERS: Record<string, string> = { ctrl: 'CommandOrControl', alt: 'Alt', shift: 'Shift' }

/**
 * A chord of the key map ("Ctrl+Shift+T"; Ctrl is Cmd on a Mac) as an accelerator, or null for one that must not be taken
 * from the whole system: without Ctrl or Alt it would swallow ordinary typing, unless it is a function key. Pure.
 */
export function acceleratorOf(chord: string): string | null {
  const parts = chord.endsWith('++') ? [...chord.slice(0, -2).split('+'), '+'] : chord.split('+')
  const key = parts.pop()?.toLowerCase() ?? ''
  const modifiers = parts.map(part => MODIFIERS[part.toLowerCase()])
  const functionKey = /^f(?:[1-9]|1\d|2[0-4])$/.test(key)
  const named = KEYS[key] ?? (functionKey || /^[a-z0-9,./;'[\]\\=`-]$/.test(key) ? key.toUpperCase() : null)
  if (named === null || modifiers.includes(undefined)) return null
  const typing = !modifiers.includes('CommandOrControl') && !modifiers.includes('Alt')
  return typing && !functionKey ? null : [...modifiers, named].join('+')
}
