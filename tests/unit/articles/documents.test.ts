/** Documents that articles are made of: what is read of each kind, and what of those that were made to hurt. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ARTICLE_LIMITS } from '@contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sectionsOf } from '../../../electron/documents/blocks'
import { readDocument } from '../../../electron/documents/formats'
import { inThread } from '../../../electron/documents/in-thread'
import { joinedLines } from '../../../electron/documents/pdf'
import { docxOf, pdfOf, zipOf } from '../../support/documents'

const read = (name: string, content: string | Buffer) =>
  readDocument({ name, bytes: new Uint8Array(Buffer.from(content)) })
/** Long enough that its headings part it. */
const LONG = 'Uma frase que enche o texto. '.repeat(40).trim()

describe('a document', () => {
  it('is one article where it is short, named by its heading or its file', async () => {
    expect(await read('Horários.txt', 'Das 8h às 18h.\r\n\r\nSábado não.')).toEqual({
      sections: [{ title: 'Horários', text: 'Das 8h às 18h.\n\nSábado não.' }],
      isCut: false,
    })
    expect(await read('x.md', '# Trocas\nEm 30 dias.\n\n## Como\nLeve a nota.')).toMatchObject({
      sections: [{ title: 'Trocas', text: 'Em 30 dias.\n\nComo\n\nLeve a nota.' }],
    })
  })

  it('in Markdown is cut by its headings where it is long', async () => {
    const answer = await read('Manual.md', `Início\n\n# Um\n${LONG}\n\n## Vazio\n\n## Dois\n\n${LONG}`)
    expect(answer).toMatchObject({
      sections: [
        { title: 'Manual', text: 'Início' },
        { title: 'Um', text: LONG },
        { title: 'Dois', text: LONG },
      ],
    })
  })

  it('of Word is read with its headings, in Portuguese too', async () => {
    const docx = await docxOf([
      ['Ttulo1', 'Garantia &amp; troca'],
      ['', LONG],
      ['Heading2', 'Prazo'],
      ['', LONG],
    ])
    expect(await read('Manual.docx', docx)).toMatchObject({
      sections: [
        { title: 'Garantia & troca', text: LONG },
        { title: 'Prazo', text: LONG },
      ],
    })
  })

  it('of Word keeps what was typed, once: no stops of tabulators, no text box for older programs', async () => {
    const word = (inside: string) =>
      zipOf({ 'word/document.xml': `<w:document><w:body>${inside}</w:body></w:document>` })
    const box = '<w:txbxContent><w:p><w:r><w:t>Na caixa</w:t></w:r></w:p></w:txbxContent>'
    const bytes = await word(
      '<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>' +
        '<w:r><w:t>Guarda</w:t><w:noBreakHyphen/><w:t>chuva</w:t><w:tab/><w:t>R$ 9</w:t></w:r></w:p>' +
        `<w:p><w:r><w:t>Fora</w:t></w:r><mc:AlternateContent><mc:Choice>${box}</mc:Choice>` +
        `<mc:Fallback>${box}</mc:Fallback></mc:AlternateContent><w:r><w:t> dela</w:t></w:r></w:p>`,
    )
    expect(await read('Loja.docx', bytes)).toMatchObject({
      sections: [{ text: 'Guarda-chuva\tR$ 9\n\nNa caixa\n\nFora dela' }],
    })
  })

  it.each([
    ['o aten-', 'dimento', 'o atendimento'],
    ['o aten\u00ad', 'dimento', 'o atendimento'],
    ['na segunda-', 'feira', 'na segunda-feira'],
    ['vamos enviá-', 'lo hoje', 'vamos enviá-lo hoje'],
    ['um guarda-', 'chuva', 'um guarda-chuva'],
    ['um arco-', '-íris', 'um arco-íris'],
    ['São Paulo-', 'Rio', 'São Paulo-Rio'],
    ['de 2020-', '2026', 'de 2020-2026'],
    ['o fim', 'do mês', 'o fim do mês'],
  ])('as PDF: %j and %j are one', (line, next, joined) => {
    expect(joinedLines(line, next, new Set(['guarda-chuva']))).toBe(joined)
  })

  it('as PDF has its larger lines as headings', async () => {
    const words = (from: number): [number, string][] =>
      Array.from({ length: 14 }, (_, at) => [
        11,
        `Linha ${from + at} com palavras bastantes para encher a linha toda`,
      ])
    const pdf = pdfOf([
      [[18, 'Entregas'], ...words(1)],
      [[18, 'Pagamento'], ...words(20)],
    ])
    const answer = await read('Manual.pdf', pdf)
    expect(answer).toMatchObject({ sections: [{ title: 'Entregas' }, { title: 'Pagamento' }] })
    expect(JSON.stringify(answer)).toContain('toda Linha 21 com')
  })

  it('of the web loses what surrounds its matter', async () => {
    const page = `<html><head><title>x</title><style>p{}</style></head><body><nav>Menu</nav><main><h1>Frete</h1>
      <p>Grátis acima de <b>R$ 199</b>.<br>Sempre.</p><ul><li>Sul</li><li>Norte</li></ul><script>alert(1)</script></main>
      <footer>Rodapé</footer></body></html>`
    expect(await read('loja.html', page)).toMatchObject({
      sections: [{ title: 'Frete', text: 'Grátis acima de R$ 199.\nSempre.\n\n- Sul\n\n- Norte' }],
    })
    expect(await read('prazo.html', '<h6>Entrega</h6><p>Sete dias.</p>')).toMatchObject({
      sections: [{ title: 'Entrega', text: 'Sete dias.' }],
    })
    const deep = await read('fundo.html', `${'<div>'.repeat(50_000)}Fundo`)
    expect(deep).toMatchObject({ sections: [{ text: 'Fundo' }] })
  })

  it('in the letters of old Windows is read, and one without words is none', async () => {
    expect(await read('velho.txt', Buffer.from('Devolu\xe7\xe3o', 'latin1'))).toMatchObject({
      sections: [{ text: 'Devolução' }],
    })
    for (const [name, content] of [
      ['vazio.txt', ' \n '],
      ['quebrado.pdf', '%PDF-1.4 nada'],
      ['quebrado.docx', 'PK nada'],
      ['sem.docx', await zipOf({ 'word/other.xml': '<a/>' })],
    ] as const)
      expect(await read(name, content), name).toEqual({ fault: 'unreadable' })
  })

  it('is cut where it is longer than what is taken, each article within its limit', () => {
    const { sections } = sectionsOf(
      [{ level: 0, text: `${'a'.repeat(15_000)}\n\n${'b'.repeat(15_000)}` }],
      'Livro',
    )
    expect(sections.map(({ title, text }) => [title, text.length])).toEqual([
      ['Livro (1)', 15_000],
      ['Livro (2)', 15_000],
    ])
    const many = Array.from({ length: 300 }, (_, at) => [
      { level: 1, text: `T${at} ${'x'.repeat(200)}` },
      { level: 0, text: LONG },
    ]).flat()
    const cut = sectionsOf(many, 'Livro')
    expect([cut.sections.length, cut.isCut]).toEqual([100, true])
    for (const { title, text } of cut.sections) {
      expect(title.length).toBeLessThanOrEqual(ARTICLE_LIMITS.title.max)
      expect(text.length).toBeLessThanOrEqual(ARTICLE_LIMITS.text)
    }
  })
})

