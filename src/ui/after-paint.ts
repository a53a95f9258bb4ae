/**
 * Runs something once the next frame is on screen, for work that would make the browser lay everything out before it.
 * @returns cancels it while it has not run.
 */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const runAfterPaint = (): void => {
    timer = setTimeout(work, 0)
  }
  // A window that nobody sees has no frames to wait for.
  if (document.hidden) runAfterPaint()
  const frame = document.hidden ? 0 : requestAnimationFrame(runAfterPaint)
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
