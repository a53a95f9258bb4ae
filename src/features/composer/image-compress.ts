/** Images are compressed at quality 0.7 before upload. */
import { IMAGE_QUALITY } from '@contract'

/** Longest side sent; WhatsApp itself keeps no more. Pixels. */
const MOST_PIXELS = 4_096

/** Types that are worth compressing; GIFs would lose their movement and SVGs are no pixels. */
const COMPRESSIBLE = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/bmp'])

export const isCompressible = (mime: string): boolean => COMPRESSIBLE.has(mime)

/**
 * Which of two versions is sent: the compressed one only when it is smaller and nothing visible is lost.
 * @param transparent whether the original has pixels one can see through; JPEG would paint them black.
 */
export function chooseVersion(
  original: { size: number },
  compressed: { size: number } | null,
  transparent: boolean,
): 'original' | 'compressed' {
  return compressed !== null && !transparent && compressed.size < original.size ? 'compressed' : 'original'
}

export interface PreparedImage {
  file: File
  width: number | null
  height: number | null
}

const withExtension = (name: string): string => `${name.replace(/\.[A-Za-z0-9]{1,5}$/, '')}.jpg`

/** Whether any pixel lets the ground through; looked at in a small copy, which keeps every larger hole. */
function isTransparent(bitmap: ImageBitmap): boolean {
  const side = 64
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return true
  context.drawImage(bitmap, 0, 0, side, side)
  const { data } = context.getImageData(0, 0, side, side)
  for (let i = 3; i < data.length; i += 4) if ((data[i] ?? 255) < 250) return true
  return false
}

/** Compresses a picture; whatever cannot be read as one is handed on as it is. Never throws. */
export async function prepareImage(file: File): Promise<PreparedImage> {
  if (!file.type.startsWith('image/')) return { file, width: null, height: null }
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file)
  } catch {
    return { file, width: null, height: null }
  }
  const { width, height } = bitmap
  try {
    if (!isCompressible(file.type)) return { file, width, height }
    const scale = Math.min(1, MOST_PIXELS / Math.max(width, height))
    const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: IMAGE_QUALITY })
    const transparent = file.type !== 'image/jpeg' && isTransparent(bitmap)
    if (chooseVersion(file, blob, transparent) === 'original') return { file, width, height }
    const compressed = new File([blob], withExtension(file.name), { type: 'image/jpeg' })
    return { file: compressed, width: canvas.width, height: canvas.height }
  } catch {
    return { file, width, height }
  } finally {
    bitmap.close()
  }
}
