/** A colleague's computer in this network: joined by an invitation, known by its key, found again, over real TLS. */
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import {
  CODE_SIGNS,
  type Invitation,
  invitationCode,
  invitationLink,
  invitationOfLink,
  localHostOf,
  outgoing,
  type SocketState,
} from '@contract'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { pathOfLink } from '../../../electron/main/deep-links/links'
import { openLocalStore } from '../../../electron/main/local-store'
import { firstServer } from '../../../electron/main/servers/first-server'
import { openKnownServers } from '../../../electron/main/servers/known'
import { createFeed } from '../../../electron/main/socket/feed'
import { createServerSocket } from '../../../electron/main/socket/socket'
import { openStore } from '../../support/open-store'
import { type Harness, type Person, startHarness } from '../server/harness'
import { colleague } from './colleague'
import { memoryLog, until } from './helpers'

let h: Harness
let root: Person
/** Another computer at another port, and what it was asked. */
let other: Server
let otherAt = ''
const heardByOther: string[] = []

beforeAll(async () => {
  h = await startHarness({ localNetwork: { port: 0, addresses: () => ['127.0.0.1'] } })
  root = await h.superOf(h.one)
  await h.call(root, 'localNetwork.open')
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'x' }], { keyType: 'ec' })
  other = createServer({ key, cert }, (request, response) => {
    heardByOther.push(request.url ?? '')
    response.end('{}')
  })
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  otherAt = `127.0.0.1:${(other.address() as AddressInfo).port}`
})
afterAll(async () => {
  other.closeAllConnections()
  other.close()
  await h.close()
})

async function invite(): Promise<Invitation> {
  const body = { name: 'Rita', profile: 'user', queueIds: [h.one.suporte] }
  const made = await h.call<{ link: string }>(root, 'invitations.create', { body })
  const invitation = invitationOfLink(made.body.link)
  if (!invitation) throw new Error('no invitation')
  return invitation
}
const openInvitations = async (): Promise<number> =>
  (await h.call<{ invitations: unknown[] }>(root, 'localNetwork.get')).body.invitations.length

let serial = 0
const rita = () => ({ name: 'Rita', email: `rita${++serial}@um.turno`, password: 'segredo-da-rita' })

/** The socket of a console, with every state it has shown. */
function socketOf({ near, address, session, client, log }: ReturnType<typeof colleague>) {
  const socket = createServerSocket({
    ...{ address, session, log },
    openSocket: near.openSocket,
    feed: createFeed(() => undefined),
    idleSeconds: () => 0,
    isOnline: () => true,
    translate: client.translate,
    limits: { firstMs: 50, maxMs: 200 },
  })
  const states: SocketState[] = []
  socket.onChange(state => states.push(state))
  onTestFinished(() => socket.stop())
  socket.start()
  return { socket, states }
}

it.each(['link', 'code'] as const)('is joined by a %s: the person is signed in and works', async kind => {
  const invitation = await invite()
  const { servers, session, client, known, path } = colleague()
  const given =
    kind === 'link'
      ? { link: invitationLink(invitation) }
      : { address: invitation.at, code: invitationCode(invitation).toLowerCase() }
  expect(await servers.look(given)).toEqual({ company: 'Um', name: 'Rita', email: null, at: invitation.at })
  const person = rita()
  const state = await servers.join({ invitation: given, ...person })
  expect(state).toMatchObject({ status: 'signedIn', user: { name: 'Rita', email: person.email } })
  expect((await client.fetch('/tickets?status=open')).status).toBe(200)
  expect(client.facts()?.adapter).toBe('turno')
  // Whatever was carried, the whole fingerprint is kept.
  const host = localHostOf(invitation.fingerprint)
  expect(known.nearAt(host)).toMatchObject({ company: 'Um', fingerprint: invitation.fingerprint })
  expect(servers.state()).toMatchObject({ current: `https://${host}/api/` })
  expect(servers.state().servers.at(-1)).toMatchObject({
    label: 'Um',
    address: invitation.at,
    insecure: false,
  })
  // The next start begins there.
  const again = openKnownServers(path, openStore, memoryLog().log)
  expect(firstServer({ kind: 'none' }, again, false)).toMatchObject({ kind: 'remote', label: 'Um' })
  await expect(servers.look(given)).rejects.toMatchObject({ code: 'ERR_INVITATION' })
  session.stop()
})

