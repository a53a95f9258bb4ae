// @vitest-environment jsdom
/** The field of several rows: what is chosen has a name, also when the row is gone. */
import type { Queue } from '@contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { Form } from 'antd'
import type { ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import { Several, useRowNames } from '@/features/kit'
import { SharedWith } from '@/features/sharing'
import { stepsKind } from '@/features/steps'
import { queuesDirectory } from '@/stores/queues'
import { tagsDirectory } from '@/stores/tags'
import { openScreen } from '../support/open-screen'

function Tags() {
  const names = useRowNames('tag')
  return (
    <Form initialValues={{ tagIds: [1, 99] }}>
      <Form.Item name="tagIds" label="Tags">
        <Several kind="tag" maxTagCount={9} />
      </Form.Item>
      <output>{names([1, 99])}</output>
    </Form>
  )
}

it('names what is chosen, also what was deleted since', async () => {
  tagsDirectory.use.setState({
    items: [{ id: 1, name: 'VIP', color: '#123456', kanban: 0, userId: null, ticketsCount: 0 }],
    status: 'ready',
  })
  await openScreen(<Tags />)
  expect(screen.getByRole('status').textContent).toBe('VIP, Excluído (nº 99)')
  expect(screen.getByTitle('VIP')).toBeTruthy()
  expect(screen.getByTitle('Excluído (nº 99)')).toBeTruthy()
})

it('calls nothing deleted where the rows could not be read', async () => {
  vi.spyOn(tagsDirectory, 'ensure').mockResolvedValue()
  tagsDirectory.use.setState({ items: [], status: 'failed' })
  await openScreen(<Tags />)
  expect(screen.getByRole('status').textContent).toBe('1, 99')
  expect(screen.getByTitle('99')).toBeTruthy()
  expect(screen.queryByTitle('Excluído (nº 99)')).toBeNull()
})

it('names the tag of a step once the tags were read', async () => {
  vi.spyOn(tagsDirectory, 'ensure').mockResolvedValue()
  tagsDirectory.use.setState({ items: [], status: 'loading' })
  await openScreen(
    <Form initialValues={{ steps: [{ kind: 'addTag', tagId: 99 }] }}>
      <Form.Item name="steps">{stepsKind(false).input as ReactElement}</Form.Item>
    </Form>,
  )
  expect(screen.getByTitle('99')).toBeTruthy()
  act(() => tagsDirectory.use.setState({ status: 'ready' }))
  expect(screen.getByTitle('Excluído (nº 99)')).toBeTruthy()
})

it('names a queue something is shared with, also for whom it is not an own one', async () => {
  queuesDirectory.use.setState({ items: [{ id: 7, name: 'Vendas' } as Queue], status: 'ready' })
  await openScreen(<SharedWith value={[7]} />, { user: { profile: 'supervisor', queues: [] } })
  fireEvent.mouseDown(screen.getByRole('combobox'))
  expect(screen.getByTitle('Vendas')).toBeTruthy()
})
