/**
 * Tells administrators, and everybody of the copilot of their own computer, wherever they are, that most of the month's ceiling is
 * used, and where the copilot acts alone no more.
 */
import type { ProposalKind } from '@contract'
import { useEffect } from 'react'
import { useTexts } from '@/i18n'
import { copilotOffers, useLocalCopilot } from '@/stores/copilot'
import { useOffered } from '@/stores/servers'
import { useHolds } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { useSteadyNavigate } from '@/ui'
import { warnsOfCeiling } from './outcome'

export function useCeilingNotice(): void {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const isLocal = useLocalCopilot()
  const isAdmin = useHolds('drawer-admin-items:view')
  const looks = isAdmin || isLocal
  const path = isLocal ? '/settings' : '/prompts'
  const isThere = useOffered('copilot')
  const used = copilotOffers.use(({ items }) => items[0]?.usedShare ?? null)
  const stopped = copilotOffers.use(({ items }) => (items[0]?.stopped ?? []).join())
  useEffect(() => {
    if (looks && isThere) void copilotOffers.ensure()
  }, [looks, isThere])
  useEffect(() => {
    if (!looks || !warnsOfCeiling(used)) return
    toasts.info(t('copilot.almostUsed', { percent: Math.round((used ?? 0) * 100) }), {
      action: { label: t('copilot.open'), run: () => void navigate(path) },
    })
  }, [looks, used, path, t, navigate])
  useEffect(() => {
    if (!isAdmin || stopped === '') return
    const kinds = (stopped.split(',') as ProposalKind[]).map(kind => t(`copilot.alone.${kind}`))
    toasts.info(t('copilot.alone.stopped', { kinds: kinds.join(', ') }), {
      action: { label: t('copilot.open'), run: () => void navigate('/prompts') },
    })
  }, [isAdmin, stopped, t, navigate])
}
