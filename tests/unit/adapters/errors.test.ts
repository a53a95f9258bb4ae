/** Every refusal that was recorded of legacy servers, in words a person of Turno may read. */
import { readFileSync } from 'node:fs'
import { endpoints, errorCodeOf } from '@contract'
import { describe, expect, it } from 'vitest'
import { ApiError as RefusedCall } from '@/api'
import { refusedFields } from '@/features/kit/schema-rules'
import type { TFunction } from '@/i18n'
import { errorAnswerOf, meaningOf } from '../../../electron/main/adapters/legacy/errors'

type Recorded = { method: string; path: string; status: unknown; response: { error?: unknown } | string }
const RECORDED = (
  JSON.parse(readFileSync(new URL('../../samples/errors.json', import.meta.url), 'utf8')) as Recorded[]
).filter((one): one is Recorded & { status: number } => typeof one.status === 'number')

/** Calls that Turno makes: a recorded path that fits an endpoint of the contract. */
const CALLED = Object.values(endpoints).map(({ method, path }) => ({
  method,
  fits: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}))
const isCalled = ({ method, path }: Recorded): boolean =>
  CALLED.some(call => call.method === method && call.fits.test(path.split('?')[0] ?? ''))

const wordsOf = ({ response }: Recorded): string =>
  typeof response === 'object' && typeof response.error === 'string' ? response.error : ''

describe('recorded refusals', () => {
  it('each become a code of the catalogue or that server’s own Portuguese sentence, never a page or an English one', async () => {
    for (const one of RECORDED) {
      const words = wordsOf(one)
      const answer = errorAnswerOf({ status: one.status, text: words })
      const { error } = (await answer.json()) as { error: string }
      const where = `${one.method} ${one.path}: ${words}`
      if (isCalled(one) || error.startsWith('ERR_')) expect(errorCodeOf(error), where).not.toBeNull()
      expect(error, where).not.toMatch(/must be|is required|Internal|</)
    }
  })

  it.each([
    [403, "Invalid token. We'll try to assign a new one on next request", 401, 'ERR_SESSION_EXPIRED'],
    [401, 'Acesso não permitido', 403, 'ERR_NO_PERMISSION'],
    [400, 'ERR_NO_DEF_WAPP_FOUND in COMPANY 1', 400, 'ERR_NO_DEF_WAPP_FOUND'],
    [400, 'Número máximo de usuários já alcançado: 3', 400, 'ERR_PLAN_LIMIT'],
    [400, '{"name":"ValidationError","message":"ERR_PROMPT_NAME_INVALID"}', 400, 'ERR_VALIDATION'],
    [400, 'ERR_CAMPAIGN_SOMETHING_NEW', 400, 'ERR_VALIDATION'],
    [400, 'ERR_TICKETNOTE_INVALID_NAME', 400, 'ERR_VALIDATION'],
    [404, 'ERR_NO_DIALOG_FOUND', 404, 'ERR_NOT_FOUND'],
    [404, '', 404, 'SERVER_LACKS'],
    [500, 'Internal server error', 500, 'ERR_INTERNAL'],
    [400, 'Não é permitido excluir campanha em andamento', 400, 'ERR_CAMPAIGN_RUNNING'],
    [400, 'Não é possível remover a fila padrão', 400, 'Não é possível remover a fila padrão'],
  ])('%i "%s" is %i %s', async (status, words, expected, error) => {
    const answer = errorAnswerOf({ status, text: words })
    expect(answer.status).toBe(expected)
    expect(await answer.json()).toMatchObject({ error: meaningOf(status, words) ?? words })
    expect(meaningOf(status, words) ?? words).toBe(error)
  })

  it.each([
    ['ERR_CONTACTLISTITEM_INVALID_NAME', 'name', 'Muito curto!'],
    ['ERR_CAMPAIGN_INVALID_NAME', 'name', 'Muito curto!'],
    ['ERR_QUICKMESSAGE_INVALID_NAME', 'shortcode', 'Muito curto!'],
    ['message must be at least 3 characters', 'message', 'Muito curto!'],
    ['title is a required field', 'title', 'Obrigatório'],
    ['{"name":"ValidationError","message":"ERR_PROMPT_APIKEY_INVALID"}', 'apiKey', 'Obrigatório'],
    ['{"name":"ValidationError","message":"ERR_PROMPT_INTELLIGENCE_INVALID"}', 'prompt', 'Obrigatório'],
  ])('"%s" stands at the field %s of the form', async (words, name, text) => {
    const { error, ...details } = (await errorAnswerOf({ status: 400, text: words }).json()) as {
      error: string
    }
    expect(error).toBe('ERR_VALIDATION')
    const refused = new RefusedCall('refused', 'ERR_VALIDATION', '', 400, details)
    const t = ((key: string) =>
      ({ tooShort: 'Muito curto!', required: 'Obrigatório' })[key.split('.').at(-1) ?? '']) as TFunction
    expect(refusedFields(t, refused, ['name', 'shortcode', 'message', 'title', 'apiKey', 'prompt'])).toEqual([
      { name, text },
    ])
  })
})
