/**
 * From the press to the other end: a screen of the console, drawn as people see it, whose calls go to a real workspace
 * server; what a customer gets lies in `harness.channel.sent`. Import first: the calls' way is laid before they are made.
 */

import { request } from 'node:http'
import { CONNECTION_TOKEN_HEADER } from '@contract'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axios, { type AxiosAdapter, AxiosError, AxiosHeaders, CanceledError } from 'axios'
import type { ReactElement } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import { soon } from '../../support/soon'
import { callsGo } from '../../unit/support/jsdom'
import type { OpenScreen } from '../../unit/support/open-screen'
import type { Harness, Person } from '../server/harness'

// Keys and hashes tell Node's own kind from any other, and the page has brought its own; so does who answers bytes.
vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer.prototype).constructor)
vi.stubGlobal('ArrayBuffer', Buffer.alloc(0).buffer.constructor)

/** Who presses, and where the server is; nobody until {@link as}. */
let hand: { server: Harness; who: Person } | null = null

/** Calls that were sent and not answered yet. */
let underWay = 0
/** What the screens asked of the server since they were drawn: "PUT /tickets/7". */
export const asked: string[] = []

/** One call as the gateway of the main process passes it on: with the person's token, over real HTTP. */
const overHttp: AxiosAdapter = config =>
  new Promise((resolve, reject) => {
    if (!hand) return reject(new AxiosError('nobody presses', 'ERR_NETWORK', config))
    underWay += 1
    let isOver = false
    const url = new URL(axios.getUri(config), hand.server.running.url)
    asked.push(`${config.method?.toUpperCase()} ${url.pathname}`)
    const data =
      typeof config.data === 'object' && config.data ? Buffer.from(config.data as ArrayBuffer) : config.data
    // As browsers do: what says nothing is of no type.
    const given = AxiosHeaders.from(config.headers)
    if (data === undefined) given.delete('content-type')
    // Node frames no body of a DELETE by itself.
    else given.set('content-length', String(Buffer.byteLength(data)))
    const headers = {
      ...given.toJSON(),
      // What names the token of a connection goes as that connection, like other programs' calls.
      authorization: `Bearer ${given.get(CONNECTION_TOKEN_HEADER) ?? hand.who.token}`,
    } as Record<string, string>
    const sent = request(url, { method: config.method?.toUpperCase(), headers }, answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        const target = { status: answer.statusCode, responseText: Buffer.concat(parts).toString('utf8') }
        config.onDownloadProgress?.({ event: { target } } as never)
      })
      answer.on('error', () => {})
      answer.on('end', () => {
        if (isOver) return
        isOver = true
        underWay -= 1
        const status = answer.statusCode ?? 0
        const response = {
          data: Buffer.concat(parts).toString('utf8'),
          status,
          statusText: answer.statusMessage ?? '',
          headers: answer.headers as Record<string, string>,
          config,
        }
        if (status < 400) resolve(response)
        else reject(new AxiosError('refused', 'ERR_BAD_REQUEST', config, sent, response))
      })
    })
    sent.on('error', () => {
      if (isOver) return
      isOver = true
      underWay -= 1
      reject(new AxiosError('no answer', 'ERR_NETWORK', config))
    })
    config.signal?.addEventListener?.('abort', () => {
      if (isOver) return
      isOver = true
      underWay -= 1
      sent.destroy()
      reject(new CanceledError())
    })
    sent.end(data)
  })
callsGo(overHttp)

/** Whose hands press from now on. */
export function as(server: Harness, who: Person): void {
  hand = { server, who }
}

/** Resolves when the server has answered every call of a press: what follows from it lies at the other end by then. */
export const answered = (): Promise<void> => soon(() => expect(underWay).toBe(0))

/** Draws a screen for a person of the harness's companies, at an address of the console. */
export async function onScreen(
  server: Harness,
  who: Person,
  screen: ReactElement,
  path = '/',
): Promise<OpenScreen> {
  as(server, who)
  asked.length = 0
  const { closeScreen, openScreen } = await import('../../unit/support/open-screen')
  closeScreen()
  const me = await server.call<{ user?: object }>(who, 'auth.me')
  return openScreen(screen, { user: me.body.user ?? me.body, at: path })
}

/**
 * Feeds what the server says live to the person's console on screen, as its main process does, until the test is over.
 * @param joins what the console listens to: statuses, `notification`, ids of tickets.
 */
export async function live(server: Harness, who: Person, joins: readonly string[]): Promise<void> {
  const [{ listen }, { flushFeed, receiveFeed }, { parseSocketEvent }] = await Promise.all([
    import('../server/harness'),
    import('@/stores/feed'),
    import('@contract'),
  ])
  const ear = await listen(server.running.url, who, joins)
  onTestFinished(() => ear.close())
  let seq = 0
  ear.socket.onAny((name: string, payload: unknown) => {
    const parsed = parseSocketEvent(who.companyId, name, payload)
    if (!parsed.ok) return
    seq += 1
    act(() => {
      receiveFeed({ events: [{ seq, event: parsed.event }] })
      flushFeed()
    })
  })
}

/** Presses one of the options of the select that is open; lists of the server come a moment later. */
export async function choose(option: string): Promise<void> {
  const row = await waitFor(() => {
    const all = document.querySelectorAll<HTMLElement>(
      '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option',
    )
    const one = [...all].find(({ textContent }) => textContent?.trim() === option)
    if (!one) throw new Error(`${option} is not offered`)
    return one
  })
  await userEvent.click(row)
}

/** What a hand does to the fields of a form, each found by the beginning of its label. */
export function handOn(box: HTMLElement) {
  const field = (name: string): HTMLInputElement => {
    const label = [...box.querySelectorAll('label')].find(one => one.textContent?.startsWith(name))
    const found = label?.control as HTMLInputElement | null | undefined
    if (!found) throw new Error(`no field ${name}`)
    return found
  }
  return {
    field,
    type: (name: string, value: string) => void fireEvent.change(field(name), { target: { value } }),
    press: (name: string | RegExp) => userEvent.click(within(box).getByRole('button', { name })),
    async pick(name: string, option: string) {
      await userEvent.click(field(name))
      await choose(option)
      // A list for several stays open. Escape on a list that has just opened would close the dialog behind it.
      if (field(name).getAttribute('aria-expanded') === 'true') await userEvent.tab()
    },
  }
}

/** The pane beside a list in which one row of it is edited, once it is open. */
export const editorPane = (): Promise<HTMLElement> =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>('[role="group"][data-pane="content"]')
    if (!found) throw new Error('no editor')
    return found
  })
