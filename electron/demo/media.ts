/** The files people of the demo send one another: small ones beside this file (scripts/demo-media.mjs draws them). */

export interface MediaFile {
  bytes: Uint8Array
  mime: string
  name: string
  /** Pixels. */
  width?: number
  height?: number
  /** Seconds, whole. */
  duration?: number
  /** What somebody says in it: it sounds like a voice and has no words. */
  says?: string
}

type Facts = Omit<MediaFile, 'bytes'>

const picture = (name: string, width: number, height: number): Facts => ({
  mime: 'image/png',
  name,
  width,
  height,
})
const voice = (duration: number, says: string): Facts => ({
  mime: 'audio/mpeg',
  name: 'audio.mp3',
  duration,
  says,
})
const document = (name: string): Facts => ({ mime: 'application/pdf', name })

/** Each kind with its variants, by the name of the file. */
const FILES = {
  product: {
    'product-1.png': picture('produto.png', 800, 600),
    'product-2.png': picture('produto.png', 720, 800),
    'product-3.png': picture('produto.png', 960, 720),
  },
  damage: {
    'damage-1.png': picture('produto-avariado.png', 800, 600),
    'damage-2.png': picture('produto-avariado.png', 720, 800),
    'damage-3.png': picture('produto-avariado.png', 960, 720),
  },
  receipt: { 'receipt.png': picture('comprovante-pix.png', 540, 720) },
  label: { 'label.png': picture('etiqueta.png', 760, 480) },
  qr: { 'qr.png': picture('qrcode-pix.png', 328, 328) },
  map: {
    'map-1.png': picture('mapa.png', 160, 90),
    'map-2.png': picture('mapa.png', 160, 90),
    'map-3.png': picture('mapa.png', 160, 90),
  },
  voice: {
    'voice-1.mp3': voice(4, 'Oi! Consegue ver isso para mim, por favor?'),
    'voice-2.mp3': voice(7, 'Olha, eu conferi tudo aqui em casa e ainda não resolveu. Pode dar uma olhada?'),
    'voice-3.mp3': voice(
      10,
      'Então, é o seguinte: chegou ontem à tarde, eu abri com cuidado e só agora percebi. Como a gente resolve isso?',
    ),
  },
  slip: { 'slip.pdf': document('boleto.pdf') },
  taxNote: { 'tax-note.pdf': document('nota-fiscal.pdf') },
  video: {
    'unboxing.webm': {
      mime: 'video/webm',
      name: 'abrindo-a-caixa.webm',
      width: 320,
      height: 180,
      duration: 3,
    },
  },
  sticker: { 'smile.webp': { mime: 'image/webp', name: 'figurinha.webp', width: 256, height: 256 } },
} as const satisfies Record<string, Record<string, Facts>>

export type MediaKind = keyof typeof FILES

/** They travel inside the program, each in a chunk of its own. */
const addresses = import.meta.glob<string>('./media/*.{png,mp3,pdf,webm,webp}', {
  query: '?inline',
  import: 'default',
})

/** How many files there are of a kind. */
export const variantsOf = (kind: MediaKind): number => Object.keys(FILES[kind]).length

/** @param variant any whole number from 0: the same gives the same file. */
export async function mediaFile(kind: MediaKind, variant = 0): Promise<MediaFile> {
  const known = Object.entries<Facts>(FILES[kind])
  const [file, facts] = known[variant % known.length] ?? []
  const load = addresses[`./media/${file}`]
  if (!facts || !load) throw new Error(`The demo has no file ${file}`)
  const address = await load()
  const bytes = Uint8Array.from(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'))
  return { ...facts, bytes }
}
