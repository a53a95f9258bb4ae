/** Files customers send, made once each and handed out again: drawing costs time that messages should not wait for. */
import type { IncomingMedia } from '../../../server/channel/channel'
import type { Random } from '../random'
import { createRandom } from '../random'
import type { Case } from '../talk/cases'
import { mapPicture, type Picture, productPicture, receiptPicture } from './pictures'
import { type Clip, voiceClip } from './voice'

const VARIANTS = 3
const CLIP_SECONDS = [4, 7, 10] as const

export interface Shelf {
  picture(kind: 'damage' | 'receipt', concern: Case, at: string): IncomingMedia
  voice(random: Random): Promise<IncomingMedia>
  /** Body of a location message: picture, link and description between pipes (specification 1 section 2). */
  location(random: Random, concern: Case): string
}

const asMedia = (p: Picture): IncomingMedia => ({
  bytes: p.bytes,
  mime: p.mime,
  name: p.name,
  width: p.width,
  height: p.height,
})

/** A location body of a place: `data:image/png;base64,... | link | description`. */
export function locationBody(random: Random, concern: Case): string {
  const map = Buffer.from(mapPicture(random).bytes).toString('base64')
  const lat = (-random.int(3_000, 30_000) / 1_000).toFixed(4)
  const lng = (-random.int(35_000, 55_000) / 1_000).toFixed(4)
  const link = `https://maps.google.com/maps?q=${lat}%2C${lng}&z=17&hl=pt-BR`
  return `data:image/png;base64,${map} | ${link} | ${concern.person.address}, ${concern.person.city}`
}

export function createShelf(): Shelf {
  const pictures = new Map<number, Picture>()
  const clips = new Map<number, Promise<Clip>>()
  return {
    picture(kind, concern, at) {
      if (kind === 'receipt') {
        const date = new Date(at).toLocaleString('pt-BR').slice(0, 17)
        return asMedia(
          receiptPicture({
            value: concern.value,
            payer: concern.person.name,
            date,
            code: `E${concern.tracking}`,
          }),
        )
      }
      const variant = Number(concern.order) % VARIANTS
      const known = pictures.get(variant) ?? productPicture(createRandom(`damage ${variant}`), true)
      pictures.set(variant, known)
      return asMedia(known)
    },
    async voice(random) {
      const variant = random.int(0, CLIP_SECONDS.length - 1)
      const made =
        clips.get(variant) ?? voiceClip(createRandom(`voice ${variant}`), CLIP_SECONDS[variant] ?? 4)
      clips.set(variant, made)
      const { bytes, mime, name, duration } = await made
      return { bytes, mime, name, duration }
    },
    location: locationBody,
  }
}
