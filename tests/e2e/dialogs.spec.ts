/**
 * Every dialog of daily attendance, opened and left by keys alone: the focus goes in, Esc leads out and back to where
 * one was, and axe finds nothing serious in either theme. And what of the frame is worked by keys.
 */
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { openDatabase } from '../../electron/database/open'
import { Colleague, expect, findings, fromAccount, signIn, test } from './fixtures'
import { bubble, composer, header, offered, openFirst, write } from './fixtures/desk'

/** Presses something with the keyboard. */
async function press(one: Locator): Promise<void> {
  await one.focus()
  await one.press('Enter')
}

/** Opens a dialog by keys, looks at it in both themes, leaves it with Esc and sees the focus come back to the page's content. */
async function visit(page: Page, name: string, open: () => Promise<void>): Promise<void> {
  await test.step(name, async () => {
    await open()
    const dialog = page.getByRole('dialog').last()
    await expect(dialog, name).toBeVisible()
    await expect
      .poll(() => dialog.evaluate(one => one.contains(document.activeElement)), {
        message: `${name}: the focus is inside`,
      })
      .toBe(true)
    // Tab stays inside.
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('Tab')
    // On its way round the focus may leave the page for the browser's own frame (body), never for what lies behind:
    // the next Tab has to bring it back inside.
    const place = () =>
      dialog.evaluate(one =>
        one.contains(document.activeElement)
          ? 'inside'
          : document.activeElement === document.body
            ? 'frame'
            : 'behind',
      )
    if ((await place()) === 'frame') await page.keyboard.press('Tab')
    expect(await place(), `${name}: Tab stays inside`).toBe('inside')
    // The screen behind it is judged by the tests of that screen. One change of theme each: the next begins with this one.
    const now = await page.evaluate(() => document.documentElement.dataset.theme)
    for (const theme of now === 'dark' ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
      await page.evaluate(chosen => window.turno.preferences.set({ theme: chosen }), theme)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      const judged = theme === now ? 'everything' : 'colours'
      expect(await findings(page, '[role=dialog]', judged), `${name}, ${theme}`).toEqual([])
    }
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_500 })
    }).toPass()
    await expect
      .poll(
        () =>
          page.evaluate(() => {
            const place = document.activeElement
            return place !== document.body && place?.getAttribute('href') !== '#content'
          }),
        { message: `${name}: the focus comes back to where it was, not to the skip link` },
      )
      .toBe(true)
  })
}

/** Opens a menu, walks to an entry with the arrows, and takes it. */
async function menuItem(page: Page, button: Locator, item: string): Promise<void> {
  await press(button)
  const entry = page.getByRole('menuitem', { name: item, exact: true })
  await expect(entry).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role=menu]') !== null), {
      message: `the menu with ${item} takes the focus`,
    })
    .toBe(true)
  const reached = () => entry.evaluate(one => one === document.activeElement)
  for (let i = 0; i < 12 && !(await reached()); i += 1) {
    await page.keyboard.press('ArrowDown')
    // The menu moves the focus in one of the next frames.
    await page.evaluate(
      () =>
        new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30)))),
    )
  }
  expect(await reached(), `${item} is reached`).toBe(true)
  await page.keyboard.press('Enter')
}

