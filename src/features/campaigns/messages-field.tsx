import {
  CAMPAIGN_SLOTS,
  CAMPAIGN_VARIABLES,
  type CampaignSlot,
  MESSAGE_MAX_CHARS,
  unknownVariables,
} from '@contract'
import { ConfigProvider, Form, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { HelpedItem, useInsertion } from '@/features/kit'
import { useTexts } from '@/i18n'
import { useCampaignSettings } from '@/stores/campaigns'
import { cx, looks, SegmentedTabs } from '@/ui'
import styles from './editor.module.css'

/** Characters from which on they are counted: more than one screen of a phone. */
const LONG = 4_000
/** Always there, as `counted` of src/ui/limit.ts: a count that comes would make a new field of it while one types. */
const COUNT = {
  max: MESSAGE_MAX_CHARS,
  show: ({ count }: { count: number }) => (count > LONG ? `${count} / ${MESSAGE_MAX_CHARS}` : ''),
}

interface TextProps {
  id?: string
  value?: string
  onChange?: (text: string) => void
  label: string
  minRows: number
  /** Called when the form finds something wrong with it, and when that is over. */
  onFault: (faulty: boolean) => void
}

/** A text of a campaign, with its variables as chips below: a press puts one where the caret is. */
function CampaignText({ id, value = '', onChange, label, minRows, onFault }: TextProps) {
  const { t } = useTexts()
  // Being saved, or only read.
  const disabled = ConfigProvider.useConfig().componentDisabled ?? false
  const { status } = Form.Item.useStatus()
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useEffect(() => onFault(status === 'error'), [status])
  const { variables } = useCampaignSettings()
  const counted = value.length > LONG
  const { area, insert } = useInsertion(value, onChange)
  const names = [...CAMPAIGN_VARIABLES, ...variables.map(({ key }) => key)]
  return (
    <>
      <Input.TextArea
        {...(id ? { id } : {})}
        ref={area}
        value={value}
        dir="auto"
        aria-label={label}
        autoSize={{ minRows, maxRows: 12 }}
        count={COUNT}
        onChange={event => onChange?.(event.target.value)}
      />
      <div
        className={cx(styles.chips, counted && styles.counted)}
        role="group"
        aria-label={t('campaigns.editor.variables')}
      >
        {names.map(name => (
          <button
            key={name}
            type="button"
            className={looks.chip}
            disabled={disabled}
            aria-label={t('campaigns.editor.insert', { name: `{${name}}` })}
            onMouseDown={event => event.preventDefault()}
            onClick={() => insert(`{${name}}`)}
          >
            {`{${name}}`}
          </button>
        ))}
      </div>
    </>
  )
}

/** The five messages with their confirmation questions, as tabs. All stay mounted. */
export function MessagesField({ asks, filled }: { asks: boolean; filled: ReadonlySet<CampaignSlot> }) {
  const { t } = useTexts()
  const [shown, setShown] = useState<`${CampaignSlot}`>('1')
  const { variables } = useCampaignSettings()
  /** What the server refuses when it is saved. */
  const known = {
    validator: async (_rule: unknown, text: unknown) => {
      const [name] = unknownVariables([typeof text === 'string' ? text : ''], variables)
      if (name !== undefined) throw new Error(t('campaigns.editor.unknownVariable', { name }))
    },
  }
  const faulty = useRef(new Set<string>())
  /** What is wrong is looked at: the first of the tabs with a fault comes up, unless one of them stands there. */
  const noteFault = (slot: CampaignSlot, field: string) => (isFault: boolean) => {
    if (!isFault) return void faulty.current.delete(field)
    faulty.current.add(field)
    setShown(before =>
      [`message${before}`, `confirmationMessage${before}`].some(name => faulty.current.has(name))
        ? before
        : `${slot}`,
    )
  }
  return (
    <>
      <SegmentedTabs<`${CampaignSlot}`>
        id="campaign-message"
        look="pill"
        label={t('campaigns.editor.messages')}
        value={shown}
        onChange={setShown}
        items={CAMPAIGN_SLOTS.map(slot => ({
          key: `${slot}`,
          label: `${slot}${filled.has(slot) ? ' •' : ''}`,
        }))}
      />
      {CAMPAIGN_SLOTS.map(slot => (
        <div
          key={slot}
          role="tabpanel"
          id={`campaign-message-panel-${slot}`}
          aria-labelledby={`campaign-message-tab-${slot}`}
          hidden={shown !== `${slot}`}
          className={styles.slot}
        >
          <HelpedItem
            name={`message${slot}`}
            label={t('campaigns.editor.message', { slot })}
            about={t('campaigns.editor.messageHint')}
            rules={[known]}
          >
            <CampaignText
              label={t('campaigns.editor.message', { slot })}
              minRows={4}
              onFault={noteFault(slot, `message${slot}`)}
            />
          </HelpedItem>
          <Form.Item
            name={`confirmationMessage${slot}`}
            label={t('campaigns.editor.question', { slot })}
            hidden={!asks}
            rules={asks ? [known] : []}
          >
            <CampaignText
              label={t('campaigns.editor.question', { slot })}
              minRows={2}
              onFault={noteFault(slot, `confirmationMessage${slot}`)}
            />
          </Form.Item>
        </div>
      ))}
    </>
  )
}
