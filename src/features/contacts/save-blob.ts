/** Hands a file made in this window to the system's download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has taken its own reference by the next turn of the loop.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
