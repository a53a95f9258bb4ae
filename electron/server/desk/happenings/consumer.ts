/** Types of happenings and consumers, bound to the workspace. */
import type { Workspace } from '../../workspace'
import type { ActIn, ConsumerIn, FollowingIn, OfCompanies, Piece } from './kinds'

export type Act = ActIn<Workspace>
export type Following<P extends Piece = Piece> = FollowingIn<Workspace, P>
export type Consumer<Payload = unknown> = ConsumerIn<Workspace, Payload>
/** Finds the companies for which something is due. */
export type DueCompanies = (app: Workspace, of: OfCompanies) => Promise<{ companyId: number }[]>
