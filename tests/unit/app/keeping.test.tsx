// @vitest-environment jsdom
import '../support/jsdom'
import type { WorkspaceRepair } from '@contract'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WorkspaceFirst } from '@/app/entrance'
import { setLanguage } from '@/i18n'
import { startKeeping, stopKeeping } from '@/stores/keeping'
import { type FakeBridge, fakeBridge } from '../support/fake-bridge'

const repair: WorkspaceRepair = {
  at: '2026-01-03T10:00:00.000Z',
  fault: 'damaged',
  movedTo: '/data/workspace.db.damaged-1',
  copy: '2026-01-02',
  copies: '/data/copies',
  days: ['2026-01-02', '2026-01-01'],
  kept: 1_234,
  lost: 56,
  missing: null,
}
const missing = {
  since: '2026-01-03T09:00:00.000Z',
  until: '2026-01-03T09:30:00.000Z',
  messages: 12,
  tickets: 1,
  contacts: 0,
}

let fake: FakeBridge
beforeEach(async () => {
  fake = fakeBridge()
  await startKeeping(fake.bridge)
  render(
    <App>
      <WorkspaceFirst>
        <p>o console</p>
      </WorkspaceFirst>
    </App>,
  )
})
afterEach(async () => {
  cleanup()
  stopKeeping()
  await setLanguage('pt')
})
const tell = (over: Partial<WorkspaceRepair> = {}, restoring = false) =>
  act(() => fake.emit('keepingChanged', { repair: { ...repair, ...over }, restoring }))
const asked = (name: string) => fake.calls.filter(one => one.name === name).map(one => one.input)

describe('what happened to the workspace', () => {
  it.each(['pt', 'en', 'es'] as const)(
    'stands in the window in %s, with what is lost and where everything lies',
    async language => {
      await act(() => setLanguage(language))
      const cases: [Partial<WorkspaceRepair>, RegExp[]][] = [
        [{}, [/02\/01\/2026/, /1[.,]?234/, /56/, /workspace\.db\.damaged-1/, /\/data\/copies/]],
        [{ copy: null, lost: null, fault: 'empty', days: [] }, [/\/data\/copies/]],
        [{ fault: 'missing', movedTo: null, lost: null }, [/02\/01\/2026/]],
        [{ fault: 'behind', movedTo: null, copy: null, lost: null, missing }, [/12/, /workspace\.db-wal/]],
        [{ fault: 'restored', lost: null }, [/02\/01\/2026/]],
        [{ fault: 'copyUnusable', movedTo: null, lost: null }, [/02\/01\/2026/]],
      ]
      for (const [over, says] of cases) {
        tell(over)
        await screen.findByRole('heading', { level: 1 })
        const text = document.querySelector('main')?.textContent ?? ''
        for (const words of says) expect(text).toMatch(words)
        expect(text).not.toMatch(/keeping\.|\{\{|undefined|null|NaN/)
        expect(screen.queryByText('o console')).toBeNull()
      }
    },
  )

  it('counts what is missing, and leaves out what is not', async () => {
    tell({ fault: 'behind', movedTo: null, copy: null, lost: null, missing })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual([
      '12 mensagens',
      '1 ticket',
      'alterações em registros que já existiam',
    ])
  })

  it('is read by going on, which stands first under the keyboard', async () => {
    tell()
    const button = await screen.findByRole('button', { name: 'Continuar com estes dados' })
    expect(document.activeElement).toBe(button)
    fireEvent.click(screen.getByRole('button', { name: 'Abrir a pasta' }))
    fireEvent.click(button)
    await screen.findByText('o console')
    expect([asked('keeping.goOn').length, asked('keeping.showCopies').length]).toEqual([1, 1])
  })

  it('leads to the copy of a day, asked for twice', async () => {
    tell()
    fireEvent.click(await screen.findByText('Usar esta cópia'))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getAllByText('Voltar à cópia de 02/01/2026?')).not.toEqual([])
    expect(asked('keeping.restore')).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Usar esta cópia' }))
    await waitFor(() => expect(asked('keeping.restore')).toEqual([{ day: '2026-01-02' }]))
    tell({}, true)
    expect(await screen.findByText('Colocando a cópia no lugar…')).toBeTruthy()
  })
})
