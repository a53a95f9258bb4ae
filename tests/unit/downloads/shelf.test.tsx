// @vitest-environment jsdom
/** The shelf of downloads: what a press on a file that is on its way does, and what is said of it. */
import '../support/jsdom'
import type { DownloadEntry } from '@contract'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { DownloadsShelf } from '@/features/downloads/downloads-shelf'
import { useDownloads } from '@/stores/downloads'
import { openScreen, said } from '../support/open-screen'

const file: DownloadEntry = {
  ...{ id: 'd1', name: 'a.csv', source: '/api/reports/export', state: 'running', progress: null, size: 9 },
  ...{ failure: null, mayOpen: false, folder: 'Downloads' },
}
const become = (state: DownloadEntry['state']): void =>
  act(() => useDownloads.setState({ entries: [{ ...file, state }] }))

it('says that a download was cancelled once it has ended, and not of one that was whole by then', async () => {
  const { calls } = await openScreen(<DownloadsShelf />)
  const cancel = async (): Promise<void> => {
    become('running')
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar o download de a.csv' }))
  }
  await cancel()
  expect(calls).toContainEqual({ name: 'downloads.cancel', input: { id: 'd1' } })
  expect(said()).toEqual([])
  become('cancelled')
  await waitFor(() => expect(said()).toEqual(['Download de a.csv cancelado']))
  expect(screen.queryByTestId('downloads')).toBeNull()
  await cancel()
  become('done')
  become('cancelled')
  expect(said()).toEqual(['Download de a.csv cancelado'])
})

it('fetches a file that failed once more, where it is known from where', async () => {
  const { calls } = await openScreen(<DownloadsShelf />)
  const failed = (source: string | null): void =>
    act(() =>
      useDownloads.setState({ entries: [{ ...file, id: 'd2', source, state: 'failed', failure: 'line' }] }),
    )
  failed(null)
  screen.getByTestId('downloads')
  expect(screen.queryByRole('button', { name: 'Baixar a.csv de novo' })).toBeNull()
  failed(file.source)
  await userEvent.click(screen.getByRole('button', { name: 'Baixar a.csv de novo' }))
  expect(calls).toContainEqual({ name: 'downloads.start', input: { source: file.source, name: file.name } })
})
