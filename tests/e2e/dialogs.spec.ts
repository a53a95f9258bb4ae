/** Dialogs and menus: nothing in them moves while it opens, the focus comes back, and what of the frame is worked by keys. */
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { openDatabase } from '../../electron/database/open'
import { Colleague, expect, fromAccount, signIn, test } from './fixtures'
import { bubble, composer, header, offered, openFirst } from './fixtures/desk'

/** Presses something with the keyboard. */
async function press(one: Locator): Promise<void> {
  await one.focus()
  await one.press('Enter')
}

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
