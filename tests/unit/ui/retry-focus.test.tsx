// @vitest-environment jsdom
import '../support/jsdom'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ErrorState } from '@/ui'

afterEach(cleanup)

type Stage = 'failed' | 'loading' | 'ready'
let show: (stage: Stage) => void

function List() {
  const [stage, setStage] = useState<Stage>('failed')
  show = setStage
  if (stage === 'loading') return <p>Carregando</p>
  if (stage === 'ready') return <button type="button">Linha</button>
  return <ErrorState title="Falhou" retryLabel="Tentar de novo" onRetry={() => setStage('loading')} />
}

const retry = (): HTMLElement => screen.getByRole('button', { name: 'Tentar de novo' })

it('keeps the keyboard in its place while what failed is tried again, and on the button when it fails once more', async () => {
  render(
    <div id="content" tabIndex={-1}>
      <List />
    </div>,
  )
  const place = document.querySelector('#content')
  retry().focus()
  fireEvent.click(retry())
  await waitFor(() => expect(document.activeElement).toBe(place))
  show('failed')
  await waitFor(() => expect(document.activeElement).toBe(retry()))
  fireEvent.click(retry())
  await waitFor(() => expect(document.activeElement).toBe(place))
  show('ready')
  await screen.findByText('Linha')
  expect(document.activeElement).toBe(place)
})

it('takes the keyboard from nobody who is elsewhere', async () => {
  render(
    <>
      <input aria-label="Busca" />
      <div id="content" tabIndex={-1}>
        <List />
      </div>
    </>,
  )
  screen.getByLabelText('Busca').focus()
  fireEvent.click(retry())
  await screen.findByText('Carregando')
  show('failed')
  await waitFor(() => expect(retry()).toBeDefined())
  expect(document.activeElement).toBe(screen.getByLabelText('Busca'))
})
