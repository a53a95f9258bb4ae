// @vitest-environment jsdom
/** Help beside a label, and what is said below a field. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { HelpedItem } from '@/features/kit'
import { Field, FieldFrame } from '@/ui'
import { openScreen } from '../support/open-screen'

it('has its help as a description and behind a button that is no part of the label, reached after the field', async () => {
  await openScreen(
    <Form layout="vertical">
      <HelpedItem name="limit" label="Limite" required about="Vazio: sem limite.">
        <Input />
      </HelpedItem>
    </Form>,
  )
  const field = await screen.findByRole('textbox', { name: 'Limite' })
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
  expect(described.map(id => document.getElementById(id)?.textContent).join()).toBe('Vazio: sem limite.')
  const help = screen.getByRole('button', { name: 'Ajuda: Limite' })
  expect(help.closest('label')).toBeNull()
  expect(help.dataset.tip).toBe('Vazio: sem limite.')
  await userEvent.click(field)
  await userEvent.tab()
  expect(document.activeElement).toBe(help)
})

function Two() {
  const [wrong, setWrong] = useState(false)
  const problem = wrong ? 'Muito curto!' : null
  return (
    <>
      <Field label="Nome" problem={problem} />
      <FieldFrame label="Fila" htmlFor="queue" hint="Para onde vai." problem={problem}>
        <input id="queue" />
      </FieldFrame>
      <button type="button" onClick={() => setWrong(!wrong)}>
        Mudar
      </button>
    </>
  )
}

it('has the line of its messages before anything is said: a problem adds none, and takes the place of a hint', async () => {
  await openScreen(<Two />)
  const lines = (): (string | null)[] => [...document.querySelectorAll('p')].map(one => one.textContent)
  const name = await screen.findByRole('textbox', { name: 'Nome' })
  expect(lines()).toEqual(['', 'Para onde vai.'])
  expect(name.getAttribute('aria-describedby')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Mudar' }))
  expect(lines()).toEqual(['Muito curto!', 'Muito curto!'])
  expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Muito curto!',
  )
})
