/** The report on paper: light, nothing of the console around it, every table whole. */
import { savePdf } from '@/stores/downloads'
import styles from './print.module.css'

export interface Paper {
  /** The company's name. */
  company: string
  title: string
  /** Period, filters, how times are read. */
  about: readonly string[]
  /** These, whether it is compared, and when and by whom it was made. */
  facts: readonly string[]
}

/** A canvas is not copied with what is drawn on it. */
function drawAgain(from: HTMLElement, to: HTMLElement): void {
  const copies = to.querySelectorAll('canvas')
  from.querySelectorAll('canvas').forEach((drawn, at) => {
    const copy = copies[at]
    copy?.getContext('2d')?.drawImage(drawn, 0, 0)
  })
}

const line = (tag: 'h1' | 'p', text: string): HTMLElement => {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}

const isLaid = (): boolean => document.documentElement.dataset.printingReport !== undefined

/** Lays a copy of the page beside it, which nobody sees and which alone is printed. @returns what takes it away. */
function layOut(page: HTMLElement, { company, title, facts }: Paper): () => void {
  const sheet = document.createElement('section')
  if (styles.sheet) sheet.className = styles.sheet
  sheet.dataset.testid = 'report-sheet'
  sheet.dataset.theme = 'light'
  const copy = page.cloneNode(true) as HTMLElement
  for (const named of copy.querySelectorAll('[id]')) named.removeAttribute('id')
  sheet.append(
    ...(company === '' ? [] : [line('p', company)]),
    line('h1', title),
    ...facts.map(fact => line('p', fact)),
    copy,
  )
  document.body.append(sheet)
  drawAgain(page, copy)
  document.documentElement.dataset.printingReport = ''
  return () => {
    sheet.remove()
    delete document.documentElement.dataset.printingReport
  }
}

/** How long figures are waited for that are still on their way, and how often is looked. Milliseconds. */
const COMPLETE_MS = 30_000
const LOOK_MS = 100

const isWaiting = (page: HTMLElement): boolean =>
  page.querySelector('[aria-busy="true"], [role="status"][aria-label]') !== null

/** Waits for figures that would be missing on paper. @returns false where they take longer than half a minute. */
export async function untilComplete(page: HTMLElement): Promise<boolean> {
  for (const since = performance.now(); isWaiting(page); ) {
    if (performance.now() - since > COMPLETE_MS) return false
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
  }
  return true
}

/** Hands what is on the screen to the system's print dialog. */
export function printReport(page: HTMLElement, paper: Paper): void {
  if (isLaid()) return
  const away = layOut(page, paper)
  window.addEventListener('afterprint', away, { once: true })
  window.print()
}

/**
 * Saves what is on the screen as PDF, where the person says; company, title and period stand on each sheet.
 * @param name of the file, without its ending.
 * @returns false where main made none and says nothing of it, or one is still being made.
 */
export async function saveReportAsPdf(page: HTMLElement, paper: Paper, name: string): Promise<boolean> {
  if (isLaid()) return false
  const away = layOut(page, paper)
  try {
    const head = [paper.company, paper.title].filter(text => text !== '').join(' · ')
    return (await savePdf({ name, head, foot: paper.facts.join(' · ').slice(0, 600) })) !== null
  } finally {
    away()
  }
}
