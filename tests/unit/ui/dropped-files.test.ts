import { expect, it } from 'vitest'
import { droppedFiles } from '../../../src/ui/dropped-files'

/** A drop as browsers tell it: a folder is among the files, too, with no type. */
function dropped(...all: readonly { name: string; type?: string; folder?: true }[]): DataTransfer {
  return {
    items: all.map(({ name, folder }) => ({
      kind: 'file',
      webkitGetAsEntry: () => ({ name, isDirectory: folder === true }),
    })),
    files: all.map(({ name, type = '' }) => ({ name, type })),
  } as unknown as DataTransfer
}

it('leaves folders out and says that there were some', () => {
  const { files, folders } = droppedFiles(
    dropped(
      { name: 'fotos', folder: true },
      { name: 'boleto.pdf', type: 'application/pdf' },
      { name: 'LEIAME' },
    ),
  )
  expect(files.map(file => file.name)).toEqual(['boleto.pdf', 'LEIAME'])
  expect(folders).toBe(true)
})

it('takes files alone as they are', () => {
  expect(droppedFiles(dropped({ name: 'LEIAME' }))).toEqual({
    files: [{ name: 'LEIAME', type: '' }],
    folders: false,
  })
})
