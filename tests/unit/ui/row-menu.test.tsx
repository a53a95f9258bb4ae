// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { Pencil } from 'lucide-react'
import { expect, it } from 'vitest'
import { RowMenu } from '@/ui'
import '../support/jsdom'

const page = (open: boolean) => (
  <>
    <button type="button">linha</button>
    <button type="button">outra</button>
    {open ? (
      <RowMenu
        actions={[{ key: 'edit', label: 'Editar', icon: Pencil, run: () => undefined }]}
        at={{ x: 1, y: 1 }}
        onClose={() => undefined}
      />
    ) : null}
  </>
)

it('gives the focus back to where its menu was opened, unless a press took it elsewhere', () => {
  const { rerender } = render(page(false))
  screen.getByText('linha').focus()
  rerender(page(true))
  screen.getByText('linha').blur()
  rerender(page(false))
  expect(document.activeElement).toBe(screen.getByText('linha'))
  rerender(page(true))
  fireEvent.pointerDown(screen.getByText('outra'))
  screen.getByText('outra').focus()
  rerender(page(false))
  expect(document.activeElement).toBe(screen.getByText('outra'))
})
