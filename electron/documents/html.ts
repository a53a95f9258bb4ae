/** The words of a web page. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { Block } from './blocks'

type Node = DefaultTreeAdapterTypes.Node

/** What surrounds or drives a page, and says nothing of its matter. */
const AROUND = new Set(
  'script style noscript template svg canvas iframe nav header footer aside form button select dialog head'.split(
    ' ',
  ),
)
const BREAKS = new Set(
  'p div section article main ul ol li table tr blockquote pre dl dt dd figure figcaption address details summary hr'.split(
    ' ',
  ),
)

const childrenOf = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : [])

/** Without recursion: a page may be nested deeper than a stack is. */
function find(root: Node, name: string): Node | null {
  const open: Node[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.nodeName === name) return node
    open.push(...childrenOf(node).toReversed())
  }
  return null
}

export function blocksOfHtml(html: string): Block[] {
  const document = parse(html)
  const blocks: Block[] = []
  let level = 0
  let text = ''
  const end = (): void => {
    const words = text
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim()
    if (words !== '' && words !== '-') blocks.push({ level, text: words })
    text = ''
  }
  const root = find(document, 'main') ?? find(document, 'article') ?? document
  /** A node that is begun, or one whose children are done. */
  const open: (Node | { ends: Node })[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    if ('ends' in node) {
      end()
      level = 0
      continue
    }
    const { nodeName: name } = node
    if (name === '#text') {
      text += (node as DefaultTreeAdapterTypes.TextNode).value.replace(/\s+/g, ' ')
      continue
    }
    if (AROUND.has(name)) continue
    const [, heading] = /^h([1-6])$/.exec(name) ?? []
    if (name === 'br') text += '\n'
    else if (name === 'td' || name === 'th') text += ' '
    if (heading || BREAKS.has(name)) {
      end()
      level = Number(heading ?? 0)
      if (name === 'li') text = '- '
      open.push({ ends: node })
    }
    open.push(...childrenOf(node).toReversed())
  }
  end()
  return blocks
}
