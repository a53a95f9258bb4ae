/**
 * The diagnostics report: plain text a person reads before it goes anywhere. It says what the program runs on and how
 * it fares, and nothing of whom it serves: every line passes the log's redaction, and names of people, companies,
 * servers and folders are taken out besides. Pure.
 */
import { redactText } from '../log/redact'

export interface ReportFacts {
  /** Headings with their lines, as `name: value`. */
  sections: readonly {
    title: string
    lines: readonly (readonly [name: string, value: string | number | boolean | null])[]
  }[]
  /** The end of the log, oldest first. */
  log: readonly string[]
  /** Words that must not be in it: names, addresses, hosts. */
  hidden: readonly string[]
  /** The person's own folder; written as "~". */
  home: string
}

const ESCAPED = /[.*+?^${}()|[\]\\]/g
/** Shorter words would match innocent ones. */
const SHORTEST = 3

/** Takes what must not leave out of one line. */
export function masked(line: string, hidden: readonly string[], home: string): string {
  let safe = line
  for (const folder of [home, home.replaceAll('\\', '\\\\')]) {
    if (folder.length >= SHORTEST) safe = safe.replaceAll(folder, '~')
  }
  safe = redactText(safe)
  for (const word of [...hidden].sort((a, b) => b.length - a.length)) {
    const plain = word.trim()
    if (plain.length < SHORTEST) continue
    const whole = new RegExp(`(?<![\\p{L}\\p{N}])${plain.replace(ESCAPED, '\\$&')}(?![\\p{L}\\p{N}])`, 'giu')
    safe = safe.replace(whole, '[kept out]')
  }
  return safe
}

const displayed = (value: string | number | boolean | null): string =>
  value === null ? '–' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

/** The whole report. */
export function reportText({ sections, log, hidden, home }: ReportFacts): string {
  const safe = (line: string): string => masked(line, hidden, home)
  const parts = sections.map(({ title, lines }) => {
    const width = Math.max(0, ...lines.map(([name]) => name.length))
    return [
      title,
      ...lines.map(([name, value]) => `  ${name.padEnd(width)}  ${safe(displayed(value))}`),
    ].join('\n')
  })
  const tail = log.length === 0 ? ['  –'] : log.map(line => `  ${safe(line)}`)
  return `${[...parts, ['Log', ...tail].join('\n')].join('\n\n')}\n`
}