describe('a document that was made to hurt', () => {
  it('is not unpacked beyond a size, and names no entities', async () => {
    const bomb = await zipOf({ 'word/document.xml': Buffer.alloc(40 * 1024 * 1024, 32) })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await read('bomba.docx', bomb)).toEqual({ fault: 'tooLarge' })
    const laughs = await zipOf({
      'word/document.xml':
        '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:document xmlns:w="w"><w:p><w:t>&b;</w:t></w:p></w:document>',
    })
    expect(await read('riso.docx', laughs)).toEqual({ fault: 'unreadable' })
  })

  it('of thousands of pages is read to a length and no further, and says so', async () => {
    const pdf = pdfOf(Array.from({ length: 2_000 }, (_, at) => [[11, `Pagina ${at}`]] as [number, string][]))
    const answer = await read('livro.pdf', pdf)
    expect(answer).toMatchObject({ isCut: true })
    expect(JSON.stringify(answer)).toContain('Pagina 299')
    expect(JSON.stringify(answer)).not.toContain('Pagina 300')
  })

  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turno-thread-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const thread = async (words: string): Promise<string> => {
    const file = join(folder, `${crypto.randomUUID()}.mjs`)
    await writeFile(file, `import { parentPort, workerData } from 'node:worker_threads'\n${words}`)
    return file
  }

  it('holds up nobody: its thread is ended in time, and when it takes too much memory', async () => {
    const asked = { n: 20 }
    const ok = await thread('parentPort.postMessage(workerData.n + 1)')
    expect(await inThread(ok, asked, { ms: 20_000, mb: 512 })).toBe(21)
    const hangs = await thread('for (;;) {}')
    expect(await inThread(hangs, asked, { ms: 200, mb: 512 })).toBeNull()
    const heap = await thread('const all = []; for (;;) all.push(new Array(100_000).fill(7.5))')
    expect(await inThread(heap, asked, { ms: 60_000, mb: 64 })).toBeNull()
    const buffers = await thread(
      'const all = []; for (;;) { all.push(Buffer.alloc(8 << 20, 1)); await new Promise(r => setTimeout(r, 5)) }',
    )
    expect(await inThread(buffers, asked, { ms: 60_000, mb: 64 })).toBeNull()
    expect(
      await inThread(await thread('throw new Error("broke")'), asked, { ms: 20_000, mb: 512 }),
    ).toBeNull()
  })
})
