/** Areas that belong to plans which have a feature. */
import type { EndpointName, PlanFlags } from '@contract'
import type { Handler } from '../../platform/http/handlers'
import { refuseWithoutFeature } from '../../platform/plans/limits'

type HandlersBy<N extends EndpointName> = { [K in N]: Handler<K> }

const asking =
  <N extends EndpointName>(feature: keyof PlanFlags, handle: Handler<N>): Handler<N> =>
  async call => {
    await refuseWithoutFeature(call.app.db, call.me.companyId, feature)
    return handle(call)
  }

/** The same handlers, each of which first asks the plan of the caller's company. @throws ApiError ERR_PLAN_LACKS */
export function inPlan<N extends EndpointName>(
  feature: keyof PlanFlags,
  handlers: HandlersBy<N>,
): HandlersBy<N> {
  const asked = { ...handlers }
  for (const name of Object.keys(handlers) as N[]) asked[name] = asking(feature, handlers[name])
  return asked
}
