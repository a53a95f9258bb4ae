/** How long the bytes stay readable after the click. */
const KEPT_MS = 60_000

/** Hands a file made in this window to the system's download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Main reads the bytes while the person still chooses where to save them.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
