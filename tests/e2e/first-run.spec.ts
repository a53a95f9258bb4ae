/** A new computer: the first window, a company of one's own with its first steps, the way back, the demo by one press. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, findings, findingsInBothThemes, Turno, test } from './fixtures'

test('from the first window to a company of one’s own, back, and into the demo by one press', async ({
  context,
}, info) => {
  const turno = new Turno(context)
  try {
    let page = await turno.start()
    const question = page.getByRole('heading', { name: 'Como você quer começar?' })
    await expect(question).toBeVisible()
    expect(await findingsInBothThemes(page)).toEqual([])
    // Nothing is begun before anybody has answered.
    expect(existsSync(join(turno.dataDir, 'workspace'))).toBe(false)
    expect(existsSync(join(turno.dataDir, 'company'))).toBe(false)

    // By keyboard alone: the company, then the person.
    await page.getByRole('button', { name: 'Começar a minha empresa aqui' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Nome da empresa' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Use ao menos 2 letras')).toBeVisible()
    await page.keyboard.type('Padaria Aurora')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Seu nome' })).toBeFocused()
    await page.keyboard.type('Dona Aurora')
    await page.keyboard.press('Tab')
    await page.keyboard.type('aurora@padaria.example')
    await page.keyboard.press('Tab')
    await page.keyboard.type('seg')
    await expect(page.getByText('Faltam 2 caracteres')).toBeVisible()
    await page.keyboard.type('redo9')
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Enter')

    // Signed in, in an empty workspace of its own, with what to do first.
    await expect(page.getByRole('heading', { name: /^Olá, Dona Aurora/ })).toBeVisible()
    const steps = page.getByRole('region', { name: 'Primeiros passos' })
    await expect(steps.getByText('0 de 4')).toBeVisible()
    await expect(page.locator('[data-demo-mark]')).toHaveCount(0)
    expect(existsSync(join(turno.dataDir, 'company', 'workspace.db'))).toBe(true)
    expect(existsSync(join(turno.dataDir, 'workspace'))).toBe(false)
    expect(await findings(page)).toEqual([])

    // A step ticks itself: what is done elsewhere is seen here.
    await steps.getByRole('link', { name: /Crie uma fila/ }).click()
    await expect(page).toHaveURL(/\/queues$/)
    const made = await page.evaluate(async () => {
      const answer = await fetch('/api/queue', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Encomendas', color: '#2F6FDE' }),
      })
      return answer.status
    })
    expect(made).toBe(200)
    await page.locator('a[href="/"]').first().click()
    await expect(steps.locator('[data-step="queue"]')).toHaveAttribute('data-done', 'true')
    await expect(steps.getByText('1 de 4')).toBeVisible()
    await steps.getByRole('button', { name: 'Guardar a lista' }).click()
    await expect(steps).toHaveCount(0)
    await page.getByRole('button', { name: 'Mostrar de novo' }).click()
    await expect(steps).toBeVisible()

    await test.step('every screen of it says in words that it is empty', async () => {
      for (const [path, words] of [
        ['/tickets', 'Escolha um ticket na lista para começar a atender.'],
        ['/chats', 'Nenhuma conversa ainda'],
        ['/contacts', 'Nenhum contato ainda'],
      ] as const) {
        await page.locator(`a[href="${path}"]`).first().click()
        await expect(page.getByText(words)).toBeVisible()
        expect((await page.locator('body').allInnerTexts()).join('\n')).not.toMatch(
          /NaN|undefined|null\b|\[object/,
        )
        await expect(page.getByRole('alert')).toHaveCount(0)
      }
    })

    // It is found again after a restart, without another question.
    page = await turno.restart()
    await expect(page.getByRole('heading', { name: /^Olá, Dona Aurora/ })).toBeVisible()

    // The settings lead back, and the demo is one press away. It is marked, and knows nothing of the company.
    await page.evaluate(() => {
      history.pushState({}, '', '/settings/server')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await page.getByRole('link', { name: 'Começar de outro jeito' }).click()
    await expect(page.getByRole('heading', { name: 'Como você quer começar?' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Abrir a minha empresa' })).toBeVisible()
    await page.getByRole('button', { name: /^.*Atendente Ana Martins/ }).click()
    await expect(page.getByRole('button', { name: 'Demonstração: o que isto significa' })).toBeVisible()
    await expect(page).toHaveURL(/\/tickets$/)
    await expect(page.locator('[data-ticket-id]').first()).toBeVisible()
    const names = await page.evaluate(async () => (await fetch('/api/queue')).text())
    expect(names).toContain('Suporte')
    expect(names).not.toContain('Encomendas')

    // And the other way: the company is as it was, and nothing of the demo is in it.
    await page.evaluate(() => window.turno.servers.use({ key: 'own' }))
    await expect(page.getByRole('button', { name: 'Demonstração: o que isto significa' })).toHaveCount(0)
    const own = await page.evaluate(async () => (await fetch('/api/queue')).text())
    expect(own).toContain('Encomendas')
    expect(own).not.toContain('Suporte')

    // Its file is gone one morning: a screen before everything else says so.
    await turno.quit()
    const folder = join(turno.dataDir, 'company')
    for (const file of readdirSync(folder).filter(name => name.startsWith('workspace.db')))
      rmSync(join(folder, file))
    page = await turno.start()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveAttribute(
      'id',
      'keeping-title',
    )
    expect(await findings(page)).toEqual([])
  } finally {
    await turno.dispose(info)
  }
})
