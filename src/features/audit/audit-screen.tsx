import { AUDIT_ACTIONS, type AuditEntry, auditEntry } from '@contract'
import { Download, ScrollText } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { z } from 'zod'
import { call } from '@/api'
import { ClockNote, column, PagedScreen, RangeField, useAttempt } from '@/features/kit'
import { type Formatters, type TFunction, useTexts } from '@/i18n'
import { auditList, auditSearch, platformAuditList, searchAuditBy } from '@/stores/audit'
import { dayHere } from '@/stores/clock'
import { companiesDirectory } from '@/stores/companies'
import { dayAndTime, useCompanyZone } from '@/stores/company-clock'
import { saveBlob } from '@/stores/downloads'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { usersDirectory, useUsers } from '@/stores/users'
import { type Column, EmptyState, looks, SegmentedTabs, Select, ToolbarButton } from '@/ui'
import styles from './audit-screen.module.css'
import { auditCsv } from './csv'
import { EntryDialog } from './entry-dialog'
import { meaningsOf } from './search-words'
import { auditSubjects, sentenceOf, subjectText, whoOf } from './sentence'
import { fieldText, valueText } from './words'

/** Changed fields a row names; the entry itself shows them all. */
const NAMED = 3

/** What a row says of its changes besides its sentence. */
function changesText(t: TFunction, format: Formatters, { changes, action, subject }: AuditEntry): string {
  // What came or went held everything: its fields say nothing new. One changed value is shown in the row.
  if (action !== 'update') return ''
  const [only] = changes
  const name = (field: string): string => fieldText(t, subject, field)
  if (changes.length === 1 && only) {
    const value = (text: string): string => valueText(t, format, subject, only.field, text) || '–'
    const values = `${value(only.from)} → ${value(only.to)}`
    // The sentence has named the setting.
    return subject === 'settings' ? values : `${name(only.field)}: ${values}`
  }
  const named = changes.slice(0, NAMED).map(change => name(change.field))
  return [...named, ...(changes.length > NAMED ? ['…'] : [])].join(', ')
}

type LogList = typeof auditList

function PersonFilter() {
  const { t } = useTexts()
  const users = useUsers()
  const { filters } = auditList.use()
  useEffect(() => void usersDirectory.ensure(), [])
  return (
    <Select
      aria-label={t('audit.who')}
      allowClear
      showSearch
      placeholder={t('audit.anyPerson')}
      popupMatchSelectWidth={false}
      value={filters.userId ?? null}
      options={users.map(({ id, name, email }) => ({ value: id, label: name, about: email }))}
      onChange={(userId: number | null | undefined) => auditList.filter({ userId: userId ?? undefined })}
    />
  )
}

function CompanyFilter() {
  const { t } = useTexts()
  const companies = companiesDirectory.use(state => state.items)
  const { filters } = platformAuditList.use()
  useEffect(() => void companiesDirectory.ensure(), [])
  return (
    <Select
      aria-label={t('audit.company')}
      allowClear
      showSearch
      placeholder={t('audit.anyCompany')}
      popupMatchSelectWidth={false}
      value={filters.companyId ?? null}
      options={companies.map(({ id, name, email }) => ({ value: id, label: name, about: email ?? '' }))}
      onChange={(companyId: number | null | undefined) =>
        platformAuditList.filter({ companyId: companyId ?? undefined })
      }
    />
  )
}

function AuditFilters({ list }: { list: LogList }) {
  const { t } = useTexts()
  const { filters } = list.use()
  return (
    <div className={looks.wrap8} data-many>
      {list === platformAuditList ? <CompanyFilter /> : <PersonFilter />}
      <Select
        aria-label={t('audit.what')}
        allowClear
        placeholder={t('audit.anySubject')}
        popupMatchSelectWidth={false}
        value={filters.subject ?? null}
        options={auditSubjects().map(subject => ({ value: subject, label: subjectText(t, subject) }))}
        onChange={(subject: string | null | undefined) => list.filter({ subject: subject ?? undefined })}
      />
      <Select
        aria-label={t('audit.anyAction')}
        allowClear
        placeholder={t('audit.anyAction')}
        popupMatchSelectWidth={false}
        value={filters.action ?? null}
        options={AUDIT_ACTIONS.map(action => ({ value: action, label: t(`audit.actions.${action}`) }))}
        onChange={(action: (typeof AUDIT_ACTIONS)[number] | null | undefined) =>
          list.filter({ action: action ?? undefined })
        }
      />
      <RangeField
        className={styles.range ?? ''}
        aria-label={t('audit.range')}
        placeholder={[t('audit.from'), t('audit.to')]}
        max={dayHere()}
        value={[filters.dateStart ?? null, filters.dateEnd ?? null]}
        onChange={([from, to]) => list.filter({ dateStart: from ?? undefined, dateEnd: to ?? undefined })}
      />
    </div>
  )
}

