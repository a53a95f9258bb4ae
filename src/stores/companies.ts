/** Companies, plans and help videos, for the platform's super-administrator. */
import { type Company, fold, type Help, type Plan } from '@contract'
import { call } from '@/api'
import { createDirectory, upsertById, withoutId } from './directory'
import { byText, createPagedList } from './paged-list'

/** The list of companies. */
export const companiesList = createPagedList<Company>({
  name: 'companies',
  order: byText(company => company.name),
  matches: ({ name, email, phone }, search) =>
    fold(`${name} ${email ?? ''} ${phone ?? ''}`).includes(fold(search)),
  // Some servers leave plan and settings out of what they answer to a change.
  merge: (known, update) => ({
    ...update,
    plan: update.plan ?? (known.planId === update.planId ? known.plan : null),
    settings: update.settings.length > 0 ? update.settings : known.settings,
  }),
  read: async (query, _filters, signal) => {
    const { companies: rows, ...page } = await call('companies.list', { query, signal })
    return { rows, ...page }
  },
  onEvent: ({ channel, data }) => {
    if (channel !== 'company') return null
    return data.action === 'delete'
      ? { remove: data.companyId }
      : { put: data.company, fresh: data.action === 'create' }
  },
})

/** Every company, for pickers. */
export const companiesDirectory = createDirectory<Company>(
  'all companies',
  () => call('companies.all'),
  (items, event) => {
    if (event.channel !== 'company') return items
    return event.data.action === 'delete'
      ? withoutId(items, event.data.companyId)
      : upsertById(items, event.data.company)
  },
)

/** The list of plans. */
export const plansList = createPagedList<Plan>({
  name: 'plans',
  order: byText(plan => plan.name),
  matches: ({ name }, search) => fold(name).includes(fold(search)),
  merge: (known, update) => ({ ...update, companiesCount: update.companiesCount ?? known.companiesCount }),
  read: async (query, _filters, signal) => {
    const { plans: rows, ...page } = await call('plans.list', { query, signal })
    return { rows, ...page }
  },
  onEvent: ({ channel, data }) => {
    if (channel !== 'plan') return null
    return data.action === 'delete'
      ? { remove: data.planId }
      : { put: data.plan, fresh: data.action === 'create' }
  },
})

/** Every plan, for the company form. */
export const plansDirectory = createDirectory<Plan>(
  'all plans',
  () => call('plans.all'),
  (items, event) => {
    if (event.channel !== 'plan') return items
    return event.data.action === 'delete'
      ? withoutId(items, event.data.planId)
      : upsertById(items, event.data.plan)
  },
)

/** The list of help videos. */
export const helpsList = createPagedList<Help>({
  name: 'helps',
  order: byText(help => help.title),
  matches: ({ title, description }, search) => fold(`${title} ${description}`).includes(fold(search)),
  read: async (query, _filters, signal) => {
    const { records: rows, ...page } = await call('helps.list', { query, signal })
    return { rows, ...page }
  },
  onEvent: ({ channel, data }) => {
    if (channel !== 'help') return null
    return data.action === 'delete'
      ? { remove: data.id }
      : { put: data.record, fresh: data.action === 'create' }
  },
})
