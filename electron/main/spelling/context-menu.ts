/** The menu of the right mouse button, as plain data: corrections first, then what one does with text. Pure. */
import type { MenuItemConstructorOptions } from 'electron'
import type { Preferences } from '../../../src/contract'
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

const TEXTS: Record<
  Preferences['language'],
  Record<
    | 'none'
    | 'learn'
    | 'undo'
    | 'redo'
    | 'cut'
    | 'copy'
    | 'paste'
    | 'pastePlain'
    | 'all'
    | 'link'
    | 'copyImage'
    | 'saveImage',
    string
  >
> = {
  pt: {
    none: 'Sem sugestões',
    learn: 'Adicionar ao dicionário',
    undo: 'Desfazer',
    redo: 'Refazer',
    pastePlain: 'Colar sem formatação',
    copyImage: 'Copiar imagem',
    saveImage: 'Salvar imagem…',
    cut: 'Recortar',
    copy: 'Copiar',
    paste: 'Colar',
    all: 'Selecionar tudo',
    link: 'Copiar link',
  },
  en: {
    none: 'No suggestions',
    learn: 'Add to dictionary',
    undo: 'Undo',
    redo: 'Redo',
    pastePlain: 'Paste as plain text',
    copyImage: 'Copy image',
    saveImage: 'Save image…',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    all: 'Select all',
    link: 'Copy link',
  },
  es: {
    none: 'Sin sugerencias',
    learn: 'Agregar al diccionario',
    undo: 'Deshacer',
    redo: 'Rehacer',
    pastePlain: 'Pegar sin formato',
    copyImage: 'Copiar imagen',
    saveImage: 'Guardar imagen…',
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
