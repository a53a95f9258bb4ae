/** The door to the network (docs/local-network.md): whoever is in it and was not invited gets nothing, and those inside notice nothing. */
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:https'
import { createConnection, type Socket } from 'node:net'
import { connect } from 'node:tls'
import {
  CODE_SIGNS,
  type Endpoint,
  type EndpointName,
  endpoints,
  invitationOfLink,
  localHostOf,
  pathOf,
  WORKSPACE_KEY_HEADER,
} from '@contract'
import { users } from '../../electron/server/platform/db/schema'
import { startHarness } from '../integration/server/harness'
import type { Outcome } from './crowds'

const GUESSES = 400
/** What an address may guess before it has to wait (routes/local-network.ts). */
const WRONG = 10
const TAKERS = 40
/** Connections that speak plain HTTP, noise or nothing at all. */
const MUTE = 300
/** Longest wait of a colleague meanwhile, milliseconds. */
const COLLEAGUE_MS = 2_000
/** The two calls that an invitation is shown with. */
const FOR_INVITED = new Set<EndpointName>(['invitations.look', 'invitations.join'])

/** Attacks a computer that lets invited colleagues in. */
export async function nearDoor(outcome: Outcome): Promise<void> {
  const h = await startHarness({ localNetwork: { port: 0, addresses: () => ['127.0.0.1'] } })
  const agent = new Agent({ keepAlive: true, maxSockets: 20, rejectUnauthorized: false })
  const muted: Socket[] = []
  const fault = (what: string): void => void outcome.faults.push(`the network: ${what}`)
  try {
    const root = await h.superOf(h.one)
    await h.call(root, 'localNetwork.open')
    const state = await h.call<{ places: string[]; fingerprint: string }>(root, 'localNetwork.get')
    const port = Number(state.body.places[0]?.split(':')[1])
    const name = localHostOf(state.body.fingerprint)
    const key = h.running.app.localNetwork?.key ?? ''
    const ask = (method: string, path: string, headers: Record<string, string>, body?: object) =>
      new Promise<{ status: number; text: string }>(resolve => {
        outcome.requests += 1
        const given = { host: name, 'content-type': 'application/json', ...headers }
        const sent = request(
          { agent, port, host: '127.0.0.1', servername: name, method, path, headers: given },
          answer => {
            let text = ''
            answer.on('data', part => {
              text += part
            })
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
          },
        )
        sent.on('error', () => resolve({ status: 0, text: '' }))
        sent.end(body && JSON.stringify(body))
      })
    const invite = async (): Promise<string> => {
      const body = { name: 'Convidada', profile: 'user', queueIds: [] }
      const made = await h.call<{ link: string }>(root, 'invitations.create', { body })
      return invitationOfLink(made.body.link)?.secret ?? ''
    }

    // Everything there is, as somebody of the network: also with a stolen token, another name, or a page's origin.
    const bearer = { authorization: `Bearer ${root.token}` }
    const wrongKey = randomBytes(32).toString('base64url')
    for (const called of Object.keys(endpoints) as EndpointName[]) {
      const endpoint: Endpoint = endpoints[called]
      const path = `/api${pathOf(endpoint, Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, id]) => [id, 1])))}`
      const tries: Record<string, string>[] = [
        ...(FOR_INVITED.has(called) ? [] : [bearer, { ...bearer, [WORKSPACE_KEY_HEADER]: wrongKey }]),
        { ...bearer, [WORKSPACE_KEY_HEADER]: key, host: `127.0.0.1:${port}` },
        { ...bearer, [WORKSPACE_KEY_HEADER]: key, origin: 'https://evil.example' },
      ]
      for (const headers of tries) {
        const { status, text } = await ask(endpoint.method, path, headers)
        if (status !== 403 || text !== '') fault(`${called} was answered ${status} "${text.slice(0, 80)}"`)
      }
    }

    // Noise, plain HTTP, and connections that never begin; a colleague goes on working.
    const heard: string[] = []
    for (let i = 0; i < MUTE; i += 1) {
      const socket = createConnection({ host: '127.0.0.1', port })
      socket.on('error', () => undefined)
      socket.on('data', part => heard.push(part.toString('latin1')))
      if (i % 3 === 0)
        socket.write(`GET /api/version HTTP/1.1\r\nhost: ${name}\r\n${WORKSPACE_KEY_HEADER}: ${key}\r\n\r\n`)
      if (i % 3 === 1) socket.write(randomBytes(512))
      muted.push(socket)
    }
    for (let i = 0; i < 20; i += 1) {
      const began = performance.now()
      const { status } = await ask('GET', '/api/auth/me', { ...bearer, [WORKSPACE_KEY_HEADER]: key })
      const took = performance.now() - began
      if (status !== 200 || took > COLLEAGUE_MS)
        fault(`a colleague was answered ${status} after ${Math.round(took)} ms`)
    }
    if (heard.some(text => /HTTP\/1|Turno/.test(text))) fault('plain HTTP was answered')
    outcome.requests += MUTE

    // One invitation, many takers at once; then the same again.
    const secret = await invite()
    const before = await h.db.$count(users)
    const take = (i: number) => {
      const body = { name: 'Alguém', email: `alguem${i}@rede.turno`, password: 'segredo-longo', secret }
      return ask('POST', '/api/invitations/join', {}, body)
    }
    const takers = await Promise.all(Array.from({ length: TAKERS }, (_, i) => take(i)))
    const taken = takers.filter(({ status }) => status === 200).length
    if (taken !== 1) fault(`one invitation let ${taken} in`)
    if ((await h.db.$count(users)) !== before + 1) fault('one invitation made more than one user')
    if ((await take(TAKERS)).status === 200) fault('an invitation was taken twice')

    // Guesses: slowed from the eleventh on, also in the right one's company.
    const right = await invite()
    let through = 0
    for (let i = 0; i < GUESSES; i += 1) {
      const guess = Array.from(randomBytes(8), byte => CODE_SIGNS[byte & 31]).join('')
      const { status } = await ask(
        'POST',
        `/api/invitations/${i % 2 ? 'look' : 'join'}`,
        {},
        { ...{ secret: guess, name: 'Alguém' }, email: 'a@rede.turno', password: 'segredo-longo' },
      )
      if (status === 200) fault('a guess was right')
      if (status !== 429) through += 1
    }
    if (through > WRONG) fault(`${through} guesses were looked at`)
    if ((await ask('POST', '/api/invitations/look', {}, { secret: right })).status !== 429)
      fault('who guessed was let look')

    // Off is off: whoever was connected is not any more.
    const inside = connect({ port, host: '127.0.0.1', servername: name, rejectUnauthorized: false })
    inside.on('error', () => undefined)
    await new Promise(resolve => inside.once('secureConnect', resolve))
    const ended = new Promise<string>(resolve => inside.once('close', () => resolve('ended')))
    await h.call(root, 'localNetwork.close')
    const late = new Promise<string>(resolve => setTimeout(() => resolve('late'), COLLEAGUE_MS))
    if ((await Promise.race([ended, late])) === 'late') fault('a connection outlived the switch')
    if ((await ask('GET', '/api/version', { [WORKSPACE_KEY_HEADER]: key })).status !== 0)
      fault('off, it answers')
  } finally {
    for (const socket of muted) socket.destroy()
    agent.destroy()
    await h.close()
  }
}
