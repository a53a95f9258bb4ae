/** The pictures of the simulated world. The same arguments give the same bytes. */
import QRCode from 'qrcode'
import type { Random } from '../random'
import { Canvas, type Colour } from './canvas'

export interface Picture {
  bytes: Uint8Array
  mime: 'image/png'
  name: string
  /** Pixels. */
  width: number
  height: number
}

const INK: Colour = [33, 37, 41]
const SOFT: Colour = [134, 142, 150]
const RULE: Colour = [222, 226, 230]
const PAPER: Colour = [255, 255, 255]
const GREEN: Colour = [32, 135, 91]

function finish(canvas: Canvas, name: string): Picture {
  return { bytes: canvas.encode(), mime: 'image/png', name, width: canvas.width, height: canvas.height }
}

/** A Pix receipt as a bank app shows it, portrait. */
export function receiptPicture(facts: { value: string; payer: string; date: string; code: string }): Picture {
  const c = new Canvas(540, 880, [241, 243, 245])
  c.rect(0, 0, 540, 150, GREEN)
  c.disc(70, 75, 34, PAPER)
  c.line(54, 76, 66, 88, 6, GREEN)
  c.line(66, 88, 88, 60, 6, GREEN)
  c.write('Pix enviado', 126, 48, 4, PAPER)
  c.write(facts.date, 126, 92, 2, PAPER)
  c.rect(30, 190, 480, 620, PAPER)
  const rows: [string, string][] = [
    ['Valor', facts.value],
    ['De', facts.payer],
    ['Para', 'Loja Horizonte Ltda'],
    ['Instituicao', 'Banco do Exemplo'],
    ['Autenticacao', facts.code],
  ]
  rows.forEach(([label, value], i) => {
    const top = 226 + i * 112
    c.write(label, 56, top, 2, SOFT)
    c.write(value.slice(0, 24), 56, top + 28, 3, INK)
    c.rect(56, top + 78, 428, 2, RULE)
  })
  return finish(c, 'comprovante-pix.png')
}

const GROUNDS: readonly (readonly [Colour, Colour])[] = [
  [
    [236, 226, 208],
    [190, 170, 140],
  ],
  [
    [214, 226, 236],
    [138, 160, 184],
  ],
  [
    [226, 236, 220],
    [150, 178, 140],
  ],
  [
    [236, 220, 226],
    [184, 146, 160],
  ],
]
const BODIES: readonly Colour[] = [
  [52, 92, 160],
  [196, 84, 60],
  [60, 60, 68],
  [46, 134, 120],
  [150, 96, 52],
]

/** A product on a table; with `damaged` a crack runs over it. Landscape. */
export function productPicture(random: Random, damaged: boolean): Picture {
  const [width, height] = random.pick([
    [960, 720],
    [800, 600],
    [720, 960],
  ] as const)
  const [top, bottom] = random.pick(GROUNDS)
  const c = new Canvas(width, height, top)
  c.gradient(top, bottom)
  const cx = Math.round(width / 2)
  const cy = Math.round(height / 2)
  const unit = Math.round(Math.min(width, height) / 10)
  const body = random.pick(BODIES)
  const light = body.map(v => Math.min(255, v + 46)) as unknown as Colour
  const shade = bottom.map(v => Math.max(0, v - 36)) as unknown as Colour
  c.rect(cx - unit * 3, cy + unit * 3, unit * 6, Math.round(unit / 2), shade)
  const shape = random.int(0, 2)
  if (shape === 0) {
    c.rect(cx - unit * 2, cy - unit * 3, unit * 4, unit * 6, body)
    c.rect(cx - unit * 2, cy - unit * 3, unit, unit * 6, light)
    c.disc(cx + Math.round(unit / 2), cy, Math.round(unit * 0.9), light)
  } else if (shape === 1) {
    c.rect(cx - unit, cy - unit * 2, unit * 2, unit * 5, body)
    c.rect(cx - Math.round(unit / 2), cy - unit * 3, unit, unit, light)
    c.rect(cx - unit, cy - unit, unit * 2, unit, light)
  } else {
    c.rect(cx - unit * 3, cy - unit, unit * 6, unit * 4, [182, 142, 96])
    c.rect(cx - unit * 3, cy - unit, unit * 6, Math.round(unit / 2), [160, 120, 76])
    c.rect(cx - Math.round(unit / 3), cy - unit, Math.round(unit / 1.5), unit * 4, [214, 184, 140])
  }
  if (damaged) {
    let [x, y] = [cx - Math.round(unit / 2), cy - unit]
    for (let i = 0; i < 6; i++) {
      const nx = cx + random.int(-Math.round(unit * 0.8), Math.round(unit * 0.8))
      const ny = y + random.int(Math.round(unit / 4), Math.round(unit / 1.6))
      c.line(x, y, nx, ny, 5, [20, 20, 22])
      ;[x, y] = [nx, ny]
    }
  }
  return finish(c, damaged ? 'produto-avariado.png' : 'produto.png')
}

/** A parcel label with a bar code. */
export function labelPicture(facts: { name: string; city: string; tracking: string }): Picture {
  const c = new Canvas(760, 480, [206, 170, 122])
  c.rect(60, 60, 640, 360, PAPER)
  c.write('Etiqueta de envio', 90, 90, 3, INK)
  c.rect(90, 126, 580, 3, INK)
  c.write(facts.name.slice(0, 28), 90, 150, 3, INK)
  c.write(facts.city, 90, 190, 3, SOFT)
  let x = 110
  for (const letter of facts.tracking.repeat(3)) {
    const wide = (letter.charCodeAt(0) % 4) + 2
    c.rect(x, 244, wide, 110, INK)
    x += wide + 3 + (letter.charCodeAt(0) % 3) * 2
    if (x > 640) break
  }
  c.write(facts.tracking, 220, 372, 3, INK)
  return finish(c, 'etiqueta.png')
}

/** A QR code to pay with: a real code of the given text. */
export function qrPicture(text: string): Picture {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const scale = 8
  const side = (modules.size + 8) * scale
  const c = new Canvas(side, side, PAPER)
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (modules.get(y, x)) c.rect((x + 4) * scale, (y + 4) * scale, scale, scale, INK)
    }
  }
  return finish(c, 'qrcode-pix.png')
}

/** The little map in a location message. */
export function mapPicture(random: Random): Picture {
  const c = new Canvas(160, 90, [234, 230, 220])
  for (let i = 0; i < 3; i++) {
    c.rect(0, random.int(5, 85), 160, 5, [255, 255, 255])
    c.rect(random.int(5, 150), 0, 5, 90, [255, 255, 255])
  }
  c.rect(random.int(0, 110), random.int(0, 60), 40, 24, [198, 222, 190])
  c.disc(80, 38, 9, [214, 69, 65])
  c.line(78, 46, 78, 58, 4, [214, 69, 65])
  return finish(c, 'mapa.png')
}
