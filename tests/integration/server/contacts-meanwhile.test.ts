/** A contact that somebody changes while somebody else's change of it waits: for WhatsApp, or for a picture to be kept. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { harnessForFile } from './for-file'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const h = harnessForFile()
afterEach(() => void vi.restoreAllMocks())

interface ContactJson {
  id: number
  name: string
  email: string
  number: string
  profilePicUrl: string | null
}

const found = async (word: string): Promise<ContactJson[]> => {
  const { body } = await h.call<{ contacts: ContactJson[] }>(h.one.ana, 'contacts.list', {
    query: { searchParam: word, pageNumber: 1 },
  })
  return body.contacts
}
const change = (id: number, body: Record<string, unknown>) =>
  h.call<ContactJson & { error: string }>(h.one.ana, 'contacts.update', { params: { id }, body })
/** Does something while WhatsApp is asked about a number. */
const whileAsked = (meanwhile: () => Promise<unknown>): void => {
  const ask = h.channel.checkNumber.bind(h.channel)
  vi.spyOn(h.channel, 'checkNumber').mockImplementationOnce(async (...args) => {
    await meanwhile()
    return await ask(...args)
  })
}
/** Does something while a picture is being kept. @returns the names under which pictures were. */
const whileKept = (meanwhile: () => Promise<unknown>): string[] => {
  const { media } = h.running.app
  const names: string[] = []
  const write = media.write.bind(media)
  vi.spyOn(media, 'write').mockImplementationOnce(async (companyId, name, bytes) => {
    names.push(name)
    await meanwhile()
    return await write(companyId, name, bytes)
  })
  return names
}
const picture = (number: string) =>
  h.running.sink.person({
    whatsappId: h.one.whatsappId,
    number,
    picture: { bytes: PNG, name: 'foto.png', mime: 'image/png' },
  })

describe('a new picture', () => {
  it('leaves the name a colleague gave meanwhile, and the contact is found by it', async () => {
    const number = '5521977770001'
    const id = await h.newContact(h.one, 'Quimbanda', { number })
    whileKept(() => change(id, { name: 'Zebedeu', number }))
    await picture(number)
    expect(await found('zebedeu')).toMatchObject([
      { id, name: 'Zebedeu', profilePicUrl: expect.stringContaining('.png') },
    ])
    expect(await found('quimbanda')).toEqual([])
  })

  it('of a contact that is deleted meanwhile is not kept', async () => {
    const number = '5521977770002'
    const id = await h.newContact(h.one, 'Vai Embora', { number })
    const names = whileKept(() => h.call(h.one.admin, 'contacts.remove', { params: { id } }))
    await picture(number)
    expect(names).toHaveLength(1)
    expect(await h.running.app.media.facts(h.one.id, names[0] as string)).toBeNull()
  })
})

describe('a change whose new number is being asked about', () => {
  it('keeps the address a colleague gave meanwhile, where it says none', async () => {
    const number = '5521977770003'
    const id = await h.newContact(h.one, 'Berenice', { number })
    whileAsked(() => change(id, { name: 'Berenice', number, email: 'nova@exemplo.com' }))
    const answer = await change(id, { name: 'Berenice Dois', number: '5521977770004' })
    expect(answer.body).toMatchObject({ name: 'Berenice Dois', email: 'nova@exemplo.com' })
    expect(await found('nova@exemplo')).toMatchObject([{ id }])
  })

  it('is told that the contact is gone, where a colleague deleted it meanwhile', async () => {
    const id = await h.newContact(h.one, 'Some', { number: '5521977770005' })
    whileAsked(() => h.call(h.one.admin, 'contacts.remove', { params: { id } }))
    const answer = await change(id, {
      name: 'Some',
      number: '5521977770006',
      extraInfo: [{ name: 'Cidade', value: 'Niterói' }],
    })
    expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_CONTACT_FOUND'])
  })
})
