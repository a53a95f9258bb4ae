/** Types of happenings and consumers, bound to the workspace. */
import type { Workspace } from '../../workspace'
import type { ActIn, ConsumerIn, FollowingIn, Piece } from './kinds'

export type Act = ActIn<Workspace>
export type Following<P extends Piece = Piece> = FollowingIn<Workspace, P>
export type Consumer<Payload = unknown> = ConsumerIn<Workspace, Payload>
