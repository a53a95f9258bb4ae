/** Whose rights decide what is in a report by mail. */
import { holds } from '@contract'
import { writerOf } from '../../automation/schedules/writer'
import { ApiError } from '../../errors'
import type { Me, Workspace } from '../../workspace'
import type { ReportScheduleRow } from './rows'

/** @throws ApiError ERR_REPORT_STOPPED where the owner is gone or may not see reports any more. */
export async function ownerOf(app: Workspace, row: ReportScheduleRow): Promise<Me> {
  const owner = await writerOf(app.db, row)
  if (!owner || !holds(owner, 'reports:view')) throw new ApiError('ERR_REPORT_STOPPED')
  return owner
}
