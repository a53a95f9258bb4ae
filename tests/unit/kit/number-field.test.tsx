// @vitest-environment jsdom
/** A field for a number: the words of its two buttons, also after the form was closed for a while. */
import { act, screen } from '@testing-library/react'
import { Form } from 'antd'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { NumberField } from '@/features/kit'
import { openScreen } from '../support/open-screen'

let close: (closed: boolean) => void
function Numbers() {
  const [closed, setClosed] = useState(false)
  close = setClosed
  return (
    <Form disabled={closed}>
      <Form.Item name="users" label="Usuários">
        <NumberField />
      </Form.Item>
    </Form>
  )
}

const buttons = (): (string | null)[] =>
  screen.queryAllByRole('button').map(button => button.getAttribute('aria-label'))

describe('a field for a number', () => {
  it('names its buttons in the reader’s language, also after the form was closed for a while', async () => {
    await openScreen(<Numbers />)
    expect(buttons()).toEqual(['Aumentar o valor', 'Diminuir o valor'])
    act(() => close(true))
    expect(buttons()).toEqual([])
    act(() => close(false))
    expect(buttons()).toEqual(['Aumentar o valor', 'Diminuir o valor'])
  })
})
