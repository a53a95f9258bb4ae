/** Documents as office programs write them, as small as they get. */
import { ZipFile } from 'yazl'

export async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

/** @param paragraphs with the style of each, "" for plain text. */
export const docxOf = (paragraphs: readonly (readonly [style: string, text: string])[]): Promise<Buffer> =>
  zipOf({
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${paragraphs
      .map(
        ([style, text]) =>
          `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`,
      )
      .join('')}</w:body></w:document>`,
  })

/** @param lines each with the size of its letters, from the top of a page. */
export function pdfOf(pages: readonly (readonly (readonly [size: number, text: string])[])[]): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, at) => {
      let y = 800
      const content = lines
        .map(([size, text]) => {
          y -= size * 1.3
          return `BT /F1 ${size} Tf 50 ${y} Td (${text}) Tj ET`
        })
        .join('\n')
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * at} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`
  return Buffer.from(text, 'latin1')
}
