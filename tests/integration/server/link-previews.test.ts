/** Pages behind links of messages: read by the server, afterwards, where the company wants it. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { LIMITS } from '../../../electron/server/desk/link-previews/page'
import { messages } from '../../../electron/server/platform/db/schema'
import { type LinkSite, startLinkSite } from '../../support/link-site'
import { soonTicking } from '../../support/soon'
import { forFile, harnessForFile } from './for-file'
import type { CompanyFixture, Person } from './harness'

interface Preview {
  url: string
  title: string
  description: string
  picture: string | null
}
interface Msg {
  id: string
  body: string
  linkPreview: Preview | null
}

const site: LinkSite = forFile(startLinkSite)
const h = harnessForFile({ linkFetch: most => site.linkFetch(most) })
const soon = soonTicking(() => h.tick('link.preview'))

const usual = { ...LIMITS }
beforeEach(async () => {
  await h.setting(h.one, 'linkPreviews', 'enabled')
  await h.setting(h.two, 'linkPreviews', 'disabled')
  await h.db.platform.delete(messages)
  site.asked.length = 0
})
afterEach(() => void Object.assign(LIMITS, usual))

const rowOf = async (id: string) => {
  const row = await h.row(messages, eq(messages.id, id))
  if (!row) throw new Error('no message')
  return row
}
/** What became of a message's link. */
const read = (id: string) =>
  soon(async () => {
    const { linkPreview } = await rowOf(id)
    if (!linkPreview) throw new Error('not read yet')
    return linkPreview
  })
const shownTo = async (who: Person, id: string): Promise<Msg | undefined> => {
  const params = { ticketId: (await rowOf(id)).ticketId }
  return (await h.call<{ messages: Msg[] }>(who, 'messages.list', { params })).body.messages.find(
    one => one.id === id,
  )
}
/** Files of a company once no more come or go: a picture as it was read goes a moment after its message has one of its own. */
const files = async (company: CompanyFixture, before: string[] | null = null): Promise<string[]> => {
  const now = (await readdir(join(h.folder, 'media', String(company.id))).catch(() => [])).sort()
  if (before?.join() === now.join()) return now
  await delay(150)
  return files(company, now)
}
let phones = 0
const says = (company: CompanyFixture, body: string): Promise<string> => {
  phones += 1
  return h.customer(company, `55118${String(phones).padStart(8, '0')}`, body)
}

