import {
  CAMPAIGN_VARIABLE,
  type CampaignSettings,
  type CustomVariable,
  LONGER_INTERVALS,
  MESSAGE_INTERVALS,
  OPT_OUT_WORD,
  REJECTION_LIMITS,
  withVariable,
} from '@contract'
import { Form as AntForm, Button, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useHeldLeaving, useLeaveQuestion } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { errorText, useTexts } from '@/i18n'
import { campaignSettingsDirectory, saveCampaignSettings, useCampaignSettings } from '@/stores/campaigns'
import { useOffered } from '@/stores/servers'
import { contentToasts } from '@/stores/toasts'
import { FieldFrame, hasUnread, IconButton, SaveBar, Select, SkeletonRows, settleTyped } from '@/ui'
import { ClockField } from './clock-field'
import { OptOuts } from './opt-outs'
import styles from './settings.module.css'
import { TheirSettings, useSettingsDraft } from './settings-draft'

function Choice({
  label,
  value,
  values,
  text,
  onChange,
}: {
  label: string
  value: number
  values: readonly number[]
  text: (value: number) => string
  onChange: (value: number) => void
}) {
  const id = useId()
  // A legacy server may hold another figure: it stays, named, until somebody chooses.
  const all = values.includes(value) ? values : [...values, value]
  return (
    <FieldFrame label={label} htmlFor={id}>
      <Select<number>
        id={id}
        value={value}
        onChange={onChange}
        options={all.map(one => ({ value: one, label: text(one) }))}
      />
    </FieldFrame>
  )
}

/** Variables of one's own; a key is taken once. */
function Variables({
  list,
  onChange,
}: {
  list: readonly CustomVariable[]
  onChange: (list: CustomVariable[]) => void
}) {
  const { t, format } = useTexts()
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const ids = { key: useId(), value: useId() }
  const taken = list.some(one => one.key === key.trim())
  const over = (text: string, max: number): string | null =>
    text.length > max ? t('common.tooLong', { max: format.number(max) }) : null
  const problems = {
    key: taken ? t('campaigns.settings.known') : over(key.trim(), CAMPAIGN_VARIABLE.maxKey),
    value: over(value, CAMPAIGN_VARIABLE.maxValue),
  }
  const fits = key.trim() !== '' && problems.key === null && problems.value === null
  const add = (): void => {
    onChange(withVariable(list, { key: key.trim(), value }))
    setKey('')
    setValue('')
  }
  return (
    <>
      <p className={styles.hint}>{t('campaigns.settings.variablesHint')}</p>
      {list.length === 0 ? <p className={styles.hint}>{t('campaigns.settings.noVariables')}</p> : null}
      <ul className={styles.variables}>
        {list.map(one => (
          <li key={one.key}>
            <code className={styles.key}>{`{${one.key}}`}</code>
            <span className={styles.value} dir="auto" title={one.value}>
              {one.value}
            </span>
            <IconButton
              icon={X}
              size="small"
              label={t('campaigns.settings.removeVariable', { name: one.key })}
              onClick={() => onChange(list.filter(other => other.key !== one.key))}
            />
          </li>
        ))}
      </ul>
      <div className={styles.line}>
        <FieldFrame label={t('campaigns.settings.key')} htmlFor={ids.key} problem={problems.key}>
          <Input
            id={ids.key}
            value={key}
            aria-describedby={`${ids.key}-problem`}
            onChange={event => setKey(event.target.value.replace(/[{}]/g, ''))}
          />
        </FieldFrame>
        <FieldFrame label={t('campaigns.settings.value')} htmlFor={ids.value} problem={problems.value}>
          <Input
            id={ids.value}
            value={value}
            dir="auto"
            aria-describedby={`${ids.value}-problem`}
            onChange={event => setValue(event.target.value)}
            onPressEnter={() => {
              if (fits) add()
            }}
          />
        </FieldFrame>
        <Button
          className={styles.add}
          icon={<Plus size={16} aria-hidden="true" />}
          disabled={!fits || list.length >= CAMPAIGN_VARIABLE.most}
          onClick={add}
        >
          {t('campaigns.settings.addVariable')}
        </Button>
      </div>
    </>
  )
}

