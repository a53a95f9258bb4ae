/**
 * Twenty tickets of an agent's hour, one kind of message each, and what agents do with them: look, react, answer by
 * hand and by quick answer, send files, leave notes, hand on, resolve. For the embedded workspace, whose database is
 * beside the test: it gives every ticket its message and says afterwards where each word went.
 */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '@libsql/client'
import { expect, type Locator, type Page } from '@playwright/test'
import { openDatabase } from '../../../electron/database/open'
import { composer, header, row, showList, take } from '../fixtures/desk'
import { signIn } from '../fixtures/sign-in'

interface Piece {
  /** What the customer's message is. */
  kind: string
  body?: string
  flags?: Partial<Record<'is_deleted' | 'is_edited' | 'is_forwarded', 1>>
  /** What the bubble shows. */
  shows: (one: Locator) => Locator
}

const card = (name: string, number: string): string =>
  `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;waid=${number}:+${number}\nEND:VCARD`
const text = (words: string) => (one: Locator) => one.getByText(words)

/** Every kind of docs/specification.md 1.2, and the marks a message can carry. */
const PIECES: readonly Piece[] = [
  { kind: 'image', body: '', shows: one => one.getByRole('button', { name: /^Abrir/ }) },
  { kind: 'audio', body: 'Áudio', shows: one => one.getByRole('button', { name: /^Ouvir áudio/ }) },
  { kind: 'video', body: '', shows: one => one.locator('video') },
  { kind: 'application', body: '', shows: one => one.getByRole('button', { name: /^Baixar/ }) },
  {
    kind: 'locationMessage',
    body: 'data:image/png;base64,iVBORw0KGgo=|https://maps.google.com/maps?q=-23.55052%2C-46.633308&z=17|Praça da Sé',
    shows: one => one.getByRole('link', { name: /Abrir no mapa/ }).or(one.getByText('Abrir no mapa')),
  },
  {
    kind: 'contactMessage',
    body: card('Oficina do Zé', '5511987651001'),
    shows: one => one.getByRole('button', { name: 'Iniciar conversa com Oficina do Zé' }),
  },
  {
    kind: 'vcard',
    body: [1, 2, 3, 4].map(i => card(`Filial ${i}`, `551198765200${i}`)).join('\n'),
    shows: one => one.getByRole('button', { name: 'Mostrar os 4 contatos' }),
  },
  { kind: 'call_log', body: 'Chamada perdida', shows: text('Chamada de voz ou vídeo perdida') },
  { kind: 'conversation', body: 'Posso reagir a esta?', shows: text('Posso reagir a esta?') },
  {
    kind: 'conversation',
    body: 'Mandei para a pessoa errada',
    flags: { is_deleted: 1 },
    shows: text('mensagem apagada'),
  },
  { kind: 'conversation', body: 'Veja o aviso', flags: { is_forwarded: 1 }, shows: text('Encaminhada') },
  { kind: 'conversation', body: 'São 3 peças', flags: { is_edited: 1 }, shows: text('editada') },
  { kind: 'image', body: 'É esta peça', shows: text('É esta peça') },
  { kind: 'sticker', body: 'sticker', shows: one => one.getByRole('button', { name: /^Abrir/ }) },
  {
    kind: 'conversation',
    body: 'Está em https://loja.example/pedido?id=7 *hoje*',
    shows: one => one.getByRole('link', { name: /loja\.example/ }),
  },
  { kind: 'ptt', body: 'Áudio', shows: one => one.getByRole('button', { name: /^Ouvir áudio/ }) },
  {
    kind: 'hologramMessage',
    body: '',
    shows: text('Mensagem de um tipo não suportado. Veja no celular.'),
  },
  {
    kind: 'liveLocationMessage',
    body: '|https://maps.google.com/maps?q=-22.9%2C-43.2|',
    shows: one => one.getByRole('link', { name: /Abrir no mapa/ }).or(one.getByText('Abrir no mapa')),
  },
  { kind: 'conversation', body: '👨‍👩‍👧', shows: text('👨‍👩‍👧') },
  {
    kind: 'extendedTextMessage',
    body: `Detalhes: ${'muito texto '.repeat(300)}fim`,
    shows: text('Detalhes:'),
  },
]

