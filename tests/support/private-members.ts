/**
 * Looks for what is a package's own: members its types do not declare, or declare for nobody else. An upgrade may take such a
 * member away, and no compiler would say so.
 */

import {
  type AsExpression,
  type Expression,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import {
  isAsExpression,
  isClassDeclaration,
  isElementAccessExpression,
  isIdentifier,
  isIndexedAccessTypeNode,
  isLiteralTypeNode,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertySignatureDeclaration,
  isStringLiteral,
} from 'typescript/unstable/ast/is'
import {
  type Checker,
  type Project,
  type Symbol as Sym,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync'

import { withProject } from './typescript-project'

/** Members of members are looked at so deep. */
const DEEPEST = 3
/** Members of Node's streams that whoever makes one has to name so. */
const OF_THE_PLATFORM = /\/node_modules\/(@types\/node|typescript|@typescript)\//

const pathsOf = (symbol: Sym | undefined): string[] =>
  (symbol?.declarations ?? []).map(({ path }) => String(path))
const isOfPackage = (path: string): boolean => path.includes('/node_modules/') && !OF_THE_PLATFORM.test(path)
/** Whether a symbol is declared by a package, and under a name. */
const isPackages = (symbol: Sym | undefined): boolean => {
  const paths = pathsOf(symbol)
  return symbol?.name !== '__type' && paths.length > 0 && paths.every(isOfPackage)
}

/** Whether a package says that a member is for nobody else. */
const isHidden = (symbol: Sym, project: Project): boolean =>
  symbol.declarations.some(handle => {
    if (!isOfPackage(String(handle.path))) return false
    const text = handle.resolve(project)?.getFullText() ?? ''
    const [words = ''] = text
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .trim()
      .split(symbol.name)
    return /\b(private|protected)\b/.test(words) || /^\s*\/\*[\s\S]*?@internal[\s\S]*?\*\//.test(text)
  })

const withoutCasts = (expression: Expression): Expression =>
  isAsExpression(expression) || isParenthesizedExpression(expression)
    ? withoutCasts(expression.expression)
    : expression

/** Whether `this` here is of a class that is made of a package's. */
function isMadeOfPackages(node: Node, checker: Checker): boolean {
  for (let at: Node | undefined = node; at; at = at.parent)
    if (isClassDeclaration(at))
      return (at.heritageClauses ?? []).some(clause =>
        clause.types.some(({ expression }) => {
          const symbol = checker.getTypeAtLocation(expression)?.getSymbol()
          return isPackages(symbol)
        }),
      )
  return false
}

const isOurOwn = (symbol: Sym): boolean =>
  pathsOf(symbol).some(path => path.startsWith('/') && !path.includes('/node_modules/'))

type Found = Place & { what: string }

/**
 * @param config a tsconfig.json.
 * @param isLookedAt says of a file whether it is.
 * @returns `<file>:<line> <what>`.
 */
export function privateMembers(config: string, isLookedAt: (file: string) => boolean): string[] {
  return withProject(config, isLookedAt, (sources, project) => {
    const places = placesOf(sources)
    return [...named(places.members, project), ...cast(places.casts, project)].map(({ file, node, what }) => {
      const text = sources.find(source => source.fileName === file)?.text ?? ''
      return `${file}:${text.slice(0, node.getStart()).split('\n').length} ${what}`
    })
  })
}

interface Place<N extends Node = Node> {
  file: string
  node: N
}

/** Every node of which one of the two looks at. */
function placesOf(sources: readonly SourceFile[]) {
  const members: Place[] = []
  const casts: Place<AsExpression>[] = []
  for (const source of sources) {
    const visit = (node: Node): void => {
      if (isAsExpression(node) && !isAsExpression(node.parent)) casts.push({ file: source.fileName, node })
      if (keyOf(node) !== null) members.push({ file: source.fileName, node })
      node.forEachChild(visit)
    }
    source.forEachChild(visit)
  }
  return { members, casts }
}

/** The member a node names, where that may be a private one. */
const keyOf = (node: Node): string | null => {
  if (isPropertyAccessExpression(node)) return node.name.text.startsWith('_') ? node.name.text : null
  if (isElementAccessExpression(node) && isStringLiteral(node.argumentExpression))
    return node.argumentExpression.text
  if (
    isIndexedAccessTypeNode(node) &&
    isLiteralTypeNode(node.indexType) &&
    isStringLiteral(node.indexType.literal)
  )
    return node.indexType.literal.text
  return isPropertySignatureDeclaration(node) && isIdentifier(node.name) && node.name.text.startsWith('_')
    ? node.name.text
    : null
}

/** Members by name: of packages those that begin as private ones do or are said to be; of ours, none is named so. */
function named(places: readonly Place[], project: Project): Found[] {
  const { checker } = project
  return places.flatMap(({ file, node }) => {
    const what = keyOf(node)
    if (what === null) return []
    const found = { file, node, what }
    if (isPropertySignatureDeclaration(node)) return [found]
    if (isPropertyAccessExpression(node))
      return isPackages(checker.getSymbolAtLocation(node.name)) ? [found] : []
    const object = isElementAccessExpression(node)
      ? node.expression
      : isIndexedAccessTypeNode(node)
        ? node.objectType
        : null
    const type = object && checker.getTypeAtLocation(object)
    const member = type && checker.getPropertyOfType(type, what)
    return member && isPackages(member) && (what.startsWith('_') || isHidden(member, project)) ? [found] : []
  })
}

/** Members that a cast adds to what a package declares. */
function cast(places: readonly Place<AsExpression>[], project: Project): Found[] {
  const { checker } = project
  const reached = (from: Type, to: Type, depth: number): string[] =>
    checker.getPropertiesOfType(to).flatMap(member => {
      if (!isOurOwn(member)) return []
      const declared = checker.getPropertyOfType(from, member.name)
      if (!declared || isHidden(declared, project)) return [member.name]
      if (depth === DEEPEST || !isPackages(declared)) return []
      const [inner, wanted] = checker.getTypeOfSymbol([declared, member])
      return inner && wanted
        ? reached(inner, checker.getNonNullableType(wanted) ?? wanted, depth + 1).map(
            one => `${member.name}.${one}`,
          )
        : []
    })

  const given = places.map(({ node }) => withoutCasts(node))
  const from = checker.getTypeAtLocation(given)
  const to = checker.getTypeAtLocation(places.map(({ node }) => node.type))
  return places.flatMap(({ file, node }, i) => {
    const [expression, source, target] = [given[i], from[i], to[i]]
    if (!expression || !source || !target) return []
    const isReached =
      target.flags & (TypeFlags.Any | TypeFlags.Object | TypeFlags.Intersection | TypeFlags.Union)
    if (!isReached) return []
    const ofPackage =
      expression.kind === SyntaxKind.ThisKeyword
        ? isMadeOfPackages(expression, checker)
        : isPackages(source.getSymbol())
    if (!ofPackage || checker.getIndexInfosOfType(source).length > 0) return []
    if (target.flags & TypeFlags.Any) return [{ file, node, what: 'any' }]
    return reached(source, checker.getNonNullableType(target) ?? target, 0).map(what => ({
      file,
      node,
      what,
    }))
  })
}
