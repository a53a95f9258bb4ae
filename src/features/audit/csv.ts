/** The audit log as a CSV file in the reader's words. Pure. */
import type { AuditEntry } from '@contract'
import Papa from 'papaparse'
import type { Formatters, TFunction } from '@/i18n'
import { exactTime } from '@/stores/company-clock'
import { sentenceOf, whoOf } from './sentence'
import { fieldText, OPERATION, valueText } from './words'

/** Lines turned into text between two turns of the event loop. */
const SLICE = 500

const lines = (rows: string[][]): string => `${Papa.unparse(rows, { escapeFormulae: true })}\r\n`

function detailsOf(t: TFunction, format: Formatters, { subject, changes }: AuditEntry): string {
  const value = (field: string, text: string): string => valueText(t, format, subject, field, text) || '–'
  return changes
    .filter(({ field }) => field !== OPERATION)
    .map(
      ({ field, from, to }) => `${fieldText(t, subject, field)}: ${value(field, from)} → ${value(field, to)}`,
    )
    .join('; ')
}

/**
 * Entries as the text of a CSV file, in pieces, with the mark that tells spreadsheets of UTF-8; cells that a spreadsheet
 * would take for a formula are marked as text.
 * @param zone on whose clock times are, named in the heading.
 * @param ofPlatform names the company each entry concerns.
 */
export async function auditCsv(
  t: TFunction,
  format: Formatters,
  entries: readonly AuditEntry[],
  zone: string,
  ofPlatform = false,
): Promise<string[]> {
  const heading = [
    `${t('audit.when')} (${zone.replaceAll('_', ' ')})`,
    t('audit.who'),
    ...(ofPlatform ? [t('audit.company')] : []),
    t('audit.what'),
    t('audit.details'),
    t('audit.where'),
    t('audit.program'),
  ]
  const parts = [`\uFEFF${lines([heading])}`]
  for (let from = 0; from < entries.length; from += SLICE) {
    parts.push(
      lines(
        entries
          .slice(from, from + SLICE)
          .map(entry => [
            exactTime(entry.createdAt, zone),
            whoOf(t, entry),
            ...(ofPlatform ? [entry.companyName] : []),
            sentenceOf(t, entry),
            detailsOf(t, format, entry),
            entry.address,
            entry.program,
          ]),
      ),
    )
    await new Promise(resolve => setTimeout(resolve))
  }
  return parts
}
