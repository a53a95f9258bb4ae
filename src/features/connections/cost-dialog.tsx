import type { CloudCosts } from '@contract'
import { Button, Modal } from 'antd'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { call } from '@/api'
import { LoadError } from '@/features/load-error'
import { type Formatters, type TFunction, useTexts } from '@/i18n'
import { useWhatsapps } from '@/stores/whatsapps'
import { Select, SkeletonRows } from '@/ui'
import styles from './cost.module.css'
import { COST_GROUPS, type CostGroup, type CostLine, costLines } from './cost-groups'
import { RatesDialog } from './rates-dialog'

/** Months that can be looked at. */
const MONTHS = 12

/** The months up to one, the latest first: YYYY-MM. */
function monthsUpTo(latest: string): string[] {
  const [year = 0, month = 1] = latest.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, back) => {
    const at = year * 12 + (month - 1) - back
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}

type Named = readonly { id: number; name: string }[]

/** What a group of messages is called. */
function nameOf(t: TFunction, by: CostGroup, key: string, costs: CloudCosts, lines: Named): string {
  if (by === 'author') return t(`connections.cost.authorIs.${key as CloudCosts['rows'][number]['author']}`)
  if (by === 'category')
    return key === 'service' || key === 'utility' || key === 'marketing' || key === 'authentication'
      ? t(`connections.cost.categoryIs.${key}`)
      : key
  const known: Record<Exclude<CostGroup, 'author' | 'category'>, Named> = {
    connection: lines,
    queue: costs.queues,
    user: costs.users,
    campaign: costs.campaigns,
  }
  if (key === '0') return t('connections.cost.none', { what: t(`connections.cost.byIs.${by}`).toLowerCase() })
  const found = known[by].find(({ id }) => String(id) === key)
  return found?.name ?? t('connections.cost.gone', { id: key })
}

/** The estimate of a line in the rate card's currency; a lower bound where a price is missing, "–" without any. */
function amountText(t: TFunction, format: Formatters, line: CostLine, costs: CloudCosts): string {
  if (!costs.rates || (line.charged > 0 && line.missing === line.charged)) return '–'
  const amount = format.amountIn(line.amount, costs.rates.currency)
  return t(line.missing > 0 ? 'connections.cost.aboutAtLeast' : 'connections.cost.about', { amount })
}

function Figures({ costs, by }: { costs: CloudCosts; by: CostGroup }) {
  const { t, format } = useTexts()
  const lines = useWhatsapps()
  const { lines: shown, total } = costLines(costs, by)
  if (shown.length === 0) return <p>{t('connections.cost.empty')}</p>
  const cells = (line: CostLine) => (
    <>
      <td className={styles.figure}>{format.number(line.free)}</td>
      <td className={styles.figure}>{format.number(line.charged)}</td>
      <td className={styles.figure}>{amountText(t, format, line, costs)}</td>
    </>
  )
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t(`connections.cost.byIs.${by}`)}</th>
              {(['freeColumn', 'chargedColumn', 'amountColumn'] as const).map(column => (
                <th key={column} scope="col" className={styles.figure}>
                  {t(`connections.cost.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(line => (
              <tr key={line.key}>
                <th scope="row">
                  <bdi>{nameOf(t, by, line.key, costs, lines)}</bdi>
                </th>
                {cells(line)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('connections.cost.total')}</th>
              {cells(total)}
            </tr>
          </tfoot>
        </table>
      </div>
      {costs.rates === null ? (
        <p className={styles.note}>{t('connections.cost.noRates')}</p>
      ) : total.missing > 0 ? (
        <p className={styles.note}>
          {t('connections.cost.missing', { count: total.missing, n: format.number(total.missing) })}
        </p>
      ) : null}
    </>
  )
}

/** What the company's messages cost in a month, as Meta tells it, split as somebody likes; with the rate card. */
export function CostDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const [month, setMonth] = useState<string | null>(null)
  const [latest, setLatest] = useState<string | null>(null)
  const [by, setBy] = useState<CostGroup>('connection')
  const [costs, setCosts] = useState<CloudCosts | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [turn, setTurn] = useState(0)
  const [pricing, setPricing] = useState(false)
  const labels = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on demand
  useEffect(() => {
    const asking = new AbortController()
    setError(null)
    call('whatsapps.cloudCosts', { query: month === null ? {} : { month }, signal: asking.signal })
      .then(found => {
        setCosts(found)
        setLatest(known => known ?? found.month)
      })
      .catch((failure: unknown) => {
        if (!asking.signal.aborted) setError(failure)
      })
    return () => asking.abort()
  }, [month, turn])
  const choice = (id: string, label: string, select: ReactNode) => (
    // biome-ignore lint/a11y/noLabelWithoutControl: the select is named by it
    <label>
      <span id={id}>{label}</span>
      {select}
    </label>
  )
  return (
    <>
      <Modal
        open
        centered
        title={t('connections.cost.title')}
        width={720}
        onCancel={onClose}
        footer={<Button onClick={() => setPricing(true)}>{t('connections.cost.rates')}</Button>}
      >
        {error !== null ? (
          <LoadError
            title={t('kit.list.failed')}
            error={error}
            onRetry={() => setTurn(before => before + 1)}
          />
        ) : costs === null || latest === null ? (
          <SkeletonRows count={4} height={28} label={t('common.loading')} />
        ) : (
          <>
            <div className={styles.tools}>
              {choice(
                `${labels}month`,
                t('connections.cost.month'),
                <Select
                  aria-labelledby={`${labels}month`}
                  value={costs.month}
                  options={monthsUpTo(latest).map(value => ({
                    value,
                    label: value.split('-').reverse().join('/'),
                  }))}
                  onChange={setMonth}
                />,
              )}
              {choice(
                `${labels}by`,
                t('connections.cost.by'),
                <Select
                  aria-labelledby={`${labels}by`}
                  value={by}
                  options={COST_GROUPS.map(value => ({ value, label: t(`connections.cost.byIs.${value}`) }))}
                  onChange={setBy}
                />,
              )}
            </div>
            <Figures costs={costs} by={by} />
            <p className={styles.note}>{t('connections.cost.note')}</p>
          </>
        )}
      </Modal>
      {pricing && costs ? (
        <RatesDialog
          rates={costs.rates}
          onSaved={rates => setCosts({ ...costs, rates })}
          onClose={() => setPricing(false)}
        />
      ) : null}
    </>
  )
}
