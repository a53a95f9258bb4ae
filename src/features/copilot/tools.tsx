import { REWRITES, type Ticket } from '@contract'
import { Dropdown } from 'antd'
import { Sparkles, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '@/i18n'
import { useCopilotOffers } from '@/stores/copilot'
import { useKeyActions } from '@/stores/key-actions'
import { useKeys } from '@/stores/key-bindings'
import { IconButton, MENU_KEYS } from '@/ui'
import type { Copilot } from './use-copilot'

/** The copilot's buttons among the tools of the composer; nothing where it is not offered. */
export function CopilotTools({
  copilot,
  ticket,
  isEmpty,
}: {
  copilot: Copilot
  ticket: Ticket | null
  /** Nothing is written that could be written anew. */
  isEmpty: boolean
}) {
  const { t } = useTexts()
  const suggests = useCopilotOffers('suggest', ticket)
  const rewrites = useCopilotOffers('rewrite', ticket)
  const suggestKeys = useKeys('suggest')
  const rewriteKeys = useKeys('rewrite')
  const [open, setOpen] = useState(false)
  useKeyActions('copilot', {
    suggest: suggests ? copilot.suggest : null,
    rewrite: rewrites && !isEmpty ? () => setOpen(true) : null,
  })
  return (
    <>
      {suggests ? (
        <IconButton
          icon={Sparkles}
          label={t('copilot.suggest')}
          keys={suggestKeys}
          tipPlacement="top"
          disabled={copilot.card?.busy ?? false}
          onClick={copilot.suggest}
        />
      ) : null}
      {rewrites ? (
        <Dropdown
          autoFocus
          trigger={['click']}
          placement="topLeft"
          disabled={isEmpty}
          open={open}
          onOpenChange={setOpen}
          menu={{
            ...MENU_KEYS,
            items: REWRITES.map(how => ({ key: how, label: t(`copilot.rewrites.${how}`) })),
            onClick: ({ key }) => {
              setOpen(false)
              copilot.rewrite(key as (typeof REWRITES)[number])
            },
          }}
        >
          <IconButton
            icon={WandSparkles}
            label={t('copilot.rewrite')}
            keys={rewriteKeys}
            tipPlacement="top"
            disabled={isEmpty}
          />
        </Dropdown>
      ) : null}
    </>
  )
}
