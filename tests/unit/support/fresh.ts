/**
 * Runs before every test file. The files of a worker share its process, so that packages (React, Ant Design, Fastify),
 * jsdom and native modules are loaded once and not once for each file. What one file could leave to the next is taken
 * away here: our own modules are evaluated anew, and with them every store, and a page is as empty as at the start.
 */
import { vi } from 'vitest'
import { keepHidingRulesOnly } from './hiding-styles'
import { keepHidingDefaultsOnly, withoutOwnerStacks, withPlainHead } from './lighter'

vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.resetModules()

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  // What looks for something on a page looks for as long as the machine needs, and each look that finds nothing makes an
  // error: with the page printed into it that was a twelfth of a screen's time.
  configure({
    asyncUtilTimeout: 30_000,
    getElementError: message => {
      const error = new Error(message ?? '')
      error.name = 'TestingLibraryElementError'
      return error
    },
  })

  const page = globalThis as { turno?: unknown; untouched?: [object, PropertyDescriptorMap][] }
  // jsdom lacks much of a browser, and tests add what they need of it to what elements have in common.
  if (!page.untouched) {
    keepHidingDefaultsOnly()
    withoutOwnerStacks()
    withPlainHead()
  }
  // jsdom draws on no canvas, and would say so at each.
  HTMLCanvasElement.prototype.getContext = () => null
  page.untouched ??= [navigator, Element.prototype, HTMLElement.prototype, HTMLMediaElement.prototype].map(
    of => [of, Object.getOwnPropertyDescriptors(of)],
  )
  for (const [of, before] of page.untouched) {
    for (const name of Reflect.ownKeys(of)) if (!(name in before)) Reflect.deleteProperty(of, name)
    Object.defineProperties(of, before)
  }
  keepHidingRulesOnly()
  delete page.turno
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  document.head.replaceChildren()
  document.body.replaceChildren()

  // A window loads the texts of the language it shows. What a test draws may be in any of the three, at once.
  const { LANGUAGES, loadLanguage } = await import('../../../src/i18n')
  for (const language of LANGUAGES) await loadLanguage(language)
}
