/** An agent's ten minutes by ear: docs/screen-reader.md, step by step. */
import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures'
import { screenReader } from './fixtures/screen-reader'

interface Step {
  /** A key, or a text in quotation marks that is typed. */
  keys: string
  /** What is said of the focus, and by live regions; "…" stands for anything, "" for what is not looked at. */
  focus: string
  said: string
}

/** The rows of the tables of the document. */
function steps(): Step[] {
  const rows = readFileSync('docs/screen-reader.md', 'utf8')
    .split('\n')
    .filter(line => /^\| `/.test(line))
  return rows.map(line => {
    const [, keys = '', focus = '', said = ''] = line.split('|').map(cell => cell.trim())
    return { keys: keys.replace(/^`|`$/g, ''), focus, said }
  })
}

/** Whatever stands for "…"; everything else as it is written. */
const pattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split('…')
      .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^]*')}$`,
  )

test('an agent works for ten minutes by ear, and hears what docs/screen-reader.md says', async ({
  turno,
}) => {
  test.slow()
  const page = await turno.page
  const reader = await screenReader(page)
  await page.getByLabel('E-mail').focus()
  for (const { keys, focus, said } of steps()) {
    const text = /^"(.*)"$/.exec(keys)?.[1]
    // Who goes back from the field goes to messages: they are there by then.
    if (keys === 'Shift+Tab')
      await expect(page.getByTestId('thread-scroll').getByRole('article').last()).toBeVisible()
    if (text === undefined) await page.keyboard.press(keys)
    else await page.keyboard.type(text)
    if (focus !== '')
      await expect.poll(() => reader.focus(), { message: keys, intervals: [50] }).toMatch(pattern(focus))
    if (said === '') continue
    const since: string[] = []
    await expect
      .poll(
        async () => {
          since.push(...(await reader.said()))
          return since.some(one => pattern(said).test(one)) ? said : since
        },
        { message: keys, intervals: [50] },
      )
      .toBe(said)
  }
})
