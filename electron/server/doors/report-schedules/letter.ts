/** A report as a mail: its main figures in the text, its tables in a workbook. It contains no customer names. */
import type { Readable } from 'node:stream'
import { and, eq, inArray } from 'drizzle-orm'
import { companies, users } from '../../platform/db/schema'
import type { Mail } from '../../platform/mail/send'
import { timeZoneOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { mainFigures } from '../report-files/main-figures'
import { reportWorkbook } from '../report-files/report'
import { sourceOf } from '../report-files/source'
import { reportTexts } from '../report-files/texts'
import type { ReportScheduleRow } from './rows'
import { periodBefore } from './times'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, char => ENTITY[char] ?? char)

async function whole(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** The present addressees, each once, without people who left. */
export async function addresseesOf(app: Workspace, row: ReportScheduleRow): Promise<string[]> {
  const people =
    row.userIds.length === 0
      ? []
      : await app.db
          .select({ email: users.email })
          .from(users)
          .where(and(eq(users.companyId, row.companyId), inArray(users.id, row.userIds)))
  const all = [...people.map(({ email }) => email), ...row.addresses].filter(address => address !== '')
  return [...new Map(all.map(address => [address.toLowerCase(), address])).values()]
}

const dayText = (language: string, day: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  )

const html = (paragraphs: readonly string[], figures: readonly (readonly string[])[]): string => {
  const cell = (text: string, at: number): string =>
    `<td style="padding:6px 16px 6px 0;border-bottom:1px solid #ddd;${at > 0 ? 'text-align:right;' : ''}">${escaped(text)}</td>`
  const rows = figures.map(row => `<tr>${row.map(cell).join('')}</tr>`).join('')
  const bodyHtml = paragraphs.map(text => `<p>${escaped(text)}</p>`)
  return `<!doctype html><html><body style="font-family:Arial,Helvetica,sans-serif;font-size:14px;color:#222;background:#fff">${bodyHtml[0] ?? ''}<table style="border-collapse:collapse">${rows}</table>${bodyHtml.slice(1).join('')}</body></html>`
}

/**
 * What a report says at its due time, for every addressee.
 * @param owner whose rights decide what is in it.
 * @param at the period lies before it.
 */
export async function letterOf(
  app: Workspace,
  row: ReportScheduleRow,
  owner: Me,
  at: Date,
): Promise<Omit<Mail, 'to'>> {
  const { language, clock } = row
  const t = reportTexts(language)
  const [company] = await app.db
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, row.companyId))
  const period = periodBefore(await timeZoneOf(app.db, row.companyId), row.period, at)
  const { queueIds, agentIds, whatsappIds } = row
  const source = await sourceOf(app, owner, {
    ...period,
    queueIds,
    userIds: agentIds,
    whatsappIds,
    compare: true,
  })
  const content = await whole(
    await reportWorkbook(source, { tables: row.tables, clock, language, measured: false }),
  )
  const [from, until] = [dayText(language, period.from), dayText(language, period.to)]
  const figures = mainFigures({ t, language, clock }, await source.figures(undefined))
  const isFiltered = queueIds.length + agentIds.length + whatsappIds.length > 0 || owner.profile !== 'admin'
  const paragraphs = [
    t('reportFiles.mail.intro', {
      company: company?.name ?? '',
      name: row.name,
      from,
      to: until,
      zone: source.zone,
    }),
    t(`reportFiles.mail.${clock}`),
    ...(isFiltered ? [t('reportFiles.mail.filtered')] : []),
    t('reportFiles.mail.attached'),
    t('reportFiles.mail.why', { owner: owner.name }),
  ]
  const lines = figures.map(([title, now, before]) => `${title}: ${now}${before ? ` (${before})` : ''}`)
  const file = row.name.replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ').trim() || 'turno'
  return {
    subject: t('reportFiles.mail.subject', { name: row.name, from, to: until }),
    text: `${paragraphs[0]}\n\n${lines.join('\n')}\n\n${paragraphs.slice(1).join('\n')}\n`,
    html: html(paragraphs, figures),
    attachments: [{ filename: `${file} ${period.from} - ${period.to}.xlsx`, content, contentType: XLSX }],
  }
}
