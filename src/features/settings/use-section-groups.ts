import { useMemo } from 'react'
import { useCapability, useOffered } from '@/stores/servers'
import { useHolds, useUser } from '@/stores/session'
import { useSettingValue } from '@/stores/settings'
import { useCompanyPlace } from '@/stores/workspace'
import { groupsFor, type SectionGroup } from './sections'

/** The sections the signed-in person finds, as the company's settings stand now. */
export function useSectionGroups(): SectionGroup[] {
  const admin = useHolds('drawer-admin-items:view')
  const isSuper = useUser()?.super === true
  const companyHours = useSettingValue('scheduleType') === 'company'
  const mailServer = useOffered('platformMail')
  const localCopilot = useCapability('copilot') === 'equivalent'
  const localNetwork = useOffered('localNetwork')
  const ownHere = useCompanyPlace() === 'own'
  return useMemo(
    () => groupsFor({ admin, isSuper, companyHours, mailServer, localCopilot, localNetwork, ownHere }),
    [admin, isSuper, companyHours, mailServer, localCopilot, localNetwork, ownHere],
  )
}