/** Files of these kinds come from the demo company's own. */
const FILE_OF: Readonly<Record<string, string>> = {
  image: 'image',
  sticker: 'image',
  audio: 'audio',
  ptt: 'audio',
  application: 'application',
}

interface Job {
  id: number
  uuid: string
  pending: boolean
  messageId: string
  piece: Piece
}

/** A second of moving picture, made by the browser itself. */
const filmOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 160
    canvas.height = 90
    const brush = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', event => parts.push(event.data))
    const over = new Promise(done => recorder.addEventListener('stop', done))
    recorder.start()
    for (let i = 0; i < 8; i += 1) {
      brush?.fillRect(i * 20, 0, 20, 90)
      await new Promise(done => setTimeout(done, 100))
    }
    recorder.stop()
    await over
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return btoa(String.fromCharCode(...bytes))
  })

async function giveMessages(db: Client, folder: string, film: string): Promise<Job[]> {
  const { rows } = await db.execute({
    sql: `select t.id, t.uuid, t.status, t.contact_id, t.company_id from tickets t, users u
          where u.email = 'ana@demo.turno' and t.company_id = u.company_id and t.is_group = 0 and (
            (t.status = 'open' and t.user_id = u.id) or
            (t.status = 'pending' and t.queue_id in (select queue_id from user_queues where user_id = u.id)))
          order by t.status = 'pending', t.id limit ?`,
    args: [PIECES.length],
  })
  const jobs: Job[] = []
  for (const [i, found] of rows.entries()) {
    const piece = PIECES[i] as Piece
    const messageId = `WALK${randomBytes(8).toString('hex').toUpperCase()}`
    const source = FILE_OF[piece.kind]
    const { rows: files } = source
      ? await db.execute({
          sql: `select media_file, media_name, media_mime, media_size, media_width, media_height, media_duration
                from messages where company_id = ? and media_type = ? and media_file is not null limit 1`,
          args: [found.company_id ?? 0, source],
        })
      : { rows: [] }
    const file = files[0]
    if (piece.kind === 'video')
      await writeFile(
        join(folder, 'media', String(found.company_id), 'walk.webm'),
        Buffer.from(film, 'base64'),
      )
    await db.execute({
      sql: `insert into messages (id, company_id, ticket_id, contact_id, body, search, from_me, read, ack, media_type,
              media_file, media_name, media_mime, media_size, media_width, media_height, media_duration,
              is_deleted, is_edited, is_forwarded, created_at, updated_at)
            values (?, ?, ?, ?, ?, '', 0, 0, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      args: [
        messageId,
        found.company_id ?? 0,
        found.id ?? 0,
        found.contact_id ?? null,
        piece.body ?? '',
        piece.kind,
        piece.kind === 'video' ? 'walk.webm' : (file?.media_file ?? null),
        piece.kind === 'video' ? 'passeio.webm' : (file?.media_name ?? null),
        piece.kind === 'video' ? 'video/webm' : (file?.media_mime ?? null),
        piece.kind === 'video' ? 4_000 : (file?.media_size ?? null),
        file?.media_width ?? null,
        file?.media_height ?? null,
        file?.media_duration ?? null,
        piece.flags?.is_deleted ?? 0,
        piece.flags?.is_edited ?? 0,
        piece.flags?.is_forwarded ?? 0,
        Date.now(),
        Date.now(),
      ],
    })
    jobs.push({
      id: Number(found.id),
      uuid: String(found.uuid),
      pending: found.status === 'pending',
      messageId,
      piece,
    })
  }
  return jobs
}

/** Enter is not for a composer that has just appeared; a person presses again, and so does this. */
async function sendWith(page: Page): Promise<void> {
  await expect(async () => {
    if ((await composer(page).inputValue()) !== '') await composer(page).press('Enter')
    await expect(composer(page)).toHaveValue('', { timeout: 1_500 })
  }).toPass()
}

/** Answers in one of four ways; the stamp is in what is sent. */
async function answer(page: Page, way: number, stamp: string): Promise<void> {
  if (way === 0) {
    await composer(page).pressSequentially('/ola')
    await expect(page.getByRole('listbox', { name: 'Sugestões' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue(/Como posso ajudar\?$/)
    await composer(page).press('End')
    await page.keyboard.type(` ${stamp}`)
    await sendWith(page)
  } else if (way === 1) {
    await page
      .getByRole('region', { name: /^Escrever para/ })
      .getByTestId('composer-files')
      .setInputFiles({
        name: 'anexo.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from(`anexo ${stamp}`),
      })
    await page.getByRole('textbox', { name: /^Legenda/ }).fill(`Segue o anexo ${stamp}`)
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  } else {
    await composer(page).fill(`Resposta ${stamp}`)
    await sendWith(page)
  }
  await expect(
    page.locator('article[data-row-key][data-message-id]').filter({ hasText: stamp }).first(),
  ).toBeVisible()
}

/** Plays the twenty. @param folder the workspace server's data folder. */
export async function twentyTickets(page: Page, folder: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  const db = await openDatabase(join(folder, 'workspace.db'))
  const jobs = await giveMessages(db, folder, await filmOf(page))
  expect(jobs).toHaveLength(PIECES.length)
  const go = (path: string): Promise<void> =>
    page.evaluate(to => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  await signIn(page, 'ana@demo.turno')
  await showList(page, 'Atendendo')

  const stamps = new Map<number, string>()
  const [handedOn, resolved, noted]: number[][] = [[], [], []]
  for (const [i, job] of jobs.entries()) {
    const stamp = `p${i}-${randomBytes(3).toString('hex')}`
    stamps.set(job.id, stamp)
    await go(`/tickets/${job.uuid}`)
    const one = page.locator(`[data-message-id="${job.messageId}"]`)
    await expect(one, job.piece.kind).toBeVisible()
    await expect(job.piece.shows(one).first(), job.piece.kind).toBeVisible()
    if (job.pending) {
      await header(page).getByRole('button', { name: 'Aceitar' }).click()
      await expect(composer(page)).toBeVisible()
    }
    if (job.piece.body === 'Posso reagir a esta?') {
      await one.click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Reagir com ❤️' }).click()
      await expect(one.getByRole('img', { name: 'reação ❤️' })).toBeVisible()
    }
    await answer(page, i % 4, stamp)
    if (i % 5 === 1) {
      const note = page.locator('[data-pane="contact"]').getByRole('textbox', { name: 'Nova observação' })
      await note.fill(`Nota ${stamp}`)
      await page.keyboard.press('Control+Enter')
      await expect(note).toHaveValue('')
      noted?.push(job.id)
    }
    if (i % 5 === 2) {
      await header(page).getByRole('button', { name: 'Resolver' }).click()
      await expect(page).toHaveURL(/\/tickets$/)
      await expect(row(page, job.id)).toHaveCount(0)
      resolved?.push(job.id)
    }
    if (i % 5 === 4) {
      await header(page).getByRole('button', { name: 'Mais ações' }).click()
      await page.getByRole('menuitem', { name: 'Transferir' }).click()
      const dialog = page.getByRole('dialog', { name: /^Transferir ticket/ })
      await take(page, dialog.getByRole('combobox', { name: 'Atendente' }), 'Carla')
      await dialog.getByLabel('Recado para o próximo atendente').fill(`Recado ${stamp}`)
      await dialog.getByRole('button', { name: 'Transferir' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page).toHaveURL(/\/tickets$/)
      handedOn?.push(job.id)
    }
  }

  // Every word is where it was meant to be, once, and nowhere else; so is what became of the tickets.
  for (const [ticketId, stamp] of stamps) {
    const { rows } = await db.execute({
      sql: `select ticket_id, from_me, failure from messages where body like ?`,
      args: [`%${stamp}%`],
    })
    expect(rows.map(found => [found.ticket_id, found.from_me, found.failure])).toEqual([[ticketId, 1, null]])
  }
  const facts = async (sql: string): Promise<number[]> =>
    (await db.execute(sql)).rows.map(found => Number(found.id)).filter(id => stamps.has(id))
  const sorted = (ids: number[] | undefined): number[] => [...(ids ?? [])].sort((a, b) => a - b)
  expect(sorted(await facts(`select id from tickets where status = 'closed'`))).toEqual(sorted(resolved))
  expect(
    sorted(
      await facts(`select t.id from tickets t join users u on u.id = t.user_id
        where u.email = 'carla@demo.turno' and t.handover_note like 'Recado p%'`),
    ),
  ).toEqual(sorted(handedOn))
  expect(sorted(await facts(`select ticket_id as id from ticket_notes where note like 'Nota p%'`))).toEqual(
    sorted(noted),
  )
  db.close()
}
