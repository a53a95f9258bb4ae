import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '../../../electron/main/log/log'
import { createQuestions } from '../../../electron/main/network/questions'
import { createNetworkSignIn, loginByAddress } from '../../../electron/main/network/sign-in'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a password is wrong where its address asks again at once, and is given anew where it asks later', async () => {
  const questions = createQuestions()
  const signIn = createNetworkSignIn(
    questions,
    createLog(() => undefined),
  )
  const login = loginByAddress(signIn.login)
  const info = { isProxy: true, host: 'proxy.example', port: 3128, realm: 'Empresa' }
  const ask = (): Promise<string | undefined> =>
    new Promise(resolve => login('wss://atendimento.example/live', info, (_, password) => resolve(password)))
  const answer = (password: string): void => {
    const { question } = questions.state()
    if (!question) throw new Error('nothing is asked')
    questions.answer({ id: question.id, answer: { username: 'ana', password } })
  }
  const first = ask()
  answer('errado')
  expect(await first).toBe('errado')
  vi.advanceTimersByTime(1_000)
  const second = ask()
  expect(questions.state().question).toMatchObject({ refused: true })
  answer('segredo')
  expect(await second).toBe('segredo')
  // The socket's network process began anew, and has forgotten it.
  vi.advanceTimersByTime(60_000)
  const later = ask()
  expect(questions.state().question).toBeNull()
  expect(await later).toBe('segredo')
})
