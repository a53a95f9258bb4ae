// @vitest-environment jsdom
/** Kinds of fields: each is drawn with its label, and says a value in words. */
import { fireEvent, screen } from '@testing-library/react'
import { Form } from 'antd'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { kinds, useEditForm } from '@/features/kit'
import { tagsDirectory } from '@/stores/tags'
import { openScreen } from '../support/open-screen'

const schema = z.object({
  name: z.string(),
  active: z.boolean(),
  channel: z.enum(['mail', 'web']),
  tagIds: z.array(z.number()),
  minutes: z.number(),
})
type Values = z.output<typeof schema>
const VALUES: Values = { name: 'Vendas', active: false, channel: 'web', tagIds: [1, 99], minutes: 5 }

function Fields() {
  const edit = useEditForm({
    schema,
    keepAs: 'fields',
    initial: VALUES,
    label: name => `Campo ${name}`,
    words: { name: (value: string) => `«${value}»` },
    save: async () => {},
  })
  const channels = [
    { value: 'mail', label: 'E-mail' },
    { value: 'web', label: 'Site' },
  ]
  return (
    <Form form={edit.form} initialValues={VALUES}>
      {edit.field('name', kinds.text())}
      {edit.field('active', kinds.check())}
      {edit.field('channel', kinds.choice(channels), { required: true, about: 'Por onde vem' })}
      {edit.field('tagIds', kinds.several('tag', 'Qualquer'))}
      {edit.field('minutes', kinds.number(), { extra: 'Depois disso' })}
      <ul>
        {Object.entries({ ...VALUES, none: null }).map(([name, value]) => {
          const said = edit.describe(name as keyof Values, value)
          return (
            <li key={name}>
              {said.label}: {said.value}
            </li>
          )
        })}
        <li>{edit.describe('tagIds', []).value}</li>
      </ul>
    </Form>
  )
}

function DrawnLater() {
  const [shown, setShown] = useState(0)
  const edit = useEditForm({ schema, keepAs: 'fields', initial: VALUES, save: async () => {} })
  return (
    <Form form={edit.form} initialValues={VALUES}>
      <output>{edit.describe('channel', 'web').value}</output>
      <Form.Item noStyle shouldUpdate>
        {() => edit.field('channel', kinds.choice([{ value: 'web', label: 'Site' }]))}
      </Form.Item>
      <button type="button" onClick={() => setShown(shown + 1)}>
        Outra vez
      </button>
    </Form>
  )
}

it('knows the words of a field that is drawn after what describes it', async () => {
  await openScreen(<DrawnLater />)
  fireEvent.click(screen.getByRole('button', { name: 'Outra vez' }))
  expect(screen.getByRole('status').textContent).toBe('Site')
})

it('draws fields with their labels and help, and says values in words', async () => {
  tagsDirectory.use.setState({
    items: [{ id: 1, name: 'VIP', color: '#123456', kanban: 0, userId: null, ticketsCount: 0 }],
    status: 'ready',
  })
  await openScreen(<Fields />)
  expect(screen.getByLabelText<HTMLInputElement>('Campo name').value).toBe('Vendas')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Campo active' }).checked).toBe(false)
  expect(screen.getByRole('button', { name: /Campo channel/ })).toBeTruthy()
  expect(screen.getByText('Depois disso')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Campo name: «Vendas»',
    'Campo active: Não',
    'Campo channel: Site',
    'Campo tagIds: VIP, Excluído (nº 99)',
    'Campo minutes: 5',
    'Campo none: ',
    'Qualquer',
  ])
})
