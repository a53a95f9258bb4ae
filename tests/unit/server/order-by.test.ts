/** SQLite and PostgreSQL order empty values differently: an order by a column that may be empty says where they come. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Expression, Node } from 'typescript/unstable/ast'
import { isCallExpression, isIdentifier, isPropertyAccessExpression } from 'typescript/unstable/ast/is'
import { expect, it } from 'vitest'
import { withProject } from '../../support/typescript-project'

const ROOT = resolve(import.meta.dirname, '../../..')
const ORDERS = new Set(['orderBy', 'asc', 'desc'])

/** Columns that may be empty and are ordered by as they are, in the files of a folder. */
const unsaid = (config: string, folder: string): string[] =>
  withProject(
    config,
    file => file.startsWith(folder),
    (sources, { checker }) => {
      const ordered: Expression[] = []
      const visit = (node: Node): void => {
        if (isCallExpression(node)) {
          const { expression } = node
          const name = isPropertyAccessExpression(expression) ? expression.name : expression
          if (isIdentifier(name) && ORDERS.has(name.text)) ordered.push(...node.arguments)
        }
        node.forEachChild(visit)
      }
      for (const source of sources) source.forEachChild(visit)
      expect(ordered.length).toBeGreaterThan(2)
      return checker.getTypeAtLocation(ordered).flatMap((type, i) => {
        const config = type && checker.getPropertyOfType(type, '_')
        const column = config && checker.getTypeOfSymbol(config)
        const notNull = column && checker.getPropertyOfType(column, 'notNull')
        const said = notNull && checker.getTypeOfSymbol(notNull)
        return said && checker.typeToString(said) === 'false' ? [ordered[i]?.getText() ?? ''] : []
      })
    },
  )

it('is noticed where it does not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turno-order-'))
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(
      join(folder, 'fixture.ts'),
      `import { asc, desc } from 'drizzle-orm'
import type { Reader } from '${ROOT}/electron/server/platform/db/client'
import { ascending } from '${ROOT}/electron/server/platform/db/engine/words'
import { queues } from '${ROOT}/electron/server/platform/db/schema'
export const rows = (db: Reader) =>
  db.select().from(queues).orderBy(desc(queues.orderQueue), ascending(queues.orderQueue), asc(queues.id))
export const plain = (db: Reader) => db.select().from(queues).orderBy(queues.orderQueue, queues.name)
`,
    )
    const config = join(folder, 'tsconfig.json')
    writeFileSync(config, JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: ['fixture.ts'] }))
    expect(unsaid(config, folder)).toEqual(['queues.orderQueue', 'queues.orderQueue'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('is said everywhere in the server', () => {
  expect(unsaid(join(ROOT, 'tsconfig.json'), join(ROOT, 'electron/server/'))).toEqual([])
})