/**
 * /audit: who changed what, from what to what, when and from where, as one sentence a row. Whoever keeps the platform has its
 * log beside that of the own company.
 */
export function AuditScreen() {
  const { t } = useTexts()
  const mayPlatform = useUser()?.super === true
  const [whose, setWhose] = useState<'own' | 'platform'>('own')
  const choice = mayPlatform ? (
    <SegmentedTabs
      id="audit-log"
      label={t('audit.whose')}
      look="pill"
      panels={false}
      items={[
        { key: 'own', label: t('audit.ownLog') },
        { key: 'platform', label: t('audit.platformLog') },
      ]}
      value={whose}
      onChange={setWhose}
    />
  ) : null
  const list = mayPlatform && whose === 'platform' ? platformAuditList : auditList
  if (useOffered('auditLog')) return <Log list={list} choice={choice} />
  return (
    <main data-pane="content">
      <EmptyState icon={ScrollText} title={t('audit.title')} text={t('audit.lacking')} />
    </main>
  )
}

function Log({ list, choice }: { list: LogList; choice: ReactNode }) {
  const { t, format } = useTexts()
  const attempt = useAttempt()
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const ofPlatform = list === platformAuditList
  const zone = useCompanyZone()
  const whenOf = ({ createdAt }: AuditEntry): string => dayAndTime(createdAt, zone)
  useEffect(() => searchAuditBy(typed => meaningsOf(t, typed)), [t])
  const columns: Column<AuditEntry>[] = [
    column.moment('when', t('audit.when'), '150px', ({ createdAt }) => createdAt),
    column.text('who', t('audit.who'), 1, entry => whoOf(t, entry)),
    ...(ofPlatform
      ? [column.text<AuditEntry>('company', t('audit.company'), 1, entry => entry.companyName)]
      : []),
    column.cell(
      'what',
      t('audit.what'),
      4,
      entry => (
        <span className={styles.what}>
          <span className={entry.action === 'signInRefused' ? styles.refused : styles.sentence}>
            {sentenceOf(t, entry)}
          </span>
          <span className={styles.change}>{changesText(t, format, entry)}</span>
        </span>
      ),
      {
        stays: true,
        foldable: false,
        below: entry => (
          <bdi>{[whoOf(t, entry), entry.companyName, whenOf(entry)].filter(Boolean).join(' · ')}</bdi>
        ),
      },
    ),
    column.cell('where', t('audit.where'), '140px', ({ address, program }) => (
      <span title={program}>{address}</span>
    )),
  ]
  const exportCsv = (): Promise<unknown> =>
    attempt(async () => {
      const { filters, search } = list.use.getState()
      const query = { ...filters, ...auditSearch(search), as: 'entries' } as const
      const answer: unknown = await call(ofPlatform ? 'audit.exportPlatform' : 'audit.export', { query })
      const text = answer instanceof Blob ? await answer.text() : String(answer)
      // A server that knows of no entries answers the CSV in its own words.
      const parts = text.startsWith('[')
        ? await auditCsv(t, format, z.array(auditEntry).parse(JSON.parse(text)), zone, ofPlatform)
        : [text]
      saveBlob(
        new Blob(parts, { type: 'text/csv' }),
        `${t(ofPlatform ? 'audit.platformExportName' : 'audit.exportName')}-${dayHere()}.csv`,
      )
    }, t('audit.exported'))
  return (
    <PagedScreen
      key={list.name}
      list={list}
      texts="audit"
      columns={columns}
      rowName={entry => sentenceOf(t, entry)}
      onOpen={setOpen}
      notice={<ClockNote />}
      filters={
        <>
          {choice}
          <AuditFilters list={list} />
        </>
      }
      tools={
        <ToolbarButton icon={Download} label={t('audit.export')} fold onClick={() => void exportCsv()} />
      }
      empty={{
        icon: ScrollText,
        title: t('audit.empty'),
        text: t(ofPlatform ? 'audit.emptyPlatform' : 'audit.emptyText'),
      }}
    >
      {open ? <EntryDialog entry={open} onClose={() => setOpen(null)} /> : null}
    </PagedScreen>
  )
}
