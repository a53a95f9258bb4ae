/** Rules of the company, in their order. */
import { fold, type Rule, type RuleForm } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { createPagedList } from './paged-list'

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
  read: async ({ searchParam }) => {
    const rows = (await call('rules.list')).filter(({ name }) => fold(name).includes(fold(searchParam ?? '')))
    return { rows, count: rows.length, hasMore: false }
  },
})

/** Adds or changes a rule. @param id null adds one behind the others. @throws ApiError */
export async function saveRule(id: number | null, form: RuleForm): Promise<void> {
  rulesList.keep(
    id === null
      ? await call('rules.create', { body: form })
      : await call('rules.update', { params: { id }, body: form }),
  )
}

/** Moves a rule by one place among those that are shown. @throws ApiError */
export async function moveRule(id: number, by: 1 | -1): Promise<void> {
  const ids = rulesList.use.getState().rows.map(row => row.id)
  const at = ids.indexOf(id)
  await call('rules.arrange', { body: { ids: ids.toSpliced(at, 1).toSpliced(at + by, 0, id) } })
  await rulesList.reload()
}
