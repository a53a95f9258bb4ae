/** One invoice on paper: handed to the system's print dialog, which also saves it as PDF. */
import styles from './print.module.css'

export interface PrintedInvoice {
  title: string
  /** Name and value, line by line. */
  lines: readonly [string, string][]
  foot: string
}

const element = (tag: string, className: string | undefined, text: string): HTMLElement => {
  const made = document.createElement(tag)
  if (className) made.className = className
  made.textContent = text
  return made
}

/** Prints an invoice; the title becomes the proposed name of the PDF. */
export function printInvoice({ title, lines, foot }: PrintedInvoice): void {
  const sheet = document.createElement('section')
  if (styles.sheet) sheet.className = styles.sheet
  sheet.dataset.testid = 'invoice-sheet'
  const list = document.createElement('dl')
  if (styles.lines) list.className = styles.lines
  for (const [label, value] of lines)
    list.append(element('dt', styles.label, label), element('dd', styles.value, value))
  sheet.append(element('h1', styles.title, title), list, element('p', styles.foot, foot))
  const before = document.title
  document.body.append(sheet)
  document.documentElement.dataset.printingInvoice = ''
  document.title = title
  const away = (): void => {
    sheet.remove()
    delete document.documentElement.dataset.printingInvoice
    if (document.title === title) document.title = before
  }
  window.addEventListener('afterprint', away, { once: true })
  window.print()
}