describe('a message with a link', () => {
  it('is there at once; what the page says comes afterwards, to whoever sees the message and nobody else', async () => {
    const ear = await h.connect(h.one.admin, ['notification', 'pending'])
    onTestFinished(() => ear.close())
    const id = await says(h.one, `Esse: ${site.url}/loja`)
    expect((await shownTo(h.one.admin, id))?.body).toBe(`Esse: ${site.url}/loja`)
    const told = await ear.until(({ event, payload }) => {
      const { action, message } = payload as { action: string; message?: Msg }
      return event.endsWith('-appMessage') && action === 'update' && message?.id === id
    })
    const preview = (await shownTo(h.one.admin, id))?.linkPreview
    expect(preview).toEqual({
      url: `${site.url}/loja`,
      title: 'Tênis & cia',
      description: 'Leves, de corrida.',
      picture: expect.stringMatching(new RegExp(`^/media/${h.one.id}/[\\w-]+\\.png$`)),
    })
    expect((told.payload as { message: Msg }).message.linkPreview).toEqual(preview)
    const picture = preview?.picture ?? ''
    expect((await h.raw(h.one.admin, picture)).headers.get('content-type')).toBe('image/png')
    expect((await h.raw(h.two.admin, picture)).status).toBe(403)
    expect(
      (await h.call(h.two.admin, 'messages.list', { params: { ticketId: (await rowOf(id)).ticketId } }))
        .status,
    ).not.toBe(200)
  })

  it('asks nobody while the company does not want it', async () => {
    await h.setting(h.one, 'linkPreviews', 'disabled')
    const off = await says(h.one, `${site.url}/loja`)
    await h.setting(h.one, 'linkPreviews', 'enabled')
    await read(await says(h.one, `${site.url}/outra`))
    expect([site.asked, (await rowOf(off)).link]).toEqual([['/outra'], null])
  })

  it('has its page read once for all that link to it, by company', async () => {
    const first = await says(h.one, `${site.url}/loja`)
    const picture = (await read(first)).picture
    const again = await read(await says(h.one, `De novo ${site.url}/loja`))
    expect(again).toMatchObject({ title: 'Tênis & cia' })
    expect(again.picture).not.toBe(picture)
    expect(site.asked).toEqual(['/loja', '/foto'])
    await h.setting(h.two, 'linkPreviews', 'enabled')
    await read(await says(h.two, `${site.url}/loja`))
    expect(site.asked).toEqual(['/loja', '/foto', '/loja', '/foto'])
  })

  it('of an agent has it as well, one that a program writes has not; another text has another page', async () => {
    const ticket = await h.newTicket(h.one, { userId: h.one.ana.id, status: 'open' })
    const sent = await h.call<{ message: Msg }>(h.one.ana, 'messages.send', {
      params: { ticketId: ticket.id },
      body: { body: `Aqui: ${site.url}/loja` },
    })
    const { id } = sent.body.message
    const { picture } = await read(id)
    expect(await files(h.one)).toContain(picture)
    await h.call(h.one.ana, 'messages.edit', {
      params: { id },
      body: { body: `Aqui, então: ${site.url}/loja` },
    })
    expect((await rowOf(id)).linkPreview?.picture).toBe(picture)
    await h.call(h.one.ana, 'messages.edit', { params: { id }, body: { body: `${site.url}/outra` } })
    expect(await read(id)).toMatchObject({ title: 'Outra página', picture: null })
    expect(await files(h.one)).not.toContain(picture)
    const { deliverOwn } = await import('../../../electron/server/desk/messages/send')
    const automatic = { companyId: h.one.id, body: `Seu código: ${site.url}/loja?1`, userId: null }
    expect((await deliverOwn(h.running.app, ticket.id, automatic)).link).toBeNull()
  })

  it('leads nowhere inside, by itself or by the page it leads on to', async () => {
    const inside = await startLinkSite()
    onTestFinished(() => inside.close())
    const links = [
      `${inside.url}/a`,
      `${site.url}/para?${inside.url}/b`,
      `${site.url}/para?http://169.254.169.254/c`,
    ]
    for (const link of links) {
      const id = await says(h.one, link)
      expect((await read(id)).title).toBe('')
      expect((await shownTo(h.one.admin, id))?.linkPreview).toBeNull()
    }
    expect(inside.asked).toEqual([])
    expect(site.asked).toEqual(links.slice(1).map(link => link.slice(site.url.length)))
  })
})

describe('a page that never answers', () => {
  it('is given up, and holds up no other company', async () => {
    await h.setting(h.two, 'linkPreviews', 'enabled')
    // As long as the other company needs; ended by hand below.
    LIMITS.ms = 60_000
    for (const at of [1, 2, 3, 4]) await says(h.one, `${site.url}/lenta${at}`)
    await soon(() => expect(site.asked.length).toBe(3))
    expect((await read(await says(h.two, `${site.url}/outra`))).title).toBe('Outra página')
    expect(site.asked.length).toBe(4)
    await h.setting(h.two, 'linkPreviews', 'disabled')
    LIMITS.ms = 50
    // What is under way ends with its connections: the next one is given up in time.
    site.drop()
    const last = await says(h.one, `${site.url}/lenta5`)
    expect((await read(last)).title).toBe('')
  })
})

describe('what a page said', () => {
  it('goes with its message: taken back, erased with the contact, deleted with the ticket', async () => {
    const before = await files(h.one)
    const ticket = await h.newTicket(h.one, { userId: h.one.ana.id, status: 'open' })
    const send = async () => {
      const { body } = await h.call<{ message: Msg }>(h.one.ana, 'messages.send', {
        params: { ticketId: ticket.id },
        body: { body: `${site.url}/loja` },
      })
      await read(body.message.id)
      return body.message.id
    }
    const back = await send()
    expect((await files(h.one)).length).toBe(before.length + 1)
    await h.call(h.one.ana, 'messages.remove', { params: { id: back } })
    expect(await rowOf(back)).toMatchObject({ link: null, linkPreview: null })
    expect(await files(h.one)).toEqual(before)
    await send()
    expect((await h.call(h.one.admin, 'contacts.erase', { params: { id: ticket.contactId } })).status).toBe(
      200,
    )
    const other = await says(h.one, `${site.url}/loja`)
    await read(other)
    await h.call(h.one.admin, 'tickets.remove', { params: { id: (await rowOf(other)).ticketId } })
    expect([await h.rows(messages), await files(h.one)]).toEqual([[], before])
  })
})
