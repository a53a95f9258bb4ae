/** The company's settings as the page shows them: by subject, in this order. */
import { type Capability, fold, SETTINGS, type SettingKey, settingValue } from '@contract'
import type { TFunction } from '@/i18n'

export const OPTION_GROUPS = [
  {
    key: 'attendance',
    superOnly: false,
    settings: [
      'call',
      'chatbotAutoExit',
      'chatBotType',
      'mentionsOpenTickets',
      'linkPreviews',
      'breakReasons',
    ],
  },
  {
    key: 'automatic',
    superOnly: false,
    settings: ['sendGreetingAccepted', 'sendMsgTransfTicket', 'sendGreetingMessageOneQueues'],
  },
  { key: 'groups', superOnly: false, settings: ['CheckMsgIsGroup', 'groupsTab', 'soundGroupNotifications'] },
  { key: 'rating', superOnly: false, settings: ['userRating'] },
  { key: 'hours', superOnly: false, settings: ['scheduleType', 'outOfHoursAction', 'timezone'] },
  { key: 'campaigns', superOnly: false, settings: ['agentsRunCampaigns'] },
  { key: 'access', superOnly: false, settings: ['twoFactorForAll', 'maskNumbers'] },
  { key: 'audit', superOnly: false, settings: ['auditRetentionDays'] },
  {
    key: 'platform',
    superOnly: true,
    settings: ['allowregister', 'viewregister', 'trial', 'userCreation', 'downloadLimit', 'localProviders'],
  },
] as const satisfies readonly { key: string; superOnly: boolean; settings: readonly SettingKey[] }[]

export type OptionGroup = (typeof OPTION_GROUPS)[number]
export type OptionKey = OptionGroup['settings'][number]

/** What a server has to be able to do for a setting to mean anything; others are read by every server. */
const NEEDS: Partial<Record<OptionKey, Capability>> = {
  auditRetentionDays: 'auditLog',
  breakReasons: 'assignment',
  chatBotType: 'interactiveMenus',
  linkPreviews: 'linkPreviews',
  agentsRunCampaigns: 'agentCampaigns',
  twoFactorForAll: 'twoFactor',
  maskNumbers: 'maskedNumbers',
  mentionsOpenTickets: 'mentions',
  chatbotAutoExit: 'extendedSettings',
  outOfHoursAction: 'extendedSettings',
  timezone: 'extendedSettings',
  allowregister: 'extendedSettings',
  viewregister: 'extendedSettings',
  trial: 'extendedSettings',
  // An older server reads it for its sign-up alone, which is not offered there.
  userCreation: 'extendedSettings',
  downloadLimit: 'extendedSettings',
  localProviders: 'extendedSettings',
}

/**
 * Whether a setting is offered: where its server reads it, and where one that it cannot follow was chosen, to be taken back.
 * @param value what is stored; undefined for nothing.
 */
export function isOptionOffered(
  key: OptionKey,
  lacks: (ability: Capability) => boolean,
  value: string | undefined,
): boolean {
  const needed = NEEDS[key]
  if (needed === undefined || !lacks(needed)) return true
  return key === 'chatBotType' && settingValue(key, value) !== SETTINGS[key].initial
}

/** The groups a person sees whose settings match what was typed, each with those settings. */
export function foundOptions(
  t: TFunction,
  typed: string,
  isSuper: boolean,
  isOffered: (key: OptionKey) => boolean = () => true,
): { group: OptionGroup; settings: readonly OptionKey[] }[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  return OPTION_GROUPS.filter(group => isSuper || !group.superOnly).flatMap(group => {
    const settings = group.settings.filter(isOffered).filter(key => {
      const about = fold(
        [
          t(`settings.options.group.${group.key}`),
          t(`settings.options.item.${key}.name`),
          t(`settings.options.item.${key}.text`),
          t(`settings.options.item.${key}.words`),
          key,
        ].join(' '),
      )
      return words.every(word => about.includes(word))
    })
    return settings.length > 0 ? [{ group, settings }] : []
  })
}
