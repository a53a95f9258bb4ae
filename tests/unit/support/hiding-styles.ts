/**
 * jsdom lays nothing out: of a style sheet it can only matter here what is hidden and what takes no press, which is what
 * queries by role and user-event ask of every element above the one in question. Ant Design writes thousands of rules,
 * each of them tried on each of those elements: with all of them a third of a screen's test went into matching selectors.
 */
export const TELLING = /^\s*(?:display|visibility|pointer-events)\s*:/

/** What is left of a style sheet: rules, also those within `@media`, with what hides or takes no press. */
function hidingRules(css: string): string {
  const open = [{ prelude: '', kept: '' }]
  for (const [, text = '', brace] of css.matchAll(/([^{}]*)([{}])/g)) {
    if (brace === '{') {
      open.push({ prelude: text.trim(), kept: '' })
      continue
    }
    const block = open.pop()
    const outer = open.at(-1)
    if (!block || !outer) return css
    const { prelude } = block
    const body = prelude.startsWith('@')
      ? block.kept
      : text
          .split(';')
          .filter(line => TELLING.test(line))
          .join(';')
    // Steps of an animation are no selectors; nothing moves here.
    if (body !== '' && !prelude.startsWith('@keyframes')) outer.kept += `${prelude}{${body}}`
  }
  return open[0]?.kept ?? css
}

const reduced = new Map<string, string>()
const written = new WeakMap<object, string>()

/** From now on style elements of this page hold `hidingRules` of what is written into them; read, they say what was written. */
export function keepHidingRulesOnly(): void {
  const usual = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')
  Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
    configurable: true,
    get(this: HTMLStyleElement) {
      return written.get(this) ?? usual?.get?.call(this)
    },
    set(this: HTMLStyleElement, css: string) {
      const kept = reduced.get(css) ?? hidingRules(css)
      reduced.set(css, kept)
      written.set(this, css)
      usual?.set?.call(this, kept)
    },
  })
}
