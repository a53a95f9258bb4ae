/** What is read of a page behind a link, and which link of a message it is. */
import { describe, expect, it } from 'vitest'
import { headOf, readPage, textOf } from '../../../electron/server/desk/link-previews/page'
import { firstLink } from '../../../electron/server/desk/messages/links'

const NEVER = new AbortController().signal
/** A way out to pages that are answered here. */
const answering = (answers: Record<string, () => Response>) => (): typeof fetch => async input =>
  answers[String(input)]?.() ?? new Response(null, { status: 404 })
const page = (html: BodyInit, type = 'text/html') => new Response(html, { headers: { 'content-type': type } })

describe('the first link', () => {
  it.each([
    ['Veja https://loja.example/a?b=1, e https://outra.example', 'https://loja.example/a?b=1'],
    ['(http://loja.example/x).', 'http://loja.example/x'],
    ['https://ana:segredo@loja.example e https://loja.example', 'https://loja.example'],
    ['nota.zip, www.loja.example, ana@loja.example, ftp://loja.example', null],
    [`https://loja.example/${'x'.repeat(1_000)}`, null],
    ['javascript://loja.example', null],
  ])('of %s', (text, link) => expect(firstLink(text)).toBe(link))
})

describe('a page', () => {
  it('is known by what it says for others, then by its title, then by its site', async () => {
    const all = `<meta property="og:site_name" content="Loja"><title>Da aba</title>
      <meta name="twitter:title" content="Do tuíte"><meta property="og:title" content=" Tênis &amp;\n cia ">
      <meta name="description" content="Uma"><meta property="og:description" content="Outra">
      <meta property="og:image" content="/foto.png">`
    expect(await headOf(all)).toEqual({ title: 'Tênis & cia', description: 'Outra', picture: '/foto.png' })
    expect((await headOf('<title>Da <b>aba</b></title>')).title).toBe('Da <b>aba</b>')
    expect((await headOf('<meta property="og:site_name" content="Loja">')).title).toBe('Loja')
    expect((await headOf('<p>Nada')).title).toBe('')
  })

  it('is text, whatever stands in it: no scripts, no marks that turn text around, no lines, no end', async () => {
    const hostile = `<script>"<title>Falso</title>"</script><!-- <title>Falso</title> --><style><title>Falso</title></style>
      <meta property='og:title' content='<img src=x onerror=alert(1)>\u202Etxt\u0007\n fim ${'a'.repeat(9_000)}'>
      <body><meta property="og:description" content="do corpo">`
    const { title, description } = await headOf(hostile)
    expect(title).toMatch(/^<img src=x onerror=alert\(1\)>txt *fim a+$/)
    expect([title.length, description]).toEqual([200, ''])
  })

  it('is read in the letters it is written in', async () => {
    const latin = Buffer.from('<meta charset="ISO-8859-1"><title>Promoção</title>', 'latin1')
    expect((await headOf(textOf(latin, 'text/html'))).title).toBe('Promoção')
    expect((await headOf(textOf(Buffer.from('<title>Promoção</title>'), 'text/html'))).title).toBe('Promoção')
    expect(textOf(Buffer.from([0x93, 0x80, 0x94]), 'text/html; charset=iso-8859-1')).toBe('“€”')
    expect(textOf(Buffer.from('Promoção'), 'text/html; charset=klingon')).toBe('Promoção')
  })

  it('is read no further than half a megabyte, and what stands in that counts', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = sent === 0 ? '<title>Sem fim</title>' : ' '.repeat(64 * 1024)
        sent += piece.length
        controller.enqueue(Buffer.from(piece))
      },
    })
    const found = await readPage(
      answering({ 'https://a.example/': () => page(endless) }),
      'https://a.example',
      NEVER,
    )
    expect(found?.title).toBe('Sem fim')
    expect(sent).toBeLessThan(1024 * 1024)
  })

  it.each([
    ['a hundred thousand attributes', `<a ${Array.from({ length: 90_000 }, (_, at) => `b${at}`).join(' ')}`],
    ['a hundred thousand elements in one another', '<p>'.repeat(170_000)],
    ['comments that never end', '<!--'.repeat(130_000)],
  ])('of %s says nothing, and ends', async (_, html) =>
    expect(await headOf(html)).toEqual({ title: '', description: '', picture: '' }),
  )

  it('is none where it is no page, is not there, or leads on without end', async () => {
    const ask = (answers: Record<string, () => Response>) =>
      readPage(answering(answers), 'https://a.example/', NEVER)
    expect(await ask({ 'https://a.example/': () => page('<title>a</title>', 'application/pdf') })).toBeNull()
    expect(await ask({})).toBeNull()
    const round = () => new Response(null, { status: 302, headers: { location: 'https://a.example/' } })
    await expect(ask({ 'https://a.example/': round })).rejects.toThrow('without end')
  })

  it('has a picture only where its bytes are one, of a size that can be drawn', async () => {
    const of = async (bytes: Uint8Array) =>
      (
        await readPage(
          answering({
            'https://a.example/': () => page('<title>a</title><meta property="og:image" content="p">'),
            'https://a.example/p': () =>
              new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/png' } }),
          }),
          'https://a.example/',
          NEVER,
        )
      )?.picture?.mime
    const png = (width: number, height: number): Uint8Array => {
      const bytes = Buffer.alloc(33)
      bytes.write('\x89PNG\r\n\x1a\n', 'latin1')
      bytes.writeUInt32BE(width, 16)
      bytes.writeUInt32BE(height, 20)
      return bytes
    }
    expect(await of(png(600, 400))).toBe('image/png')
    expect(await of(png(20_000, 20_000))).toBeUndefined()
    expect(await of(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined()
  })
})