it('is found at any of the places a link names', async () => {
  const invitation = await invite()
  const { at } = invitation
  const link = invitationLink({ ...invitation, at: '127.0.0.1:1', others: ['nobody.local:1', at] })
  expect(await colleague().servers.look({ link })).toMatchObject({ company: 'Um' })
})

it('is refused where another computer answers, before it is told anything', async () => {
  const invitation = await invite()
  const open = await openInvitations()
  const { servers } = colleague()
  const person = rita()
  for (const given of [
    { link: invitationLink({ ...invitation, at: otherAt, others: [] }) },
    { address: otherAt, code: invitationCode(invitation) },
    // One sign of the fingerprint is another one.
    ...[0, 15].map(at => {
      const sign = invitation.fingerprint[at] === 'A' ? CODE_SIGNS[1] : 'A'
      const fingerprint = invitation.fingerprint.slice(0, at) + sign + invitation.fingerprint.slice(at + 1)
      return { address: invitation.at, code: invitationCode({ ...invitation, fingerprint }) }
    }),
  ]) {
    await expect(servers.look(given), JSON.stringify(given)).rejects.toMatchObject({
      code: 'SERVER_CERTIFICATE',
    })
    await expect(servers.join({ invitation: given, ...person })).rejects.toMatchObject({
      code: 'SERVER_CERTIFICATE',
    })
  }
  expect(heardByOther).toEqual([])
  expect(await openInvitations()).toBe(open)
})

it('is no invitation when it leads out of the network, is cut, or the company has set the server', async () => {
  const invitation = await invite()
  const { servers } = colleague()
  for (const given of [
    { link: invitationLink({ ...invitation, at: '8.8.8.8:48443' }) },
    { link: invitationLink({ ...invitation, at: 'evil.example:48443' }) },
    { link: invitationLink({ ...invitation, others: ['evil.example:48443'] }) },
    { link: invitationLink(invitation).slice(0, -1) },
    { link: 'https://join/?at=1' },
    { address: '', code: invitationCode(invitation) },
    { address: invitation.at, code: invitationCode(invitation).slice(1) },
  ])
    await expect(servers.look(given)).rejects.toMatchObject({ code: 'BRIDGE_INVALID_INPUT' })
  await expect(
    servers.look({ address: '127.0.0.1:1', code: invitationCode(invitation) }),
  ).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
  })
})

it('as a link from the system opens the form and nothing else', async () => {
  const link = invitationLink(await invite())
  expect(pathOfLink(link)).toBe(`/welcome/join?${new URLSearchParams({ link })}`)
  for (const bad of [
    link.slice(0, -1),
    `${link}#x`.replace('join', 'tickets'),
    link.replace('join', 'login'),
  ])
    expect(pathOfLink(bad)).toBeNull()
})

it('tells why it goes, and is there again by itself', async () => {
  const invitation = await invite()
  const console = colleague()
  await console.servers.join({ invitation: { link: invitationLink(invitation) }, ...rita() })
  const { socket, states } = socketOf(console)
  await until('connected', () => socket.state().status === 'connected')
  expect(socket.state()).toMatchObject({ near: true, gone: null, server: 'Um', embedded: false })

  h.running.app.localNetwork?.say('asleep')
  await until('said that it sleeps', () => socket.state().gone === 'asleep')

  const from = states.length
  await h.call(root, 'localNetwork.close')
  await until('cut off', () => socket.state().status !== 'connected')
  expect(socket.state().gone).toBe('off')
  await expect(console.client.fetch('/tickets')).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })

  await h.call(root, 'localNetwork.open')
  const { body } = await h.call<{ places: string[] }>(root, 'localNetwork.get')
  const [place = ''] = body.places
  // It listens at another port where the one before is taken, as another address after a night: said once, by hand.
  const checked = await console.servers.check(place)
  expect(checked).toMatchObject({ ok: true, label: 'Um', key: console.address.key })
  await until('there again', () => socket.state().status === 'connected')
  expect(states.slice(from).some(({ status }) => status !== 'connected')).toBe(true)
  expect(socket.state().gone).toBeNull()
  console.session.stop()
})

