// @vitest-environment jsdom
/** What every field that names colleagues says of whom it names in vain. */
import { user } from '@contract'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { MentionField, useCandidates } from '@/features/notes'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

function Field() {
  const [text, setText] = useState('@Bruno Carvalho e @Carla, vejam')
  const candidates = useCandidates({ queueId: 1, userId: null })
  return <MentionField value={text} onChange={setText} candidates={candidates} />
}

it('says who cannot open the ticket, and nothing of who can', async () => {
  const person = (id: number, name: string, queueId: number) =>
    user.parse({ id, name, profile: 'user', queues: [{ id: queueId, name: 'Fila', color: '#000000' }] })
  const people = [person(5, 'Bruno Carvalho', 2), person(6, 'Carla Dias', 1)]
  call.mockImplementation(async (name: string) => (name === 'users.all' ? people : []))
  await openScreen(<Field />)
  expect(
    await screen.findByText('Bruno Carvalho não pode abrir este ticket e não fica sabendo desta observação.'),
  ).toBeTruthy()
})
