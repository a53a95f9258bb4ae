// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { onDemand } from '@/ui'

const Piece = ({ name }: { name: string }) => <p>{name}</p>

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? <p>failed</p> : this.props.children
  }
}

it('a piece is loaded when it is drawn first, once, and from then on drawn at once', async () => {
  const load = vi.fn(async () => Piece)
  const Late = onDemand(load)
  expect(load).not.toHaveBeenCalled()
  const { unmount } = render(<Late name="one" />)
  expect(screen.queryByText('one')).toBeNull()
  await screen.findByText('one')
  unmount()
  render(<Late name="two" />)
  expect(screen.getByText('two')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(1)
})

it('one that was fetched ahead is drawn at once', async () => {
  const Late = onDemand(async () => Piece)
  Late.prepare()
  await act(async () => {})
  render(<Late name="ahead" />)
  expect(screen.getByText('ahead')).toBeDefined()
})

it('one that cannot be had reaches the error boundary, and is asked for again when it is drawn again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi
    .fn<() => Promise<typeof Piece>>()
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValue(Piece)
  const Late = onDemand(load)
  const { unmount } = render(
    <Boundary>
      <Late name="one" />
    </Boundary>,
  )
  await screen.findByText('failed')
  unmount()
  render(<Late name="again" />)
  await screen.findByText('again')
  expect(load).toHaveBeenCalledTimes(2)
})
