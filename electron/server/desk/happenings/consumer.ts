/** What hears of what happens in a workspace. */
import type { Workspace } from '../../workspace'
import type { ActIn, ConsumerIn } from './kinds'

export type Act = ActIn<Workspace>
export type Consumer<Payload = unknown> = ConsumerIn<Workspace, Payload>