function Form({ saved }: { saved: CampaignSettings }) {
  const { t } = useTexts()
  const tools = useOffered('campaignTools')
  const paced = useOffered('campaignPace')
  const words = useId()
  const draft = useSettingsDraft(saved)
  const { now, dirty, change } = draft
  const [busy, setBusy] = useState(false)
  const [form] = AntForm.useForm()
  const ask = useLeaveQuestion()
  useHeldLeaving(() => dirty || hasUnread(form), ask)
  const longWord = now.optOutWords.find(word => word.length > OPT_OUT_WORD.maxChars)
  const seconds = (none: 'none' | 'never') => (value: number) =>
    value === 0 ? t(`campaigns.settings.${none}`) : t('campaigns.settings.seconds', { count: value })
  const rejections = (value: number): string =>
    value === 0 ? t('campaigns.settings.never') : t('campaigns.settings.rejections', { count: value })
  const latest = useRef(draft)
  latest.current = draft
  const save = async (): Promise<void> => {
    // What is typed is taken first; what is saved is what the boxes show then.
    if (busy || longWord !== undefined || !flushSync(() => settleTyped(form)) || !latest.current.dirty) return
    const sent = latest.current.now
    setBusy(true)
    try {
      await saveCampaignSettings(sent)
      draft.wasSaved(sent)
      contentToasts.success(t('campaigns.settings.saved'))
    } catch (error) {
      contentToasts.error(errorText(t, error))
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    event.stopPropagation()
    void save()
  }
  const described: Record<keyof CampaignSettings, (of: CampaignSettings) => string> = {
    messageInterval: of => seconds('none')(of.messageInterval),
    longerIntervalAfter: of => seconds('never')(of.longerIntervalAfter),
    greaterInterval: of => seconds('none')(of.greaterInterval),
    rejectionLimit: of => rejections(of.rejectionLimit),
    quiet: of => [of.quiet.from, of.quiet.to].filter(Boolean).join(' – '),
    variables: of => of.variables.map(({ key, value }) => `{${key}} ${value}`).join(', '),
    optOutWords: of => of.optOutWords.join(', '),
  }
  return (
    <AntForm form={form} component={false}>
      <div
        className={styles.form}
        role="group"
        aria-label={t('campaigns.settings.title')}
        onKeyDown={onKeyDown}
      >
        <TheirSettings
          draft={draft}
          describe={key => ({
            label: t(`campaigns.settings.${key === 'optOutWords' ? 'optOut' : key}`),
            value: described[key](saved) || '–',
          })}
        />
        <section className={styles.part} aria-label={t('campaigns.settings.intervals')}>
          <h3>{t('campaigns.settings.intervals')}</h3>
          <div className={styles.line}>
            <Choice
              label={t('campaigns.settings.messageInterval')}
              value={now.messageInterval}
              values={MESSAGE_INTERVALS}
              text={seconds('none')}
              onChange={messageInterval => change({ messageInterval })}
            />
            {paced ? (
              <>
                <Choice
                  label={t('campaigns.settings.longerIntervalAfter')}
                  value={now.longerIntervalAfter}
                  values={LONGER_INTERVALS}
                  text={seconds('never')}
                  onChange={longerIntervalAfter => change({ longerIntervalAfter })}
                />
                <Choice
                  label={t('campaigns.settings.greaterInterval')}
                  value={now.greaterInterval}
                  values={LONGER_INTERVALS}
                  text={seconds('none')}
                  onChange={greaterInterval => change({ greaterInterval })}
                />
              </>
            ) : null}
            {tools ? (
              <Choice
                label={t('campaigns.settings.rejectionLimit')}
                value={now.rejectionLimit}
                values={REJECTION_LIMITS}
                text={rejections}
                onChange={rejectionLimit => change({ rejectionLimit })}
              />
            ) : null}
          </div>
          {paced ? null : (
            <p className={styles.hint}>
              {t('campaigns.settings.intervalOnly')}
              {now.messageInterval === 0 ? ` ${t('campaigns.pace.together')}` : null}
            </p>
          )}
        </section>
        {tools ? (
          <section className={styles.part} aria-label={t('campaigns.settings.quiet')}>
            <h3>{t('campaigns.settings.quiet')}</h3>
            <p className={styles.hint}>{t('campaigns.settings.quietHint')}</p>
            <div className={styles.line}>
              <ClockField
                label={t('campaigns.settings.from')}
                value={now.quiet.from}
                onChange={from => change({ quiet: { ...now.quiet, from } })}
              />
              <ClockField
                label={t('campaigns.settings.to')}
                value={now.quiet.to}
                onChange={to => change({ quiet: { ...now.quiet, to } })}
              />
            </div>
          </section>
        ) : null}
        <section className={styles.part} aria-label={t('campaigns.settings.variables')}>
          <h3>{t('campaigns.settings.variables')}</h3>
          <Variables list={now.variables} onChange={variables => change({ variables })} />
        </section>
        {tools ? (
          <section className={styles.part} aria-label={t('campaigns.settings.optOut')}>
            <FieldFrame
              label={t('campaigns.settings.optOut')}
              htmlFor={words}
              hint={t('campaigns.settings.optOutHint')}
              problem={
                longWord
                  ? t('campaigns.settings.longWord', { word: longWord, max: OPT_OUT_WORD.maxChars })
                  : null
              }
            >
              <Select<string[]>
                id={words}
                mode="tags"
                open={false}
                value={now.optOutWords}
                maxCount={OPT_OUT_WORD.most}
                onChange={optOutWords =>
                  change({
                    optOutWords: optOutWords.map(word => word.trim()).filter(Boolean),
                  })
                }
              />
            </FieldFrame>
          </section>
        ) : null}
        <SaveBar at="edge" unsaved={dirty ? t('campaigns.settings.unsaved') : null}>
          <Button
            type="primary"
            loading={busy}
            disabled={!dirty || longWord !== undefined}
            title="Ctrl+S"
            onClick={() => void save()}
          >
            {t('campaigns.settings.save')}
          </Button>
        </SaveBar>
      </div>
    </AntForm>
  )
}

/** /campaigns-config: intervals, variables, quiet hours, opt-out words. Administrators only. */
export function CampaignSettingsScreen() {
  const { t } = useTexts()
  const { status, error } = campaignSettingsDirectory.use()
  const saved = useCampaignSettings()
  const tools = useOffered('campaignTools')
  // Another administrator may have changed them since they were read.
  useEffect(() => void campaignSettingsDirectory.reload(), [])
  return (
    <main className={styles.screen} aria-label={t('campaigns.settings.title')} data-pane="content">
      <div className={styles.column}>
        {status === 'failed' ? (
          <LoadError compact error={error} onRetry={() => void campaignSettingsDirectory.reload()} />
        ) : status === 'ready' ? (
          <Form saved={saved} />
        ) : (
          <SkeletonRows count={6} height={44} label={t('common.loading')} />
        )}
      </div>
      {tools ? <OptOuts /> : null}
    </main>
  )
}
