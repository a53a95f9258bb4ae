/** A file dropped where nobody takes it must not replace the page. */

/** Whether a drag brings files rather than text or a link of the page itself. */
const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

/**
 * Refuses, for the life of the window, every file that no part of the screen has taken; whoever takes one says so with
 * preventDefault before it gets here.
 */
export function guardDrops(target: Window = window): void {
  const refuse = (event: DragEvent): void => {
    if (event.defaultPrevented || !carriesFiles(event)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  }
  target.addEventListener('dragover', refuse)
  target.addEventListener('drop', refuse)
}