test('the dialogs of tickets and contacts, by keys', async ({ turno }) => {
  test.setTimeout(480_000)
  const page = await turno.page
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'admin@demo.turno')
  await test.step('every dialog beside a ticket is reached, read and left by keys, in both themes', async () => {
    await page.getByRole('link', { name: 'Atendimentos' }).first().click()
    await openFirst(page, 'Atendendo')
    await write(page, 'Mensagem para os diálogos')
    const own = bubble(page, 'Mensagem para os diálogos')
    await expect(own.getByRole('img', { name: /^(enviada|entregue|lida)$/ })).toBeVisible()
    const list = page.locator('[data-pane="list"]')
    const more = header(page).getByRole('button', { name: 'Mais ações' })
    const panel = page.locator('[data-pane="contact"]')
    await expect(panel).toBeVisible()
    const message = async (action: string): Promise<void> => {
      await own.focus()
      await page.keyboard.press('Enter')
      const entry = page.getByRole('menuitem', { name: action, exact: true })
      await expect(entry).toBeVisible()
      await press(entry)
    }

    await visit(page, 'new ticket', () => press(list.getByRole('button', { name: 'Novo ticket' })))
    await visit(page, 'close all', () =>
      menuItem(page, list.getByRole('button', { name: 'Mais ações da lista' }), 'Resolver todos'),
    )
    await visit(page, 'transfer', () =>
      press(header(page).getByRole('button', { name: 'Transferir', exact: true })),
    )
    await visit(page, 'schedule', () => menuItem(page, more, 'Agendamento'))
    await visit(page, 'delete ticket', () => menuItem(page, more, 'Excluir ticket'))
    await visit(page, 'edit message', () => message('Editar'))
    await visit(page, 'delete message', () => message('Apagar'))
    await visit(page, 'forward', () => message('Encaminhar'))
    await visit(page, 'contact', () => press(panel.getByRole('button', { name: 'Editar contato' })))
    await visit(page, 'spy', async () => {
      const others = list.locator('[data-ticket-id]:has(button[aria-label^="Espiar"])').first()
      await others.locator('[data-row-button]').focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
    })
  })

  await test.step('the dialogs of the contacts are reached, read and left by keys, in both themes', async () => {
    await page.getByRole('link', { name: 'Contatos', exact: true }).click()
    const first = page.getByRole('table', { name: 'Contatos' }).locator('[aria-rowindex]').first()
    await expect(first).toBeVisible()
    await visit(page, 'new contact', () => press(page.getByRole('button', { name: 'Novo contato' })))
    await visit(page, 'import', () => press(page.getByRole('button', { name: 'Importar CSV' })))
    await visit(page, 'synchronise', () => press(page.getByRole('button', { name: /^Sincronizar/ })))
    await visit(page, 'edit', () => press(first.getByRole('button', { name: /^Editar/ })))
    await visit(page, 'delete', () => press(first.getByRole('button', { name: /^Excluir/ })))
    await visit(page, 'ticket', () => press(first.getByRole('button', { name: /^Abrir ticket para/ })))
  })
})

test('the volume moves by tenths and stays, and reloading keeps the ticket', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await openFirst(page, 'Atendendo')
  const name = (await header(page).getByRole('heading').getAttribute('title')) ?? ''
  await fromAccount(page, 'Volume: 100%')
  const slider = page.getByRole('slider', { name: 'Volume' })
  await expect(slider).toBeFocused()
  await slider.press('ArrowLeft')
  await expect(page.getByRole('button', { name: 'Volume: 90%' })).toBeVisible()
  await slider.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', '80%')
  await slider.press('Home')
  await expect(page.getByRole('button', { name: 'Volume: 0%' })).toBeVisible()
  await slider.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(slider).toHaveCount(0)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await fromAccount(page, 'Recarregar')
  await expect.poll(() => loads).toBe(1)
  await expect(header(page).getByRole('heading')).toHaveAttribute('title', name)
  await page.getByRole('button', { name: /^Conta: / }).click()
  await expect(page.getByRole('menuitem', { name: 'Volume: 10%' })).toBeVisible()
})

/** Notes where what fits stands, in every frame from now on and in the midst of every motion. */
async function watchPlaces(page: Page, selector: string): Promise<() => Promise<Record<string, string[]>>> {
  await page.evaluate(wanted => {
    const places: Record<string, string[]> = {}
    const seen = new WeakSet<Animation>()
    const note = () => {
      for (const one of document.querySelectorAll(wanted)) {
        const { x, y, width, height } = one.getBoundingClientRect()
        const place = [x, y, width, height].map(Math.round).join(' ')
        const name = one.textContent ?? ''
        const known = places[name] ?? []
        places[name] = known.at(-1) === place ? known : [...known, place]
      }
    }
    const look = () => {
      note()
      for (const motion of document.getAnimations()) {
        const duration = motion.effect?.getComputedTiming().duration
        if (seen.has(motion) || typeof duration !== 'number') continue
        seen.add(motion)
        motion.currentTime = duration / 4
        note()
      }
      if (Reflect.get(window, 'places') === places) requestAnimationFrame(look)
    }
    Reflect.set(window, 'places', places)
    look()
  }, selector)
  return async () => {
    await expect
      .poll(() =>
        page.evaluate(
          wanted =>
            document
              .getAnimations()
              .filter(
                ({ effect }) => effect instanceof KeyframeEffect && effect.target?.querySelector(wanted),
              ).length,
          selector,
        ),
      )
      .toBe(0)
    return page.evaluate(() => {
      const places: Record<string, string[]> = Reflect.get(window, 'places')
      Reflect.set(window, 'places', null)
      return places
    })
  }
}

