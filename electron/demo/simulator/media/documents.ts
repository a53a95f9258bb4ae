/** Documents the company sends: payment slip, tax invoice and price list, as PDF. */
import type PDFDocument from 'pdfkit'

export interface Document {
  bytes: Uint8Array
  mime: 'application/pdf'
  name: string
}

type Sheet = InstanceType<typeof PDFDocument>

/** @param at creation date written into the file, so that the same facts give the same bytes. */
async function sheet(title: string, at: Date, draw: (doc: Sheet) => void): Promise<Uint8Array> {
  // Fonts and their tools are a fifth of the server's start; most starts write no document.
  const { default: Pdf } = await import('pdfkit')
  return new Promise((resolve, reject) => {
    const doc = new Pdf({
      size: 'A4',
      margin: 48,
      info: { Title: title, Author: 'Loja Horizonte', CreationDate: at, ModDate: at },
    })
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
    draw(doc)
    doc.end()
  })
}

function heading(doc: Sheet, title: string, sub: string): void {
  doc.rect(0, 0, 595, 92).fill('#1f5f4a')
  doc.fill('#ffffff').fontSize(20).text(title, 48, 30).fontSize(10).text(sub, 48, 58)
  doc.fill('#212529')
}

function pairs(doc: Sheet, top: number, rows: readonly (readonly [string, string])[]): number {
  rows.forEach(([label, value], i) => {
    const y = top + i * 40
    doc.fontSize(8).fillColor('#868e96').text(label, 48, y)
    doc
      .fontSize(12)
      .fillColor('#212529')
      .text(value, 48, y + 12)
    doc
      .moveTo(48, y + 32)
      .lineTo(547, y + 32)
      .lineWidth(0.5)
      .stroke('#dee2e6')
  })
  return top + rows.length * 40
}

/** Bars whose widths follow the digits; they look like a slip's code and encode nothing. */
function bars(doc: Sheet, digits: string, top: number): void {
  let x = 48
  for (const digit of digits.replace(/\D/g, '').repeat(2)) {
    const wide = 1 + (Number(digit) % 3)
    doc.rect(x, top, wide, 54).fill('#212529')
    x += wide + 1.5
    if (x > 540) break
  }
}

export interface SlipFacts {
  payer: string
  value: string
  /** dd/mm/yyyy. */
  due: string
  order: string
  /** The typed line of the slip. */
  line: string
}

export async function slipDocument(facts: SlipFacts, at: Date): Promise<Document> {
  const bytes = await sheet(`Boleto ${facts.order}`, at, doc => {
    heading(doc, 'Boleto de cobrança', 'Loja Horizonte Ltda - documento de demonstração, sem valor')
    const end = pairs(doc, 124, [
      ['Pagador', facts.payer],
      ['Valor do documento', facts.value],
      ['Vencimento', facts.due],
      ['Pedido', facts.order],
      ['Linha digitável', facts.line],
    ])
    bars(doc, facts.line, end + 24)
  })
  return { bytes, mime: 'application/pdf', name: `boleto-${facts.order}.pdf` }
}

export async function taxNoteDocument(
  facts: { buyer: string; product: string; value: string; order: string; issued: string },
  at: Date,
): Promise<Document> {
  const bytes = await sheet(`Nota fiscal ${facts.order}`, at, doc => {
    heading(doc, 'Nota fiscal', 'Loja Horizonte Ltda - documento de demonstração, sem valor fiscal')
    const end = pairs(doc, 124, [
      ['Destinatário', facts.buyer],
      ['Emissão', facts.issued],
      ['Pedido', facts.order],
      ['Produto', facts.product],
      ['Quantidade', '1'],
      ['Valor total', facts.value],
    ])
    doc
      .fontSize(9)
      .fillColor('#868e96')
      .text('Obrigado pela preferência.', 48, end + 20)
  })
  return { bytes, mime: 'application/pdf', name: `nota-fiscal-${facts.order}.pdf` }
}
