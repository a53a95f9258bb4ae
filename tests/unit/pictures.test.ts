/** The picture book forgets no screen and no dialog, and its page names what lies there. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageOf } from '../pictures/book'
import { DIALOGS } from '../pictures/dialogs'
import { isWanted, looksOf } from '../pictures/matrix'
import { consoleScreens, publicScreens } from '../pictures/screens'

const SRC = join(import.meta.dirname, '../../src')

/** Dialogs that no press in the demo company leads to, each with the reason. */
const OUT_OF_REACH: Record<string, string> = {
  'app/shell/more-sheet': 'the menu of a narrow window, on every picture of 390 px as its button',
  'features/articles/article-view': 'the screen /knowledge/:articleId',
  'features/composer/utility-dialog': 'a connection of the Cloud API that may send utility text',
  'features/connections/cloud-dialog': 'a connection of the Cloud API that is not set up',
  'features/connections/component-dialog': 'a company of this computer',
  'features/connections/profile-dialog': 'a connection of the Cloud API that answers',
  'features/contact-drawer/earlier': 'a contact with earlier tickets',
  'features/hours/holiday-dialog': 'a company that keeps hours of its own',
  'features/kit/edit-dialog': 'part of the dialogs above',
  'features/kit/editor': 'part of the dialogs above',
  'features/kit/file-field': 'a preview inside a dialog',
  'features/kit/kept-form-dialog': 'part of the dialogs above',
  'features/macros/press-dialog': 'a macro that asks before it runs',
  'features/messages-api/delivery-dialog': 'a webhook that has sent something',
  'features/network/network-question': 'a network that asks who one is',
  'features/queues/queue-form': 'the screens /queues/new and /queues/:queueId',
  'features/servers/server-line': 'leaving for another server',
  'features/settings/company/invite-dialog': 'a company of this computer',
  'features/sign-in/plain-storage-consent': 'a system without a place for secrets',
  'features/templates/template-dialog': 'a connection of the Cloud API',
  'features/thread/thread-dialogs': 'a question of one sentence',
  'features/thread/whisper-dialog': 'a spied ticket, in a window of its own',
  'features/tickets/many-dialog': 'several chosen tickets',
  'features/tickets/return-dialog': 'a server that returns tickets',
  'features/tickets/spy-dialog': 'a colleague’s ticket',
  'features/wall/alarms-dialog': 'the wall, a window of its own',
  'features/wall/pick-dialog': 'the wall, a window of its own',
  'features/workplace/announcement-dialog': 'an announcement nobody has read',
}

it('opens every dialog there is, or says why not', () => {
  const drawn = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => /^(?:features|app)\/.*\.tsx$/.test(file))
    .filter(file =>
      /<(?:Modal|Drawer|FormDialog|KeptFormDialog|EditDialog|Editor)\b/.test(
        readFileSync(join(SRC, file), 'utf8'),
      ),
    )
    .map(file => file.replace(/\.tsx$/, ''))
  const told = [...DIALOGS.map(({ file }) => file), ...Object.keys(OUT_OF_REACH)]
  expect(drawn.filter(file => !told.includes(file))).toEqual([])
  expect(told.filter((file, at) => told.indexOf(file) !== at)).toEqual([])
  for (const file of told) expect(() => readFileSync(join(SRC, `${file}.tsx`)), file).not.toThrow()
})

it('knows what stands in every place of every address', async () => {
  const screens = await consoleScreens(async ({ member }) => `first-${member}`)
  expect(screens.filter(({ path }) => path.includes(':'))).toEqual([])
  const names = [...screens, ...publicScreens()].map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(names).toEqual(
    expect.arrayContaining(['dashboard', 'reports-forecast', 'settings-mail', 'login', 'welcome']),
  )
  // Who has no ticket has no picture of one.
  expect((await consoleScreens(async () => null)).map(({ name }) => name)).not.toContain('tickets-ticketId')
})

it('makes the whole matrix unless a part is asked for', () => {
  expect(looksOf({}).length).toBeGreaterThan(8)
  expect(looksOf({ size: '390,1440', theme: 'dark' })).toEqual([
    { size: '390', theme: 'dark', language: 'pt', state: 'full' },
    { size: '1440', theme: 'dark', language: 'pt', state: 'full' },
  ])
  expect(() => looksOf({ theme: 'pink' })).toThrow('light, dark')
  expect([
    isWanted('reports-sla', { only: 'tags,Reports' }),
    isWanted('kanban', { only: 'reports' }),
  ]).toEqual([true, false])
})

it('writes a page of what lies there', () => {
  const page = pageOf([{ name: 'tags', size: '390', theme: 'dark', language: 'es', state: 'empty' }])
  expect(page).toContain('"name":"tags","size":"390","theme":"dark","language":"es","state":"empty"')
  expect(page).toContain('<option>2560</option>')
})
