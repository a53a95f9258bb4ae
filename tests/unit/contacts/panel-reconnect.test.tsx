// @vitest-environment jsdom
/** What stands beside a conversation after the connection was gone for a while. */
import '../support/jsdom'
import { cleanup, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aTicket } from '../stores/a-ticket'
import { fakeBridge, installBridge } from '../support/fake-bridge'
import { person } from './a-contact'

let reads = 0
vi.mock('@/api', async original => ({
  ...(await original<typeof import('@/api')>()),
  call: async (name: string) => {
    if (name === 'contacts.get') {
      reads += 1
      return person(2, { extraInfo: [{ id: 1, name: 'CPF', value: `lido ${reads}` }] })
    }
    return []
  },
}))
const { ContactPanel } = await import('@/features/contact-drawer')
const { refetchAll, resetFeed } = await import('@/stores/feed')
const { resetContactPanel } = await import('@/stores/contact-panel')

afterEach(() => {
  cleanup()
  resetContactPanel()
  resetFeed()
})

const ticket = {
  ...aTicket(10, { status: 'open', userId: 2, contactId: 2, contact: person(2) }),
  activityAt: 0,
}
/** The conversation's panels by their keys: two stand while one is drawn anew and the other has not left yet. */
const Panels = ({ keys }: { keys: string[] }) => (
  <App>
    <MemoryRouter>
      {keys.map(key => (
        <ContactPanel key={key} ticket={ticket} onClose={() => undefined} />
      ))}
    </MemoryRouter>
  </App>
)

describe('after a reconnect the panel', () => {
  it('keeps what it shows and reads it anew', async () => {
    installBridge(fakeBridge())
    reads = 0
    render(<Panels keys={['before']} />)
    await screen.findByText('lido 1')
    refetchAll()
    expect(screen.getByText('lido 1')).toBeTruthy()
    await screen.findByText('lido 2')
  })

  it('is filled when its conversation was drawn anew and the one before left later', async () => {
    installBridge(fakeBridge())
    reads = 0
    const { rerender } = render(<Panels keys={['before']} />)
    await screen.findByText('lido 1')
    rerender(<Panels keys={['before', 'after']} />)
    rerender(<Panels keys={['after']} />)
    await screen.findByText('lido 2')
    refetchAll()
    await screen.findByText('lido 3')
  })
})
