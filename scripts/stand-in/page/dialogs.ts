import type { Link } from './link'

type Options = Record<string, unknown>
const shown = new Map<number, HTMLElement>()

function element<K extends keyof HTMLElementTagNameMap>(tag: K, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

function messageBox(options: Options, answer: (value: unknown) => void): HTMLElement[] {
  const buttons = (options.buttons as string[] | undefined)?.length ? (options.buttons as string[]) : ['OK']
  const box = element('input')
  box.type = 'checkbox'
  const label = element('label', ` ${String(options.checkboxLabel ?? '')}`)
  label.prepend(box)
  const row = element('footer')
  buttons.forEach((text, index) => {
    const button = element('button', text)
    button.autofocus = index === (options.defaultId ?? 0)
    button.onclick = () => answer({ response: index, checkboxChecked: box.checked })
    row.append(button)
  })
  return options.checkboxLabel ? [label, row] : [row]
}

/** A path instead of the system's "save as". */
function saveBox(options: Options, answer: (value: unknown) => void): HTMLElement[] {
  const field = element('input')
  field.type = 'text'
  field.value = String(options.defaultPath ?? '')
  field.size = 48
  field.autofocus = true
  const save = element('button', 'OK')
  save.onclick = () => answer({ canceled: field.value === '', filePath: field.value })
  const cancel = element('button', '✕')
  cancel.onclick = () => answer({ canceled: true, filePath: '' })
  const row = element('footer')
  row.append(cancel, save)
  return [field, row]
}

function unsupported(answer: (value: unknown) => void): HTMLElement[] {
  const button = element('button', 'OK')
  button.onclick = () => answer({ canceled: true, filePaths: [], filePath: '' })
  return [element('p', 'File dialogs need the Electron program.'), button]
}

/** Shows main's dialogs to a person, in a page of the stand-in. */
export function showDialog(link: Link, id: number, kind: string, options: Options): void {
  const host = element('div')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`dialog { font: 14px system-ui; max-width: 30rem; border: 1px solid; border-radius: 8px; padding: 20px }
    h1 { font-size: 16px; margin: 0 0 8px } p { white-space: pre-wrap; margin: 0 0 12px }
    footer { display: flex; gap: 8px; justify-content: flex-end; margin-top: 12px }`)
  root.adoptedStyleSheets = [sheet]
  const dialog = element('dialog')
  const answer = (value: unknown) => {
    link.post({ t: 'dialog-answer', id, answer: value })
    closeDialog(id)
  }
  const texts = [
    element('h1', String(options.message ?? options.title ?? '')),
    element('p', String(options.detail ?? '')),
  ]
  const box = { showMessageBox: messageBox, showSaveDialog: saveBox }[kind]
  dialog.append(...texts, ...(box ? box(options, answer) : unsupported(answer)))
  dialog.oncancel = () =>
    answer(
      kind === 'showMessageBox'
        ? { response: options.cancelId ?? options.defaultId ?? 0, checkboxChecked: false }
        : { canceled: true, filePaths: [], filePath: '' },
    )
  root.append(dialog)
  ;(document.body ?? document.documentElement).append(host)
  shown.set(id, host)
  dialog.showModal()
}

/** Takes a dialog away, answered or not. */
export function closeDialog(id: number): void {
  shown.get(id)?.remove()
  shown.delete(id)
}
