/** The doorway page: keeps this tab's token where only this tab sees it, then goes to the window's address. */
const TOKEN = 'turno.stand-in.window'
const facts = JSON.parse(document.currentScript?.dataset.facts ?? '{}') as { token?: string; path?: string }
if (facts.token && facts.path) {
  sessionStorage.setItem(TOKEN, facts.token)
  location.replace(facts.path)
}