test('what can be pressed in a menu or a dialog stands where it stays from its first frame on', async ({
  turno,
}) => {
  const page = await turno.page
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signIn(page, 'ana@demo.turno')
  await openFirst(page, 'Atendendo')
  const menu = await watchPlaces(page, '[role=menuitem]')
  await page.getByRole('button', { name: /Conta/ }).click()
  const leave = page.getByRole('menuitem', { name: 'Sair' })
  await expect(leave).toBeVisible()
  const entries = await menu()
  expect(Object.keys(entries)).toContain('Sair')
  expect(Object.entries(entries).filter(([, places]) => places.length > 1)).toEqual([])

  const question = await watchPlaces(page, '[role=dialog] button')
  await leave.click()
  const yes = page.getByRole('dialog').getByRole('button', { name: 'Sair' })
  await expect(yes).toBeVisible()
  const answers = await question()
  expect(Object.keys(answers).sort()).toEqual(['Cancelar', 'Sair'])
  expect(Object.entries(answers).filter(([, places]) => places.length > 1)).toEqual([])
  await yes.click()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

// Last: her list begins with a ticket without a word from here on.
test('a conversation is started from a contact card, by keys', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  const id = await openFirst(page, 'Atendendo')
  const admin = await Colleague.signIn(await turno.server(), 'admin@demo.turno')
  await admin.say(id, 'Fale com a oficina')
  await expect(bubble(page, 'Fale com a oficina')).toBeVisible()
  const db = await openDatabase(join(turno.dataDir, 'workspace', 'workspace.db'))
  await db.execute({
    sql: `update messages set media_type = 'contactMessage', body = ? where ticket_id = ? and body like '%Fale com a oficina'`,
    args: [
      'BEGIN:VCARD\nVERSION:3.0\nFN:Oficina do Zé\nTEL;waid=5511987651234:+55 11 98765-1234\nEND:VCARD',
      id,
    ],
  })
  db.close()
  await page.reload()
  await press(page.getByRole('button', { name: 'Iniciar conversa com Oficina do Zé' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Oficina do Zé')
  const queue = dialog.getByRole('combobox', { name: 'Fila' })
  await queue.click()
  // Keys mark nothing in a list that has not opened, and Enter takes nothing from it.
  await expect(page.locator('.ant-select-item-option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(offered(page, '')).toBeVisible()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Abrir ticket' }).click()
  await expect(header(page).getByRole('heading')).toHaveText('Oficina do Zé')
  await expect(page).toHaveURL(/\/tickets\/[\da-f-]{36}$/)
  await expect(composer(page)).toBeVisible()
})

/** A dialog of each kind that an administrator opens: a form, one of a row, a question, an editor, a drawer. */
const OPENERS: readonly [screen: RegExp, opener: string | RegExp][] = [
  [/^Contatos$/, 'Novo contato'],
  [/^Contatos$/, 'Sincronizar'],
  [/^Tags$/, /^Editar/],
  [/^Tags$/, /^Excluir/],
  [/^Todas as campanhas$/, 'Nova campanha'],
  [/^Conexões/, /^Editar/],
]

test('the focus is back on what opened a dialog, however the dialog was left', async ({ turno }) => {
  test.setTimeout(180_000)
  const page = await turno.page
  await signIn(page, 'admin@demo.turno')
  await page.evaluate(() => localStorage.setItem('cshow', '1'))
  const dialog = page.getByRole('dialog').filter({ visible: true })
  for (const [screen, opener] of OPENERS)
    await test.step(`${screen.source} ${opener}`, async () => {
      const link = page.getByRole('navigation').getByRole('link', { name: screen }).first()
      if ((await link.getAttribute('aria-current')) === null) {
        // The screen before has buttons of the same names until it is gone.
        await page
          .getByRole('main')
          .first()
          .evaluate(main => main.setAttribute('data-left', ''))
        await link.click()
        await expect(page.locator('[data-left]')).toHaveCount(0)
      }
      const button = page.getByRole('button', { name: opener }).first()
      for (const way of ['Escape', 'button']) {
        await press(button)
        await expect(dialog).toBeVisible()
        if (way === 'Escape') await page.keyboard.press('Escape')
        else await dialog.getByRole('button', { name: 'Cancelar', exact: true }).last().click()
        await expect(dialog).toHaveCount(0)
        await expect(button, way).toBeFocused()
      }
    })
  await test.step('a save leads back as well', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Tags', exact: true }).click()
    const add = page.getByRole('button', { name: 'Adicionar tag' }).first()
    await press(add)
    await dialog.getByLabel('Nome').fill('Volta ao botão')
    await dialog.getByLabel('Nome').press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(add).toBeFocused()
  })
})
