/** What the demo's company does in one press, and by itself. */
import { type MacroForm, macroForm, type RuleForm, ruleForm } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../server/platform/db/client'
import { macros, quickMessages, rules } from '../../server/platform/db/schema'
import type { SeededCompany } from './seed-company'

const macrosOf = ({ tags, queues }: SeededCompany, quickMessageId: number): MacroForm[] =>
  [
    {
      name: 'Despedir e resolver',
      steps: [
        { kind: 'message', quickMessageId },
        { kind: 'resolve', silently: true },
      ],
      sharedWith: [],
    },
    {
      name: 'Encaminhar troca',
      steps: [
        { kind: 'addTag', tagId: tags.Troca },
        { kind: 'note', note: 'Conferir o pedido e combinar a coleta.' },
        { kind: 'queue', queueId: queues.Entregas },
      ],
      sharedWith: [],
    },
  ].map(form => macroForm.parse(form))

const rulesOf = ({ tags }: SeededCompany): RuleForm[] =>
  [
    {
      name: 'Ameaça de reclamação',
      active: true,
      event: { kind: 'words', words: ['procon', 'reclame aqui'] },
      conditions: {},
      steps: [
        { kind: 'addTag', tagId: tags.Reclamação },
        { kind: 'priority', priority: 'urgent' },
      ],
      once: true,
    },
    // Off: tried on the last week it shows what it would do.
    {
      name: 'Espera de 20 minutos',
      active: false,
      event: { kind: 'silence', minutes: 20 },
      conditions: {},
      steps: [{ kind: 'priority', priority: 'high' }],
      once: false,
    },
  ].map(form => ruleForm.parse(form))

export const insertSteps = (db: Db, company: SeededCompany): Promise<void> =>
  db.platform.write(async tx => {
    const companyId = company.id
    const [farewell] = await tx
      .select({ id: quickMessages.id, userId: quickMessages.userId })
      .from(quickMessages)
      .where(and(eq(quickMessages.companyId, companyId), eq(quickMessages.shortcode, 'tchau')))
    if (!farewell) return
    for (const form of macrosOf(company, farewell.id))
      await tx.insert(macros).values({ ...form, companyId, userId: farewell.userId })
    for (const [at, form] of rulesOf(company).entries())
      await tx.insert(rules).values({ ...form, companyId, position: at + 1, eventKind: form.event.kind })
  })
