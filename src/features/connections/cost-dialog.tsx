import {
  type CloudCosts,
  COST_GROUPS,
  COST_KEYS,
  type CostFigures,
  type CostGroup,
  costLines,
} from '@contract'
import { Button, Modal } from 'antd'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { call } from '@/api'
import { costGroupName, estimateText } from '@/features/figures'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { useWhatsapps } from '@/stores/whatsapps'
import { Select, SkeletonRows } from '@/ui'
import styles from './cost.module.css'
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

/** The name of what a group is of; "" for a word, and for what is gone. */
function nameOf(by: CostGroup, key: string, costs: CloudCosts, lines: Named): string {
  if (by === 'author' || by === 'category') return ''
  const known = { connection: lines, queue: costs.queues, user: costs.users, campaign: costs.campaigns }
  return known[by].find(({ id }) => String(id) === key)?.name ?? ''
}

function Figures({ costs, by }: { costs: CloudCosts; by: CostGroup }) {
  const { t, format } = useTexts()
  const lines = useWhatsapps()
  const { lines: shown, total } = costLines(costs.rows, costs.rates, COST_KEYS[by])
  if (shown.length === 0) return <p>{t('connections.cost.empty')}</p>
  const cells = (line: CostFigures) => (
    <>
      <td className={styles.figure}>{format.number(line.free)}</td>
      <td className={styles.figure}>{format.number(line.charged)}</td>
      <td className={styles.figure}>{estimateText(t, format, line, line.charged, costs.rates)}</td>
    </>
  )
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t(`figures.cost.byIs.${by}`)}</th>
              {(['free', 'charged', 'amount'] as const).map(column => (
                <th key={column} scope="col" className={styles.figure}>
                  {t(`figures.cost.name.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(line => (
              <tr key={line.key}>
                <th scope="row">
                  <bdi>{costGroupName(t, by, line.key, nameOf(by, line.key, costs, lines))}</bdi>
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
                  options={COST_GROUPS.map(value => ({ value, label: t(`figures.cost.byIs.${value}`) }))}
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
