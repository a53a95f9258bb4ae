/** Fields and buttons as people find them: by the beginning of their label, in a dialog or on the whole page. */
import { fireEvent, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { choose } from './pressing'

/** Puts a text in a field at once: key by key takes a loaded machine minutes. */
export const fill = (box: HTMLElement, label: RegExp, value: string): void =>
  void fireEvent.change(within(box).getByLabelText(label, { selector: 'input, textarea' }), {
    target: { value },
  })

/** Opens a select that may still be on its way, and presses one of its options. */
export async function pick(box: HTMLElement, label: RegExp, option: string): Promise<void> {
  await userEvent.click(await within(box).findByRole('combobox', { name: label }))
  await choose(option)
}

/** Presses a button that may still be on its way. */
export const press = async (box: HTMLElement, name: string | RegExp): Promise<void> =>
  userEvent.click(await within(box).findByRole('button', { name }))
