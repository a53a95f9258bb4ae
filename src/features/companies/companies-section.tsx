import { type Company, daysToDue, dueTone, monthsOf, nextDueDate, zoneHere } from '@contract'
import { Button } from 'antd'
import { Building2, CalendarPlus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { call } from '@/api'
import { column, Guard, PagedScreen, useAttempt, useRemove } from '@/features/kit'
import { useTexts } from '@/i18n'
import { serverNow, useNow } from '@/stores/clock'
import { companiesList } from '@/stores/companies'
import { useUser } from '@/stores/session'
import { type Column, cx, useConfirm } from '@/ui'
import styles from './companies.module.css'
import { CompanyEditor, fieldsOf } from './company-editor'
import { dueWords } from './due'

/** Every company of the platform. */
export function CompaniesSection() {
  const allowed = useUser()?.super === true
  return <Guard allowed={allowed}>{allowed ? <Companies /> : null}</Guard>
}

function Companies() {
  const { t, format } = useTexts()
  const now = useNow()
  const confirm = useConfirm()
  const attempt = useAttempt()
  const remove = useRemove()
  // Colours and words turn with the day, not with the clock.
  const today = new Date(now).toDateString()
  const daysOf = useMemo(() => {
    // Asked once: the computer takes its time to name its zone, and each row asks for its days twice.
    // The days of the computer the platform is kept from.
    const zone = zoneHere()
    return ({ dueDate }: Company): number | null => daysToDue(dueDate, new Date(today), zone)
  }, [today])

  /** '+ Vencimento': says where the date goes before it is moved. */
  const extend = async (company: Company): Promise<void> => {
    const next = nextDueDate(
      company.dueDate,
      company.recurrence,
      new Date(serverNow()),
      zoneHere(),
      company.dueDay,
    )
    const sure = await confirm({
      title: t('companies.extend.title', { name: company.name }),
      text: t(company.dueDate ? 'companies.extend.text' : 'companies.extend.textFresh', {
        from: company.dueDate ? format.date(company.dueDate) : '',
        to: format.date(next),
        period: t('companies.extend.period', { count: monthsOf(company.recurrence) }),
      }),
      okLabel: t('companies.extend.ok', { date: format.date(next) }),
      cancelLabel: t('common.cancel'),
    })
    if (!sure) return
    const { schedules: _hours, password: _none, ...rest } = fieldsOf(company)
    await attempt(async () => {
      const saved = await call('companies.update', {
        params: { id: company.id },
        body: { ...rest, email: company.email ?? undefined, dueDate: next },
      })
      companiesList.keep(saved)
    }, t('companies.extend.done'))
  }

  const ask = async (company: Company): Promise<void> => {
    // Servers that cannot count it are not the reason to keep it.
    const contents = await call('companies.contents', { params: { id: company.id } }).catch(() => null)
    const lost = (['users', 'connections', 'queues', 'contacts', 'tickets', 'messages'] as const).flatMap(
      what => {
        const count = contents?.[what] ?? 0
        return count === 0 ? [] : [t(`companies.lost.${what}`, { count, shown: format.number(count) })]
      },
    )
    await remove({
      name: company.name,
      text:
        lost.length > 0 ? t('companies.removeText', { lost: lost.join(', ') }) : t('companies.removeBlind'),
      okLabel: t('companies.removeOk'),
      remove: () => call('companies.remove', { params: { id: company.id } }),
      onDone: () => companiesList.drop(company.id),
    })
  }

  const dueCell = (company: Company): ReactNode => {
    const { key, count } = dueWords(daysOf(company))
    return (
      <span className={styles.dueCell}>
        <span className={styles.dueWords} title={company.dueDate ? format.exact(company.dueDate) : undefined}>
          {company.dueDate ? <span className={styles.date}>{format.date(company.dueDate)}</span> : null}
          <span className={styles.words}>{t(key, { count })}</span>
        </span>
        <Button
          size="small"
          className={styles.extend}
          aria-label={t('companies.extend.action', { name: company.name })}
          onClick={event => {
            event.stopPropagation()
            void extend(company)
          }}
        >
          {t('companies.extend.short')}
        </Button>
      </span>
    )
  }
  const columns: Column<Company>[] = [
    column.name('name', t('companies.field.name'), 3, ({ name }) => name, {
      second: ({ email }) => email,
    }),
    column.text('plan', t('companies.field.planId'), 2, ({ plan }) => plan?.name, {
      none: t('companies.noPlan'),
    }),
    // Its words are whole on a phone, as long as there is any room.
    column.cell('due', t('companies.field.dueDate'), 'minmax(min(144px, 42%), 4.5fr)', dueCell, {
      foldable: false,
    }),
    column.state(
      'status',
      t('companies.field.status'),
      '88px',
      ({ status }) => [status ? 'success' : 'neutral', t(status ? 'companies.active' : 'companies.inactive')],
      { foldable: 'phone' },
    ),
  ]
  return (
    <div className={styles.frame} data-wide>
      <PagedScreen
        nested
        list={companiesList}
        texts="companies"
        columns={columns}
        rowName={({ name }) => name}
        rowClass={company => {
          const tone = dueTone(daysOf(company))
          return tone ? cx(styles.due, styles[tone]) : undefined
        }}
        form={(company, close) => <CompanyEditor company={company} shape="drawer" onClose={close} />}
        onRemove={company => void ask(company)}
        rowActions={company => [
          {
            key: 'extend',
            icon: CalendarPlus,
            menuOnly: true,
            label: t('companies.extend.action', { name: company.name }),
            run: () => void extend(company),
          },
        ]}
        empty={{ icon: Building2 }}
      />
    </div>
  )
}

/** Adds a company. */
export function CompanyFormSection() {
  const allowed = useUser()?.super === true
  const [round, setRound] = useState(0)
  return (
    <Guard allowed={allowed}>
      <div className={styles.frame} data-wide>
        {allowed ? (
          <CompanyEditor key={round} company={null} shape="page" onClose={() => setRound(round + 1)} />
        ) : null}
      </div>
    </Guard>
  )
}
