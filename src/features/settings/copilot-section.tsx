import { LOCAL_COPILOT_FEATURES } from '@contract'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { CopilotEditor } from '@/features/copilot'
import { useTexts } from '@/i18n'
import { copilotOffers, copilotSettings } from '@/stores/copilot'
import { Group, Line } from './parts'

/** The copilot of this computer, for a server that has none. */
export function CopilotSection() {
  const { t } = useTexts()
  const [editing, setEditing] = useState(false)
  const features = copilotOffers.use(({ items }) => items[0]?.features)
  useEffect(() => void copilotOffers.ensure(), [])
  const on = LOCAL_COPILOT_FEATURES.filter(feature => features?.[feature].on)
  return (
    <Group alone title={t('copilot.local.title')}>
      <Line label={t('copilot.local.title')} hint={t('copilot.local.hint')}>
        {() => (
          <Button
            onClick={() => {
              // What it has used changes without a word.
              void copilotSettings.reload()
              setEditing(true)
            }}
          >
            {t('copilot.local.set')}
          </Button>
        )}
      </Line>
      <Line
        label={t('copilot.local.state')}
        hint={on.map(feature => t(`copilot.features.${feature}`)).join(' · ') || t('copilot.local.none')}
      />
      {editing ? <CopilotEditor onClose={() => setEditing(false)} /> : null}
    </Group>
  )
}
