/** A record that is saved together with its one file. */
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { savedWithFile } from '@/stores/saved'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const made = { id: 7, message: 'Bom dia' }
const refused = new ApiError('refused', 'ERR_INTERNAL', '', 500)
const save = () =>
  savedWithFile('quickMessages', null, {} as never, new File(['x'], 'menu.pdf'), { had: false })
/** Answers each call by its name; what `fails` names is refused. */
function answer(fails: string): void {
  call.mockImplementation((name: string) =>
    name === fails ? Promise.reject(refused) : Promise.resolve(made),
  )
}
beforeEach(() => call.mockReset())

it('is saved, though it cannot be read again', async () => {
  answer('quickMessages.get')
  expect(await save()).toEqual(made)
})

it('is not left behind new without the file it was made for', async () => {
  answer('quickMessages.attach')
  await expect(save()).rejects.toBe(refused)
  expect(call).toHaveBeenLastCalledWith('quickMessages.remove', { params: { id: 7 } })
})
