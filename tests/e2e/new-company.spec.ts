/** A new company's first minutes: nobody has written, nothing is connected, and every screen says what to do. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openDatabase } from '../../electron/database/open'
import { DEMO_PASSWORD, expect, signIn, signOut, test, type Workspace } from './fixtures'
import { showList } from './fixtures/desk'

const ADMIN = 'dono@nova.turno'
const AGENT = 'primeira@nova.turno'

/** Adds a company with an admin and one agent to a stopped workspace; their password is the demo company's. */
async function found(workspace: Workspace): Promise<void> {
  const db = await openDatabase(join(workspace.folder, 'workspace.db'))
  const now = Date.now()
  const { rows } = await db.execute({
    sql: `insert into companies (name, plan_id, due_date, created_at, updated_at)
          select 'Empresa Nova', plan_id, due_date, ?1, ?1 from companies limit 1 returning id`,
    args: [now],
  })
  const id = Number(rows[0]?.id)
  for (const [name, email, profile] of [
    ['Dona Nova', ADMIN, 'admin'],
    ['Primeira Agente', AGENT, 'user'],
  ] as const) {
    await db.execute({
      sql: `insert into users (company_id, name, email, password_hash, profile, created_at, updated_at)
            select ?1, ?2, ?3, password_hash, ?4, ?5, ?5 from users where email = 'ana@demo.turno'`,
      args: [id, name, email, profile, now],
    })
  }
  db.close()
}

/** No key in place of a text, no "NaN", no "undefined", nothing that went wrong. */
async function soundWords(page: Page): Promise<void> {
  const words = (await page.locator('body').allInnerTexts()).join('\n')
  expect(words).not.toMatch(/NaN|undefined|null\b|\[object/)
  expect(
    words.match(/\b(?:shell|tickets|thread|composer|common|errors|contacts|users|dashboard)\.[a-z][\w.]+/g),
  ).toBeNull()
  await expect(page.getByRole('alert')).toHaveCount(0)
}

test('the people of a new company', async ({ wired: { page, workspace } }) => {
  test.setTimeout(300_000)
  await workspace.stop()
  await found(workspace)
  await workspace.start()
  await test.step('an admin of a new company finds every screen empty in words', async () => {
    await signIn(page, ADMIN, DEMO_PASSWORD)

    await expect(page.getByRole('heading', { name: /^Olá, Dona/ })).toBeVisible()
    await expect(page.getByText('Nenhum ticket no período').first()).toBeVisible()
    await soundWords(page)

    await page.getByRole('link', { name: 'Atendimentos' }).first().click()
    await expect(page.getByText('Escolha um ticket na lista para começar a atender.')).toBeVisible()
    await showList(page, 'Atendendo')
    await expect(page.getByText('Nada aqui!')).toBeVisible()
    await showList(page, 'Aguardando')
    await expect(page.getByText('Ninguém aguardando')).toBeVisible()
    await showList(page, 'Resolvidos')
    await expect(page.getByText('Nenhum ticket resolvido')).toBeVisible()
    await showList(page, 'Busca')
    await expect(page.getByText('Digite um nome, um número ou uma parte da mensagem.')).toBeVisible()
    await page.getByLabel('Buscar tickets e mensagens').fill('alguém')
    await expect(page.getByText('Nada encontrado')).toBeVisible()
    await soundWords(page)

    // The first ticket: no contact is found, and what was typed offers to become one; without a number it says why.
    await page.getByRole('button', { name: 'Novo ticket' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Contato' }).fill('Maria Primeira')
    await page.getByText('Criar o contato “Maria Primeira”').click()
    await dialog.getByLabel('Número do WhatsApp').fill('5511988887777')
    await dialog.getByRole('button', { name: 'Abrir ticket' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(dialog.getByRole('alert')).not.toContainText('ERR_')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).first().waitFor({ state: 'detached' })

    await page
      .locator('[data-pane="bar"]')
      .getByRole('button', { name: /^Notificações/ })
      .click()
    await expect(page.getByText('Nenhuma notificação')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Chat interno' }).first().click()
    await expect(page.getByText('Nenhuma conversa ainda')).toBeVisible()
    await soundWords(page)

    await page.getByRole('link', { name: 'Contatos' }).first().click()
    await expect(page.getByText('Nenhum contato ainda')).toBeVisible()
    await soundWords(page)
    await page.getByRole('link', { name: 'Usuários' }).first().click()
    await expect(page.getByText('Primeira Agente')).toBeVisible()
    await soundWords(page)
    expect(await page.title()).not.toMatch(/\d/)
  })

  await signOut(page)

  await test.step('its first agent lands on the tickets and is told what will happen there', async () => {
    await signIn(page, AGENT, DEMO_PASSWORD)
    await expect(page).toHaveURL(/\/tickets$/)
    await expect(page.getByText('Nada aqui!')).toBeVisible()
    await showList(page, 'Aguardando')
    await expect(page.getByText(/^Você não está em nenhuma fila/)).toBeVisible()
    // Without a queue of one's own no ticket can be opened: the dialog asks for one.
    await page.getByRole('button', { name: 'Novo ticket' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Abrir ticket' }).click()
    await expect(dialog.getByText('Selecione uma fila').last()).toBeVisible()
    await soundWordsIn(page)
  })
})

const soundWordsIn = async (page: Page): Promise<void> => {
  const words = (await page.locator('body').allInnerTexts()).join('\n')
  expect(words).not.toMatch(/NaN|undefined|\[object/)
}
