/**
 * What was dropped, apart: a folder arrives among the files as one of no type that nothing can read.
 * @returns the files, in their order, and whether there were folders among them.
 */
export function droppedFiles(transfer: DataTransfer): { files: File[]; folders: boolean } {
  const folders = new Set(
    [...transfer.items].flatMap(item => {
      const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
      return entry?.isDirectory ? [entry.name] : []
    }),
  )
  const files = [...transfer.files].filter(({ name, type }) => type !== '' || !folders.has(name))
  return { files, folders: folders.size > 0 }
}
