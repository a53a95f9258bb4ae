import { afterEach, describe, expect, it, vi } from 'vitest'

vi.mock('@/api', async original => ({
  ...(await original<typeof import('@/api')>()),
  call: () => new Promise(() => undefined),
}))
const { openContactPanel, resetContactPanel, useContactPanel } = await import('@/stores/contact-panel')

afterEach(() => resetContactPanel())

describe('the panel', () => {
  it('stays when a conversation that was drawn anew leaves after its successor came', () => {
    const leave = openContactPanel(10, 2)
    const leaveAgain = openContactPanel(10, 2)
    leave()
    expect(useContactPanel.getState()).toMatchObject({ ticketId: 10, contactId: 2 })
    leaveAgain()
    expect(useContactPanel.getState().ticketId).toBeNull()
  })
})
