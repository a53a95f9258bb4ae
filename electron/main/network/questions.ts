/** Questions of the network to the person, one at a time; the windows show the open one. */
import type { NetworkAnswer, NetworkQuestion, NetworkState } from '../../../src/contract'

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
type Asked = WithoutId<NetworkQuestion>
type Answer = NetworkAnswer['answer']

export interface Questions {
  /** Resolves with the person's answer; null when there is none. */
  ask(question: Asked): Promise<Answer>
  state(): NetworkState
  /** An answer to a question that is no longer open changes nothing. */
  answer(given: NetworkAnswer): void
  onChange(listener: (state: NetworkState) => void): void
}

export function createQuestions(): Questions {
  const waiting: { question: NetworkQuestion; resolve: (answer: Answer) => void }[] = []
  const listeners: ((state: NetworkState) => void)[] = []
  let lastId = 0
  const state = (): NetworkState => ({ question: waiting[0]?.question ?? null })
  const notifyListeners = () => {
    for (const listener of listeners) listener(state())
  }
  return {
    state,
    onChange: listener => void listeners.push(listener),
    ask: question =>
      new Promise(resolve => {
        waiting.push({ question: { ...question, id: ++lastId }, resolve })
        if (waiting.length === 1) notifyListeners()
      }),
    answer({ id, answer }) {
      if (waiting[0]?.question.id !== id) return
      waiting.shift()?.resolve(answer)
      notifyListeners()
    },
  }
}
