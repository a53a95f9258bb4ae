import { holds } from '@contract'
import type { ReactNode } from 'react'
import { Guard, Voice } from '@/features/kit'
import { useTexts } from '@/i18n'
import { useRunsCampaigns } from '@/stores/runs-campaigns'
import { useServers } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { contentToasts, toasts } from '@/stores/toasts'
import { useWorkplace } from '@/stores/workplace'
import { landingOf } from './guards'
import { UnknownPage } from './pages'
import { campaignsShown, type ScreenRoute } from './screens'

/** Guards one screen: profile or super flag, plan flag, the campaigns flag. A plan that is not known yet refuses nothing. */
export function Guarded({ route, children }: { route: ScreenRoute; children: ReactNode }) {
  const user = useUser()
  const plan = useWorkplace(state => state.plan)
  const { t } = useTexts()
  const known = useServers(({ state }) => state?.facts?.capabilities)
  const lacking = route.ability !== undefined && known?.[route.ability] === 'missing'
  const runsCampaigns = useRunsCampaigns()
  if (route.campaigns && !campaignsShown()) return <UnknownPage />
  const rule = route.rule ?? (route.campaigns && !runsCampaigns ? 'drawer-admin-items:view' : undefined)
  const ruled = user && (!rule || (rule === 'super' ? user.super : holds(user, rule)))
  const planned = !route.plan || plan === null || plan[route.plan]
  return (
    <Voice value={route.content ? contentToasts : toasts}>
      <Guard
        whole
        allowed={Boolean(ruled) && planned && !lacking}
        // By '/' the frame would be taken down and built again, with all it asks the server for.
        to={user ? landingOf(user) : '/'}
        reason={
          lacking
            ? t('errors.SERVER_LACKS')
            : ruled && route.plan && !planned
              ? t(`errors.ERR_PLAN_LACKS_${route.plan}`)
              : undefined
        }
      >
        {children}
      </Guard>
    </Voice>
  )
}
