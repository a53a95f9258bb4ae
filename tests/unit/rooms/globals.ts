/** Finds the globals by which a file opens a connection of its own. */
import { type Program, Visitor } from 'oxc-parser'

const CONNECTING = /^(?:fetch|WebSocket|EventSource|XMLHttpRequest|sendBeacon)$/
const GLOBAL_OBJECT = /^(?:globalThis|global|window|self|navigator)$/

interface Node {
  type: string
  start: number
  end: number
  name?: unknown
  value?: unknown
}

/** The names that a parameter or the left of a declaration binds. */
function bound(pattern: unknown): string[] {
  const node = pattern as Node & Record<string, unknown>
  if (!node) return []
  switch (node.type) {
    case 'Identifier':
      return [String(node.name)]
    case 'AssignmentPattern':
      return bound(node.left)
    case 'RestElement':
      return bound(node.argument)
    case 'TSParameterProperty':
      return bound(node.parameter)
    case 'Property':
      return bound(node.value)
    case 'ObjectPattern':
      return (node.properties as unknown[]).flatMap(bound)
    case 'ArrayPattern':
      return (node.elements as unknown[]).flatMap(bound)
    default:
      return []
  }
}

const wordOf = ({ name, value }: Node): string => String(name ?? value)

/**
 * The globals of a program that open a connection: by their name, or as a member of a global object.
 * A parameter of that name is none within its function, nor is anything that the file itself declares or imports.
 */
export function globalsIn(program: Program): string[] {
  const found = new Set<string>()
  const used: Node[] = []
  const noReference = new Set<number>()
  const scopes: { names: string[]; start: number; end: number }[] = []
  const declare = (names: string[], { start, end }: { start: number; end: number } = program): void => {
    scopes.push({ names, start, end })
  }
  const inside = (node: { params: unknown[]; start: number; end: number }): void =>
    declare(node.params.flatMap(bound), node)
  const named = (node: { computed?: boolean; shorthand?: boolean; key: Node }): void => {
    if (!node.computed && !node.shorthand) noReference.add(node.key.start)
  }
  const type = (node: Node): void => {
    noReference.add(node.start)
  }
  new Visitor({
    ImportSpecifier: ({ local, imported }) => {
      noReference.add(imported.start)
      declare([local.name])
    },
    ImportDefaultSpecifier: ({ local }) => declare([local.name]),
    ImportNamespaceSpecifier: ({ local }) => declare([local.name]),
    FunctionDeclaration: node => {
      if (node.id) declare([node.id.name])
      inside(node)
    },
    FunctionExpression: inside,
    ArrowFunctionExpression: inside,
    TSFunctionType: inside,
    ClassDeclaration: ({ id }) => {
      if (id) declare([id.name])
    },
    VariableDeclarator: ({ id, init }) => {
      const global = init?.type === 'Identifier' && GLOBAL_OBJECT.test(init.name)
      if (!global) return declare(bound(id))
      if (id.type === 'ObjectPattern')
        for (const one of id.properties)
          if (one.type === 'Property' && CONNECTING.test(wordOf(one.key as Node)))
            found.add(wordOf(one.key as Node))
    },
    MemberExpression: ({ object, property, computed }) => {
      if (!computed) noReference.add(property.start)
      const name = wordOf(property as Node)
      if (object.type === 'Identifier' && GLOBAL_OBJECT.test(object.name) && CONNECTING.test(name))
        found.add(name)
    },
    Property: named,
    PropertyDefinition: named,
    MethodDefinition: named,
    TSPropertySignature: named,
    TSMethodSignature: node => {
      named(node)
      inside(node)
    },
    TSQualifiedName: ({ right }) => type(right),
    TSTypeQuery: ({ exprName }) => type(exprName),
    TSTypeReference: ({ typeName }) => type(typeName),
    Identifier: node => {
      if (CONNECTING.test(node.name)) used.push(node)
    },
  }).visit(program)
  for (const node of used) {
    const name = wordOf(node)
    const own = scopes.some(
      ({ names, start, end }) => names.includes(name) && node.start >= start && node.end <= end,
    )
    if (!own && !noReference.has(node.start)) found.add(name)
  }
  return [...found]
}
