import { COST_GROUPS, type CostGroup, type CostReport, dayIn } from '@contract'
import { Button, Modal } from 'antd'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { call } from '@/api'
import { CostTable } from '@/features/figures'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { useCompanyZone } from '@/stores/company-clock'
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

/** The first and the last day of a month. */
function daysOf(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}` }
}

type Costs = CostReport & { by: CostGroup; month: string }

/** What the company's messages cost in a month, as Meta tells it, split as somebody likes; with the rate card. */
export function CostDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const zone = useCompanyZone()
  const latest = dayIn(zone, new Date()).slice(0, 7)
  const [chosen, setMonth] = useState<string | null>(null)
  const month = chosen ?? latest
  const [by, setBy] = useState<CostGroup>('connection')
  const [costs, setCosts] = useState<Costs | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [turn, setTurn] = useState(0)
  const [pricing, setPricing] = useState(false)
  const labels = useId()
  // In its place, not over it.
  const rateCard = pricing && costs !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on demand
  useEffect(() => {
    const asking = new AbortController()
    setError(null)
    call('reports.costs', { query: { ...daysOf(month), by }, signal: asking.signal })
      .then(found => setCosts({ ...found, by, month }))
      .catch((failure: unknown) => {
        if (!asking.signal.aborted) setError(failure)
      })
    return () => asking.abort()
  }, [month, by, turn])
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
        open={!rateCard}
        centered
        title={t('connections.cost.title')}
        width={720}
        onCancel={onClose}
        footer={<Button onClick={() => setPricing(true)}>{t('connections.cost.rates')}</Button>}
      >
        <div className={styles.tools}>
          {choice(
            `${labels}month`,
            t('connections.cost.month'),
            <Select
              aria-labelledby={`${labels}month`}
              value={month}
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
        {error !== null ? (
          <LoadError
            title={t('kit.list.failed')}
            error={error}
            onRetry={() => setTurn(before => before + 1)}
          />
        ) : costs?.month === month && costs.by === by ? (
          <CostTable by={by} report={costs} />
        ) : (
          <SkeletonRows count={4} height={28} label={t('common.loading')} />
        )}
        <p className={styles.note}>{t('connections.cost.note')}</p>
      </Modal>
      {rateCard ? (
        <RatesDialog
          rates={costs.rates}
          onSaved={rates => setCosts({ ...costs, rates })}
          onClose={() => setPricing(false)}
        />
      ) : null}
    </>
  )
}
