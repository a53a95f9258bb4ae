/** Companies, plans and help videos, for the platform's super-administrator. */
import { type Company, fold, type Help, type Plan } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { byText, changesOf, createPagedList, pagesOf } from './paged-list'

/** Every company, for pickers. */
export const companiesDirectory = createDirectory<Company>({
  name: 'all companies',
  read: () => call('companies.all'),
  order: byText(company => company.name),
  // Some servers leave plan and settings out of what they answer to a change.
  merge: (known, update) => ({
    ...update,
    plan: update.plan ?? (known.planId === update.planId ? known.plan : null),
    settings: update.settings.length > 0 ? update.settings : known.settings,
  }),
  onEvent: changesOf('company', 'company', 'companyId'),
})

/** The list of companies. */
export const companiesList = createPagedList<Company>({
  name: 'companies',
  directory: companiesDirectory,
  matches: ({ name, email, phone }, search) =>
    fold(`${name} ${email ?? ''} ${phone ?? ''}`).includes(fold(search)),
  read: pagesOf('companies.list'),
})

/** Every plan, for the company form. */
export const plansDirectory = createDirectory<Plan>({
  name: 'all plans',
  read: () => call('plans.all'),
  order: byText(plan => plan.name),
  merge: (known, update) => ({ ...update, companiesCount: update.companiesCount ?? known.companiesCount }),
  onEvent: changesOf('plan', 'plan', 'planId'),
})

/** The list of plans. */
export const plansList = createPagedList<Plan>({
  name: 'plans',
  directory: plansDirectory,
  matches: ({ name }, search) => fold(name).includes(fold(search)),
  read: pagesOf('plans.list'),
})

/** The list of help videos. */
export const helpsList = createPagedList<Help>({
  name: 'helps',
  order: byText(help => help.title),
  matches: ({ title, description }, search) => fold(`${title} ${description}`).includes(fold(search)),
  read: pagesOf('helps.list'),
  onEvent: changesOf('help', 'record', 'id'),
})
