/** The body of a location message as the thread shows it: `link | words`. Pure. */

/** @param words name and address; the coordinates if empty. */
export function placeBody(latitude: number, longitude: number, words: string): string {
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17&hl=pt-BR`
  return `${link} | ${words.replaceAll('|', '/') || `${latitude}, ${longitude}`}`
}

/** A place out of such a body (`picture | link | description`); null when it names no coordinates. */
export function placeIn(body: string): { latitude: number; longitude: number; name?: string } | null {
  const parts = body.split('|').map(part => part.trim())
  const pair = /(-?\d{1,3}\.\d+)\s*(?:,|%2C)\s*(-?\d{1,3}\.\d+)/i
  const found = parts.filter(part => !part.startsWith('data:')).flatMap(part => pair.exec(part) ?? [])
  const [, latitude, longitude] = found
  if (latitude === undefined || longitude === undefined) return null
  const words = parts.filter(
    part => part !== '' && !part.startsWith('data:') && !/^https?:/i.test(part) && !pair.test(part),
  )
  return {
    latitude: Number(latitude),
    longitude: Number(longitude),
    ...(words[0] ? { name: words[0].slice(0, 1_000) } : {}),
  }
}
