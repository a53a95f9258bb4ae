/** Tells administrators, wherever they are, that most of the month's ceiling is used, and where the copilot acts alone no more. */
import type { ProposalKind } from '@contract'
import { useEffect } from 'react'
import { useTexts } from '@/i18n'
import { copilotOffers } from '@/stores/copilot'
import { useOffered } from '@/stores/servers'
import { useHolds } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { useSteadyNavigate } from '@/ui'
import { warnsOfCeiling } from './outcome'

export function useCeilingNotice(): void {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const isAdmin = useHolds('drawer-admin-items:view')
  const isThere = useOffered('copilot')
  const used = copilotOffers.use(({ items }) => items[0]?.usedShare ?? null)
  const stopped = copilotOffers.use(({ items }) => (items[0]?.stopped ?? []).join())
  useEffect(() => {
    if (isAdmin && isThere) void copilotOffers.ensure()
  }, [isAdmin, isThere])
  useEffect(() => {
    if (!isAdmin || !warnsOfCeiling(used)) return
    toasts.info(t('copilot.almostUsed', { percent: Math.round((used ?? 0) * 100) }), {
      action: { label: t('copilot.open'), run: () => void navigate('/prompts') },
    })
  }, [isAdmin, used, t, navigate])
  useEffect(() => {
    if (!isAdmin || stopped === '') return
    const kinds = (stopped.split(',') as ProposalKind[]).map(kind => t(`copilot.alone.${kind}`))
    toasts.info(t('copilot.alone.stopped', { kinds: kinds.join(', ') }), {
      action: { label: t('copilot.open'), run: () => void navigate('/prompts') },
    })
  }, [isAdmin, stopped, t, navigate])
}
