/** Companies that keep the platform's super-administrator busy: one of each colour and state of the list. */
import type { Tx } from '../../server/platform/db/client'
import { companies, settings } from '../../server/platform/db/schema'

const DAY = 86_400_000

/** `due`: days to the due date at the first start (docs/specification.md 2.2: 5 yellow, -3 to 4 orange, -4 red). */
const COMPANIES = [
  { name: 'Padaria Aurora', email: 'contato@aurora.example', phone: '11988880001', due: 24, status: true },
  { name: 'Oficina do Vale', email: 'vale@oficina.example', phone: '31988880002', due: 5, status: true },
  { name: 'Clínica Sorriso', email: 'sorriso@clinica.example', phone: '81988880003', due: -2, status: true },
  {
    name: 'Livraria Travessia',
    email: 'loja@travessia.example',
    phone: '51988880004',
    due: -4,
    status: true,
  },
  {
    name: 'Ateliê Encerrado',
    email: 'atelie@encerrado.example',
    phone: '41988880005',
    due: -40,
    status: false,
  },
  {
    name: 'Instituto Parceiro',
    email: 'ola@parceiro.example',
    phone: '61988880006',
    due: null,
    status: true,
  },
] as const

/**
 * Nobody signs in there: they have a plan, settings and what they owe, which is made when the workspace starts.
 * @param planId the plan all of them have. @param now milliseconds since the epoch. @param values of the settings.
 */
export async function insertCompanies(
  tx: Tx,
  planId: number,
  now: number,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const { due, ...company } of COMPANIES) {
    const dueDate = due === null ? null : new Date(now + due * DAY).toISOString()
    const [row] = await tx
      .insert(companies)
      .values({ ...company, planId, recurrence: 'MENSAL', dueDate })
      .returning({ id: companies.id })
    if (row)
      await tx
        .insert(settings)
        .values(Object.entries(values).map(([key, value]) => ({ companyId: row.id, key, value })))
  }
}