it('is found at any of its places, and is another one only where its key is nowhere', async () => {
  const invitation = await invite()
  const { servers, client, known, session } = colleague()
  await servers.join({ invitation: { link: invitationLink(invitation) }, ...rita() })
  const host = localHostOf(invitation.fingerprint)
  const entry = known.nearAt(host)
  if (!entry) throw new Error('not known')
  const address = `https://${host}/api/`
  const at = (places: string[]) => known.remember(address, null, { ...entry, places })
  const { at: right } = invitation
  heardByOther.length = 0
  await h.call(root, 'localNetwork.close')
  await until('closed', () => h.running.app.localNetwork?.places().length === 0)
  at([otherAt])
  await expect(client.fetch('/tickets')).rejects.toMatchObject({ code: 'SERVER_CERTIFICATE' })
  await h.call(root, 'localNetwork.open')
  const now = h.running.app.localNetwork?.places().at(-1) ?? right
  at([otherAt, '127.0.0.1:1', now])
  expect((await client.fetch('/tickets')).status).toBe(200)
  expect(known.nearAt(host)?.places[0]).toBe(now)
  expect(heardByOther).toEqual([])
  session.stop()
})

it('keeps what is written while it is away, and sends it once when it is back', async () => {
  const invitation = await invite()
  const console = colleague()
  const { servers, session, client, folder, log, address } = console
  await servers.join({ invitation: { link: invitationLink(invitation) }, ...rita() })
  const ticket = await h.newTicket(h.one, {
    queueId: h.one.suporte,
    status: 'open',
    userId: Number(session.state().user?.id),
  })
  const local = await openLocalStore({
    ...{ dataDir: folder, serverKey: () => address.key, session, log },
    request: ({ path, ...init }) => client.fetch(path, { ...init, signedIn: true }),
    aheadMs: () => 0,
    clientIds: () => true,
    onOutboxChange: () => undefined,
    onMessage: () => undefined,
  })
  onTestFinished(() => local.close())
  await local.settled()
  const { socket } = socketOf(console)
  socket.onChange(({ status }) => status === 'connected' && local.outbox.wake())
  await until('connected', () => socket.state().status === 'connected')
  await h.call(root, 'localNetwork.close')
  await until('away', () => socket.state().status !== 'connected')
  await local.outbox.enqueue(
    outgoing.parse({ id: randomUUID(), ticketId: ticket.id, kind: 'text', body: 'Escrito no escuro' }),
  )
  const sent = () => h.channel.sent.filter(({ body }) => body.includes('Escrito no escuro'))
  expect(sent()).toEqual([])
  await h.call(root, 'localNetwork.open')
  await servers.check(h.running.app.localNetwork?.places().at(-1) ?? '')
  await until('sent', () => sent().length > 0)
  expect(sent()).toHaveLength(1)
  session.stop()
})

it('says that it was closed before it waits for what is under way', async () => {
  const invitation = await invite()
  const console = colleague()
  await console.servers.join({ invitation: { link: invitationLink(invitation) }, ...rita() })
  const { socket } = socketOf(console)
  await until('connected', () => socket.state().status === 'connected')
  // A number that takes its time to hang up.
  let hangUp = (): void => undefined
  h.channel.stop = () =>
    new Promise(resolve => {
      hangUp = resolve
    })
  const closing = h.close()
  await until('said that it closes', () => socket.state().gone === 'closed')
  let isOver = false
  void closing.then(() => {
    isOver = true
  })
  await until('over', () => {
    hangUp()
    return isOver
  })
  console.session.stop()
})
