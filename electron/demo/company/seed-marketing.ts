/** Contact lists and file lists of the demo: what campaigns are made of. The same at every first start. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fold, type NumberState } from '@contract'
import type { Db } from '../../server/platform/db/client'
import { contactListItems, contactLists, fileOptions, files } from '../../server/platform/db/schema'
import { contactSearchText } from '../../server/platform/db/search'
import { mediaFolder } from '../../server/platform/media/folder'
import { type MediaFile, mediaFile } from '../media'
import { lookUp, NOT_ON_WHATSAPP } from '../simulator/numbers'
import { person } from '../simulator/people'
import { createRandom, type Random } from '../simulator/random'
import type { SeededCompany } from './seed-company'

/** `wrong` of the numbers are not on the simulated network. */
const LISTS = [
  { name: 'Clientes fiéis', people: 48, wrong: 0 },
  { name: 'Coleção de inverno', people: 140, wrong: 6 },
  { name: 'Feira de Recife', people: 32, wrong: 3 },
] as const

interface FileSeed {
  name: string
  message: string
  options: readonly { name: string; load: () => Promise<MediaFile> }[]
}

const shown = (label: string, name: string, variant: number): FileSeed['options'][number] => ({
  name: label,
  load: async () => ({ ...(await mediaFile('product', variant)), name }),
})

const FILES: readonly FileSeed[] = [
  {
    name: 'Catálogo de inverno',
    message: 'Oi, {nome}! Chegou a coleção de inverno da Loja Horizonte. Seguem as três mais pedidas.',
    options: [
      shown('Jaqueta corta-vento', 'jaqueta-corta-vento.png', 0),
      shown('Bota de trilha', 'bota-de-trilha.png', 1),
      shown('Mochila impermeável', 'mochila-impermeavel.png', 2),
    ],
  },
  {
    name: 'Como pagar',
    message: 'Aqui vão as formas de pagamento. Qualquer dúvida, é só responder.',
    options: [
      { name: 'Pix', load: async () => ({ ...(await mediaFile('qr')), name: 'pix.png' }) },
      { name: 'Modelo de boleto', load: () => mediaFile('slip') },
    ],
  },
]

function peopleOf(random: Random, count: number, wrong: number) {
  const seen = new Set<string>()
  const people: { name: string; number: string; email: string; numberState: NumberState }[] = []
  while (people.length < count) {
    const { name, number: drawn, email } = person(random)
    const number = people.length < wrong ? drawn.slice(0, -NOT_ON_WHATSAPP.length) + NOT_ON_WHATSAPP : drawn
    if (seen.has(number)) continue
    seen.add(number)
    const numberState = lookUp(number).exists ? 'valid' : 'invalid'
    people.push({ name, number, email: random.chance(0.6) ? email : '', numberState })
  }
  return people
}

/** @param now milliseconds since the epoch. */
export async function insertMarketing(
  db: Db,
  folder: string,
  company: SeededCompany,
  now: number,
): Promise<void> {
  const companyId = company.id
  const at = new Date(now - 9 * 86_400_000)
  const stamps = { createdAt: at.toISOString(), updatedAt: at.toISOString() }
  const random = createRandom('contact lists of the demo')
  let count = 0
  const stored = async ({ bytes, mime, name, width, height }: MediaFile) => {
    count += 1
    const mediaFile = `demo-lista-${count}${name.slice(name.lastIndexOf('.'))}`
    await writeFile(join(mediaFolder(folder, companyId), mediaFile), bytes, { mode: 0o600 })
    return {
      mediaFile,
      mediaName: name,
      mediaMime: mime,
      mediaType: mime.startsWith('image/') ? 'image' : 'application',
      mediaSize: bytes.length,
      mediaWidth: width ?? null,
      mediaHeight: height ?? null,
    }
  }
  const lists: {
    list: Omit<FileSeed, 'options'>
    own: (Awaited<ReturnType<typeof stored>> & { name: string })[]
  }[] = []
  for (const { options, ...list } of FILES) {
    const own = []
    for (const { name, load } of options) own.push({ name, ...(await stored(await load())) })
    lists.push({ list, own })
  }
  await db.platform.write(async tx => {
    for (const { name, people, wrong } of LISTS) {
      const [list] = await tx
        .insert(contactLists)
        .values({ companyId, name, search: fold(name), ...stamps })
        .returning({ id: contactLists.id })
      if (!list) continue
      await tx.insert(contactListItems).values(
        peopleOf(random.fork(name), people, wrong).map(one => ({
          companyId,
          contactListId: list.id,
          ...one,
          search: contactSearchText(one),
          ...stamps,
        })),
      )
    }
    for (const { list, own } of lists) {
      const [file] = await tx
        .insert(files)
        .values({ companyId, ...list, search: fold(list.name), ...stamps })
        .returning({ id: files.id })
      if (!file) continue
      await tx
        .insert(fileOptions)
        .values(own.map((one, position) => ({ companyId, fileId: file.id, position, ...one, ...stamps })))
    }
  })
}
