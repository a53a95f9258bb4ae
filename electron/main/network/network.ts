/** Chromium's network as main uses it, and what it asks of the person on the way. */
import { type App, net } from 'electron'
import type { Log } from '../log/log'
import type { FetchLike } from '../session/http'
import { type Call, requestFetch } from '../session/request-fetch'
import { createNear, isNearUrl, type Near } from './near'
import { createQuestions, type Questions } from './questions'
import { createNetworkSignIn, loginByAddress, type NetworkSignIn } from './sign-in'

export interface Network {
  /** The system's proxy and certificates apply, but for computers of this network. */
  fetch: FetchLike
  /** Opens a WebSocket by the same way. */
  openSocket(url: string): unknown
  /** Computers of this network that have a company on them. */
  near: Near
  questions: Questions
  signIn: NetworkSignIn
}

export function openNetwork(app: Pick<App, 'on'>, log: Log): Network {
  const questions = createQuestions()
  const signIn = createNetworkSignIn(questions, log)
  const login = loginByAddress(signIn.login)
  app.on('login', (event, _contents, { url }, info, give) => {
    event.preventDefault()
    login(url, info, give)
  })
  app.on('select-client-certificate', (event, _contents, url, offered, give) => {
    event.preventDefault()
    signIn.certificate(url, offered, give)
  })
  const fetch = requestFetch(
    options => net.request(options) as unknown as Call,
    (call, info, give) => signIn.login(call, info, give),
  )
  const near = createNear()
  return {
    fetch: (url, init) => (isNearUrl(url) ? near.fetch(url, init) : fetch(url, init)),
    openSocket: url => (isNearUrl(url) ? near.openSocket(url) : new net.WebSocket(url)),
    ...{ near, questions, signIn },
  }
}
