/** A small drawing surface for the pictures customers send: rectangles, discs, gradients and pixel letters. */
import { fold } from '@contract'
import { encodePng } from './png'

export type Colour = readonly [red: number, green: number, blue: number]

/** Columns of the letters, top bit lowest; five columns each. Lower case and accents are drawn as plain capitals. */
const LETTERS: Readonly<Record<string, string>> = {
  '!': '00005f0000',
  '#': '147f147f14',
  $: '242a7f2a12',
  '%': '2313086462',
  '(': '001c224100',
  ')': '0041221c00',
  '*': '2a1c7f1c2a',
  '+': '08083e0808',
  ',': '0040300000',
  '-': '0808080808',
  '.': '0060600000',
  '/': '2010080402',
  0: '3e5149453e',
  1: '00427f4000',
  2: '7249494946',
  3: '2241494936',
  4: '1814127f10',
  5: '2745454539',
  6: '3c4a494930',
  7: '0171090503',
  8: '3649494936',
  9: '064949291e',
  ':': '0036360000',
  '=': '1414141414',
  A: '7e0909097e',
  B: '7f49494936',
  C: '3e41414122',
  D: '7f4141413e',
  E: '7f49494941',
  F: '7f09090901',
  G: '3e4149497a',
  H: '7f0808087f',
  I: '00417f4100',
  J: '2040413f01',
  K: '7f08142241',
  L: '7f40404040',
  M: '7f020c027f',
  N: '7f0408107f',
  O: '3e4141413e',
  P: '7f09090906',
  Q: '3e4151215e',
  R: '7f09192946',
  S: '4649494931',
  T: '01017f0101',
  U: '3f4040403f',
  V: '1f2040201f',
  W: '3f4038403f',
  X: '6314081463',
  Y: '0708700807',
  Z: '6151494543',
}
const COLUMNS = 5
const ROWS = 7

/** Steps of a gradient: leaves room in the palette for everything drawn upon it. */
const GRADIENT_STEPS = 128
const MOST_COLOURS = 256

export class Canvas {
  private readonly pixels: Uint8Array
  private readonly palette: Colour[] = []
  private readonly indexes = new Map<number, number>()

  constructor(
    readonly width: number,
    readonly height: number,
    ground: Colour,
  ) {
    this.pixels = new Uint8Array(width * height)
    this.rect(0, 0, width, height, ground)
  }

  private indexOf(colour: Colour): number {
    const key = (colour[0] << 16) | (colour[1] << 8) | colour[2]
    const known = this.indexes.get(key)
    if (known !== undefined) return known
    if (this.palette.length === MOST_COLOURS) throw new Error('The picture has more colours than its palette')
    this.indexes.set(key, this.palette.length)
    return this.palette.push(colour) - 1
  }

  rect(left: number, top: number, width: number, height: number, colour: Colour): void {
    const x0 = Math.max(0, left)
    const x1 = Math.min(this.width, left + width)
    if (x1 <= x0) return
    const index = this.indexOf(colour)
    for (let y = Math.max(0, top); y < Math.min(this.height, top + height); y++) {
      this.pixels.fill(index, y * this.width + x0, y * this.width + x1)
    }
  }

  disc(cx: number, cy: number, radius: number, colour: Colour): void {
    for (let y = -radius; y <= radius; y++) {
      const half = Math.floor(Math.sqrt(radius * radius - y * y))
      this.rect(cx - half, cy + y, half * 2 + 1, 1, colour)
    }
  }

  /** Top to bottom from one colour to the other, over the whole surface. */
  gradient(top: Colour, bottom: Colour): void {
    for (let y = 0; y < this.height; y++) {
      const share = Math.floor((y / this.height) * GRADIENT_STEPS) / (GRADIENT_STEPS - 1)
      const mix = (i: 0 | 1 | 2): number => Math.round(top[i] + (bottom[i] - top[i]) * share)
      this.rect(0, y, this.width, 1, [mix(0), mix(1), mix(2)])
    }
  }

  /** A line of one-pixel steps, drawn `thick` pixels wide. */
  line(x0: number, y0: number, x1: number, y1: number, thick: number, colour: Colour): void {
    const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1)
    for (let i = 0; i <= steps; i++) {
      const x = Math.round(x0 + ((x1 - x0) * i) / steps)
      const y = Math.round(y0 + ((y1 - y0) * i) / steps)
      this.rect(x, y, thick, thick, colour)
    }
  }

  /** @param size pixels per dot of a letter: a letter is 5 by 7 dots. */
  write(text: string, left: number, top: number, size: number, colour: Colour): void {
    const plain = fold(text).toUpperCase()
    let x = left
    for (const letter of plain) {
      const columns = LETTERS[letter]
      if (columns) {
        for (let c = 0; c < COLUMNS; c++) {
          const bits = Number.parseInt(columns.slice(c * 2, c * 2 + 2), 16)
          for (let row = 0; row < ROWS; row++) {
            if (bits & (1 << row)) this.rect(x + c * size, top + row * size, size, size, colour)
          }
        }
      }
      x += (COLUMNS + 1) * size
    }
  }

  /** The file. */
  encode(): Uint8Array {
    return encodePng(this.width, this.height, this.pixels, this.palette)
  }
}
