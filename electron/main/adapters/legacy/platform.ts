/** Companies, plans and announcements of the legacy servers. */
import { ApiError, type Ask, answer, errorAnswer, type Json, type LegacyApi, record, rows } from './call'

/** Every company with its plan and its settings: that server lists them by this call alone. */
async function wholeCompanies(legacy: LegacyApi, signal?: AbortSignal): Promise<Map<unknown, Json>> {
  const all = rows(await legacy.json('GET', '/companies/list', undefined, signal))
  return new Map(all.map(company => [company.id, company]))
}

/** A page of companies, each with its plan and whether it may use campaigns (a setting there). */
export async function pageOfCompanies(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const [page, whole] = await Promise.all([
    legacy.json('GET', `/companies?${ask.query}`, undefined, ask.signal).then(record),
    wholeCompanies(legacy, ask.signal),
  ])
  const companies = rows(page.companies).map(company => ({ ...whole.get(company.id), ...company }))
  return answer({ ...page, companies })
}

/** What a change answers leaves plan and settings out. */
export async function saveCompany(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const saved = record(await legacy.json('PUT', ask.path, ask.body ?? {}, ask.signal))
  return answer({ ...(await wholeCompanies(legacy, ask.signal)).get(saved.id), ...saved })
}

/** One list for everybody there: active ones. */
export async function announcements(legacy: LegacyApi, ask: Ask): Promise<Response> {
  return answer(await legacy.json('GET', `/announcements?${ask.query}`, undefined, ask.signal))
}

/** No list of its own for the sign-up there: every plan is offered. */
export async function offeredPlans(legacy: LegacyApi, ask: Ask): Promise<Response> {
  return answer(await legacy.json('GET', '/plans/list', undefined, ask.signal))
}

/** The plan that is meant is the one in the body there, whatever is in the path. */
export async function savePlan(legacy: LegacyApi, ask: Ask): Promise<Response> {
  return answer(await legacy.json('PUT', ask.path, { ...ask.body, id: Number(ask.params.id) }, ask.signal))
}

/**
 * An e-mail that is taken is a 500 without a code there, after the company was stored: what was left behind is taken away again,
 * as far as the caller may (a stranger who signs up may not).
 */
export async function createCompany(legacy: LegacyApi, ask: Ask): Promise<Response> {
  try {
    const made = record(await legacy.json('POST', ask.path, ask.body ?? {}, ask.signal))
    // A stranger who signs up may not read the list.
    if (ask.path !== '/companies') return answer(made)
    return answer({ ...(await wholeCompanies(legacy, ask.signal)).get(made.id), ...made })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 500) throw error
    if (ask.path === '/companies') await takeBack(legacy, ask)
    return errorAnswer(400, 'ERR_DUPLICATED_USER')
  }
}

/** Names are unique there and were asked before anything was stored: a company of that name is the one left behind. */
async function takeBack(legacy: LegacyApi, ask: Ask): Promise<void> {
  const left = [...(await wholeCompanies(legacy, ask.signal)).values()].find(
    company => company.name === ask.body?.name,
  )
  if (left) await legacy.json('DELETE', `/companies/${left.id}`, undefined, ask.signal)
}
