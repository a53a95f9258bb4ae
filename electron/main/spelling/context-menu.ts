/** The menu of the right mouse button, as plain data: corrections first, then what one does with text. Pure. */
import type { MenuItemConstructorOptions } from 'electron'
import type { Preferences } from '../../../src/contract'

/** The part of Electron's context-menu parameters that is used. */
export interface Pressed {
  isEditable: boolean
  misspelledWord: string
  dictionarySuggestions: readonly string[]
  selectionText: string
  linkURL: string
  editFlags: { canCut: boolean; canCopy: boolean; canPaste: boolean; canSelectAll: boolean }
}

export interface PressedDeeds {
  correct(word: string): void
  learn(word: string): void
  copy(text: string): void
}

const TEXTS: Record<
  Preferences['language'],
  Record<'none' | 'learn' | 'cut' | 'copy' | 'paste' | 'all' | 'link', string>
> = {
  pt: {
    none: 'Sem sugestões',
    learn: 'Adicionar ao dicionário',
    cut: 'Recortar',
    copy: 'Copiar',
    paste: 'Colar',
    all: 'Selecionar tudo',
    link: 'Copiar link',
  },
  en: {
    none: 'No suggestions',
    learn: 'Add to dictionary',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    all: 'Select all',
    link: 'Copy link',
  },
  es: {
    none: 'Sin sugerencias',
    learn: 'Agregar al diccionario',
    cut: 'Cortar',
    copy: 'Copiar',
    paste: 'Pegar',
    all: 'Seleccionar todo',
    link: 'Copiar enlace',
  },
}

const MOST_SUGGESTIONS = 5

/** @returns no items where there is nothing to do: then no menu is shown. */
export function pressedMenu(
  pressed: Pressed,
  deeds: PressedDeeds,
  language: Preferences['language'],
): MenuItemConstructorOptions[] {
  const t = TEXTS[language]
  const { editFlags: may, misspelledWord: word } = pressed
  const items: MenuItemConstructorOptions[] = []
  if (pressed.isEditable && word !== '') {
    const suggestions = pressed.dictionarySuggestions.slice(0, MOST_SUGGESTIONS)
    for (const label of suggestions) items.push({ label, click: () => deeds.correct(label) })
    if (suggestions.length === 0) items.push({ label: t.none, enabled: false })
    items.push({ label: t.learn, click: () => deeds.learn(word) }, { type: 'separator' })
  }
  if (pressed.isEditable) {
    items.push(
      { role: 'cut', label: t.cut, enabled: may.canCut && pressed.selectionText !== '' },
      { role: 'copy', label: t.copy, enabled: may.canCopy && pressed.selectionText !== '' },
      { role: 'paste', label: t.paste, enabled: may.canPaste },
      { role: 'selectAll', label: t.all, enabled: may.canSelectAll },
    )
  } else {
    if (pressed.selectionText.trim() !== '') items.push({ role: 'copy', label: t.copy })
    if (/^(?:https?|mailto):/i.test(pressed.linkURL))
      items.push({ label: t.link, click: () => deeds.copy(pressed.linkURL) })
  }
  return items
}
