/** The menu of the right mouse button, as plain data: corrections first, then what one does with text. Pure. */
import type { MenuItemConstructorOptions } from 'electron'
import type { Preferences } from '../../../src/contract'
import en from '../../../src/locales/en/textMenu.json' with { type: 'json' }
import es from '../../../src/locales/es/textMenu.json' with { type: 'json' }
import pt from '../../../src/locales/pt/textMenu.json' with { type: 'json' }
import { APP_ORIGIN, originOf } from '../gateway/guard'

/** The part of Electron's context-menu parameters that is used. */
export interface Pressed {
  isEditable: boolean
  misspelledWord: string
  dictionarySuggestions: readonly string[]
  selectionText: string
  linkURL: string
  mediaType: string
  srcURL: string
  editFlags: {
    canUndo: boolean
    canRedo: boolean
    canCut: boolean
    canCopy: boolean
    canPaste: boolean
    canSelectAll: boolean
  }
}

export interface PressedActions {
  correct(word: string): void
  learn(word: string): void
  copy(text: string): void
  copyImage(): void
  saveImage(url: string): void
}

const TEXTS = { pt, en, es }

const MOST_SUGGESTIONS = 5

/** @returns no items where there is nothing to do: then no menu is shown. */
export function pressedMenu(
  pressed: Pressed,
  actions: PressedActions,
  language: Preferences['language'],
): MenuItemConstructorOptions[] {
  const t = TEXTS[language]
  const { editFlags: may, misspelledWord: word } = pressed
  const items: MenuItemConstructorOptions[] = []
  if (pressed.isEditable && word !== '') {
    const suggestions = pressed.dictionarySuggestions.slice(0, MOST_SUGGESTIONS)
    for (const label of suggestions) items.push({ label, click: () => actions.correct(label) })
    if (suggestions.length === 0) items.push({ label: t.none, enabled: false })
    items.push({ label: t.learn, click: () => actions.learn(word) }, { type: 'separator' })
  }
  if (pressed.isEditable) {
    items.push(
      { role: 'undo', label: t.undo, enabled: may.canUndo },
      { role: 'redo', label: t.redo, enabled: may.canRedo },
      { type: 'separator' },
      { role: 'cut', label: t.cut, enabled: may.canCut && pressed.selectionText !== '' },
      { role: 'copy', label: t.copy, enabled: may.canCopy && pressed.selectionText !== '' },
      { role: 'paste', label: t.paste, enabled: may.canPaste },
      { role: 'pasteAndMatchStyle', label: t.pastePlain, enabled: may.canPaste },
      { role: 'selectAll', label: t.all, enabled: may.canSelectAll },
    )
  } else {
    if (pressed.selectionText.trim() !== '') items.push({ role: 'copy', label: t.copy })
    if (/^(?:https?|mailto):/i.test(pressed.linkURL))
      items.push({ label: t.link, click: () => actions.copy(pressed.linkURL) })
    // Only what came through our own gateway: nothing else is ever shown as a picture.
    if (pressed.mediaType === 'image' && originOf(pressed.srcURL) === APP_ORIGIN)
      items.push(
        { id: 'copy-image', label: t.copyImage, click: () => actions.copyImage() },
        { id: 'save-image', label: t.saveImage, click: () => actions.saveImage(pressed.srcURL) },
      )
  }
  return items
}
