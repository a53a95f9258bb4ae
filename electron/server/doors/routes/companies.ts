/** Company calls: the own company and its plan for everybody, all companies for the platform. */
import { readerOf } from '@contract'
import { ApiError } from '../../errors'
import { refuseTooMany } from '../../platform/auth/attempts'
import { networkOf } from '../../platform/auth/network'
import { createCompany, refuseUnlessOffered } from '../../platform/companies/create'
import { allCompanies, companyFor, companyPage, companyView } from '../../platform/companies/views'
import {
  contentsOf,
  refuseUnknown,
  removeCompany,
  setCompanyHours,
  updateCompany,
} from '../../platform/companies/write'
import type { HandlersOf } from '../../platform/http/handlers'
import { platformSetting } from '../../settings'
import type { Me } from '../../workspace'

const DAY_MS = 86_400_000
/** Companies that may sign up from one address of the network in an hour. */
const SIGN_UPS = { attempts: 20, windowMs: 3_600_000 }

/** @throws ApiError ERR_NO_PERMISSION for another company unless the caller is super. */
function refuseForeign(me: Me, id: number): void {
  if (id !== me.companyId && !me.super) throw new ApiError('ERR_NO_PERMISSION')
}

export const companyHandlers: HandlersOf<'companies'> = {
  'companies.list': ({ app, query }) => companyPage(app.db, query),

  'companies.all': ({ app }) => allCompanies(app.db),

  'companies.listPlan': async ({ app, me, params }) => {
    refuseForeign(me, params.id)
    const { id, name, email, phone, dueDate, createdAt, plan } = await companyView(app.db, params.id)
    return { id, name, email, phone, dueDate, createdAt, plan }
  },

  'companies.get': async ({ app, me, params }) => {
    refuseForeign(me, params.id)
    return companyFor(app.db, params.id, readerOf(me))
  },

  'companies.contents': async ({ app, params }) => {
    await refuseUnknown(app.db, params.id)
    return contentsOf(app.db, params.id)
  },

  // The platform decides how long a new company may try it out and which plans it may choose; other fields of the form
  // are ignored.
  'companies.register': async ({ app, body, request }) => {
    if ((await platformSetting(app.db, 'allowregister')) === 'disabled')
      throw new ApiError('ERR_USER_CREATION_DISABLED')
    await refuseUnlessOffered(app.db, body.planId)
    const trialExpiration = new Date(
      Date.now() + Number(await platformSetting(app.db, 'trial')) * DAY_MS,
    ).toISOString()
    const create = () =>
      createCompany(
        app,
        {
          name: body.name,
          email: body.email.toLowerCase(),
          phone: body.phone || null,
          planId: body.planId,
          status: true,
          dueDate: trialExpiration,
          recurrence: 'MENSAL',
          trialExpiration,
        },
        { name: body.name, email: body.email, password: body.password },
      )
    await refuseTooMany(app.memory.attempts('sign-up', SIGN_UPS).count(networkOf(request.ip)))
    // In the sign-in queue: hashing passwords must not hold up people who are signed in.
    const made = await app.memory.signIns.pass(`sign-up of ${body.email.toLowerCase()}`, request.ip, create)
    const { settings: _own, ...company } = made
    return company
  },

  'companies.create': async ({ app, body }) => {
    if (!body.password) throw new ApiError('ERR_VALIDATION', { field: 'password' })
    return createCompany(
      app,
      {
        name: body.name,
        email: body.email.toLowerCase(),
        phone: body.phone || null,
        planId: body.planId,
        status: body.status ?? true,
        dueDate: body.dueDate ?? null,
        recurrence: body.recurrence ?? 'MENSAL',
        settings: { campaignsEnabled: String(body.campaignsEnabled ?? true) },
      },
      { name: body.name, email: body.email, password: body.password },
    )
  },

  'companies.update': ({ app, params, body }) => updateCompany(app, params.id, body),

  'companies.schedules': async ({ app, me, params, body }) => {
    refuseForeign(me, params.id)
    await setCompanyHours(app, params.id, body.schedules)
    return companyFor(app.db, params.id, readerOf(me))
  },

  'companies.remove': async ({ app, params }) => {
    await removeCompany(app, params.id)
    return null
  },
}
