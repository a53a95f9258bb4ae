/** The two rules about group conversations that a company's settings make. */
export interface GroupRules {
  /** Group tickets have a tab of their own. */
  tab: boolean
  /** Group mode: group tickets are worked on as open whatever their status, and not accepted, reopened or returned. */
  mode: boolean
}

const isOn = (value: string | undefined): boolean => value === 'enabled' || value === 'true'

/**
 * The tab is there when groups have one and their messages are not ignored. Group mode holds as soon as groups have a
 * tab: where their messages are ignored, the group tickets that are there stay workable, as the specification says.
 * The console and the workspace server both ask this one function.
 * @param value value of a setting by key. `CheckMsgIsGroup` enabled means that group messages are ignored.
 */
export function groupRules(value: (key: string) => string | undefined): GroupRules {
  const wanted = isOn(value('groupsTab'))
  return { tab: wanted && !isOn(value('CheckMsgIsGroup')), mode: wanted }
}
