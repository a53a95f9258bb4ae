/** The bridge's verbs about spelling. */
import type { Handlers } from '../ipc/ipc'
import type { Spelling } from './spelling'

type SpellingVerb = Extract<keyof Handlers, `spelling.${string}`>

export const spellingHandlers = (spelling: Spelling): Pick<Handlers, SpellingVerb> => ({
  'spelling.state': () => spelling.state(),
  'spelling.forget': ({ word }) => {
    spelling.forget(word)
    return spelling.state()
  },
})
