/** Rules of the company, in their order. */
import { fold, type Rule, type RuleForm } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { createPagedList, wholeOf } from './paged-list'
import { saved } from './saved'

const rulesDirectory = createDirectory<Rule>({
  name: 'rules',
  read: () => call('rules.list'),
  onEvent: ({ channel }) => (channel === 'rule' ? { stale: true } : null),
})

/** The list of their screen. */
export const rulesList = createPagedList<Rule>({
  name: 'rules.page',
  directory: rulesDirectory,
  matches: (rule, search) => fold(rule.name).includes(fold(search)),
  read: wholeOf('rules.list', rule => rule.name),
})

/** Adds or changes a rule. @param known null adds one behind the others. @throws ApiError */
export const saveRule = async (known: Pick<Rule, 'id'> | null, form: RuleForm): Promise<void> =>
  rulesList.keep(await saved('rules', known, form))
