/** A chart as a picture: what is drawn, on its ground, under its title. */
import { saveBlob } from '@/stores/downloads'

const EDGE_PX = 16
const TITLE_PX = 24
const FACT_PX = 18
const LEGEND_PX = 28
/** Between the words above and what is drawn. */
const GAP_PX = 8

/** @returns the lines of a text that fit, broken between words; a word that is too long stands alone. */
export function linesOf(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && widthOf(longer) > width) lines.push(word)
    else lines.splice(-1, 1, longer)
  }
  return lines
}

/** What is full and what is hatched, below the title. */
function drawLegend(
  paint: CanvasRenderingContext2D,
  names: readonly string[],
  middle: number,
  scale: number,
): void {
  const style = getComputedStyle(document.documentElement)
  const box = 12 * scale
  paint.font = `${13 * scale}px ${style.getPropertyValue('--m-font')}`
  let at = EDGE_PX * scale
  for (const [place, name] of names.entries()) {
    paint.fillStyle = style.getPropertyValue('--c-accent-fill')
    paint.strokeStyle = paint.fillStyle
    paint.lineWidth = 1.5 * scale
    const top = middle - box / 2
    if (place === 0) paint.fillRect(at, top, box, box)
    else {
      paint.strokeRect(at, top, box, box)
      for (const part of [0.5, 1, 1.5]) {
        paint.beginPath()
        paint.moveTo(at + Math.max(0, part - 1) * box, top + Math.min(1, part) * box)
        paint.lineTo(at + Math.min(1, part) * box, top + Math.max(0, part - 1) * box)
        paint.stroke()
      }
    }
    at += box + 6 * scale
    paint.fillStyle = style.getPropertyValue('--c-text-2')
    paint.fillText(name, at, middle)
    at += paint.measureText(name).width + 16 * scale
  }
}

/** Paints what stands in a table of the page: grounds and words, as they are seen. @param from where it begins. */
function paintElements(paint: CanvasRenderingContext2D, root: Element, from: number, scale: number): void {
  const origin = root.getBoundingClientRect()
  const at = (rect: DOMRect): [number, number] => [
    (rect.left - origin.left + EDGE_PX) * scale,
    from + (rect.top - origin.top) * scale,
  ]
  for (const element of root.querySelectorAll('*')) {
    const { backgroundColor } = getComputedStyle(element)
    const rect = element.getBoundingClientRect()
    paint.fillStyle = backgroundColor
    if (element.closest('[data-picture="none"]') === null)
      paint.fillRect(...at(rect), rect.width * scale, rect.height * scale)
  }
  const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const parent = node.parentElement
    if (!parent || !node.textContent?.trim() || parent.closest('[data-picture="none"]')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const rect = range.getBoundingClientRect()
    const { color, fontSize, fontWeight, fontFamily } = getComputedStyle(parent)
    paint.fillStyle = color
    paint.font = `${fontWeight} ${Number.parseFloat(fontSize) * scale}px ${fontFamily}`
    const [x, y] = at(rect)
    paint.fillText(node.textContent, x, y + (rect.height / 2) * scale)
  }
}

/**
 * Saves the chart, or else the table, within a part of the page as PNG, in the colours of the theme it is seen in.
 * @param facts whose it is, of which days and of what; stand below the title.
 * @param name of the file, without its ending.
 * @returns whether there was one.
 */
export async function savePicture(
  within: HTMLElement,
  title: string,
  facts: readonly string[],
  name: string,
): Promise<boolean> {
  const drawn = within.querySelector('canvas') ?? within.querySelector('table')
  const sheet = document.createElement('canvas')
  const paint = sheet.getContext('2d')
  if (!drawn || !paint) return false
  const style = getComputedStyle(document.documentElement)
  const canvas = drawn instanceof HTMLCanvasElement ? drawn : null
  const scale = canvas ? canvas.width / (canvas.clientWidth || canvas.width) : Math.max(1, devicePixelRatio)
  const [width, height] = canvas
    ? [canvas.width, canvas.height]
    : [drawn.clientWidth * scale, drawn.clientHeight * scale]
  const legend = canvas
    ? [...within.querySelectorAll('[data-legend] > *')].map(one => one.textContent ?? '')
    : []
  const blocks = [
    { text: title, weight: 600, size: 16, colour: '--c-text', line: TITLE_PX },
    { text: facts.join(' · '), weight: 400, size: 12, colour: '--c-text-2', line: FACT_PX },
  ].map(({ text, weight, size, colour, line }) => {
    paint.font = `${weight} ${size * scale}px ${style.getPropertyValue('--m-font')}`
    const lines = linesOf(text, width, part => paint.measureText(part).width)
    return { lines, font: paint.font, colour, line }
  })
  const words = blocks.reduce((sum, { lines, line }) => sum + lines.length * line, EDGE_PX)
  const head = (words + (legend.length > 0 ? LEGEND_PX : 0) + GAP_PX) * scale
  // A change of its size forgets what was set.
  sheet.width = width + 2 * EDGE_PX * scale
  sheet.height = head + height + EDGE_PX * scale
  paint.fillStyle = style.getPropertyValue('--c-surface')
  paint.fillRect(0, 0, sheet.width, sheet.height)
  paint.textBaseline = 'middle'
  let at = EDGE_PX * scale
  for (const { lines, font, colour, line } of blocks) {
    paint.font = font
    paint.fillStyle = style.getPropertyValue(colour)
    for (const text of lines) {
      paint.fillText(text, EDGE_PX * scale, at + (line / 2) * scale)
      at += line * scale
    }
  }
  drawLegend(paint, legend, at + (LEGEND_PX / 2) * scale, scale)
  if (canvas) paint.drawImage(canvas, EDGE_PX * scale, head)
  else paintElements(paint, drawn, head, scale)
  const blob = await new Promise<Blob | null>(done => sheet.toBlob(done, 'image/png'))
  // Marks that no file system takes would become underscores.
  if (blob) saveBlob(blob, `${name.replaceAll(': ', ' - ').replaceAll('/', '-')}.png`)
  return blob !== null
}
