// @vitest-environment jsdom
/** Every form of the contract against what people paste and strangers try: a rule's own text, or an unchanged value. */
import * as contract from '@contract'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Form, Input } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Providers } from '@/app/providers'
import { EditDialog } from '@/features/kit'
import { schemaItem } from '@/features/kit/schema-rules'
import { texts } from '@/features/kit/texts'
import { i18n } from '@/i18n'
import { startPreferences, stopPreferences } from '@/stores/preferences'
import { startSession, stopSession } from '@/stores/session'
import { fakeBridge, installBridge } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'

const FORMS = Object.entries(contract).flatMap(([name, schema]) =>
  /[fF]orm$/.test(name) && schema instanceof z.ZodObject ? [[name, schema as z.ZodObject] as const] : [],
)
const HTML = '<img src=x onerror=alert(1)><script>alert(1)</script>'
const SQL = `Robert'); DROP TABLE users;-- " OR 1=1 %_\\`
const EMOJI = '👩‍👩‍👧 Ação ñ 漢字 🏳️‍🌈'
const TEXTS = {
  html: HTML,
  sql: SQL,
  emoji: EMOJI,
  long: 'ã'.repeat(10_000),
  turned: 'nota\u202Efdp.exe\u2066 \u200F مرحبا',
  nul: 'antes\u0000depois\u0007',
  half: 'meia \ud83d surrogada',
  template: `{{firstName}} $\{7*7} %s __proto__`,
  blank: ' \t\n ',
}
const WRONG = [
  0,
  -1,
  1e308,
  Number.NaN,
  true,
  [],
  [HTML],
  {},
  { __proto__: null, length: 1e9 },
  null,
  undefined,
]

/** Everything a rule may say, in any language. */
const SAID = new Set(Object.values(texts).flatMap(({ form }) => Object.values(form)))
/** Compared and never shown, or read by nobody (the server decides): kept as they are. */
const isKeptWhole = (field: string, rule: z.ZodType): boolean =>
  /password/i.test(field) || rule.safeParse(Symbol('anything')).success
/** A phone is its digits. */
const isDigits = (form: string, field: string): boolean => form === 'signUpForm' && field === 'phone'
const isPlain = (name: string): boolean => ['html', 'sql', 'emoji', 'template'].includes(name)

async function said(schema: z.ZodObject, field: string, value: unknown): Promise<string | null> {
  const [rule] = schemaItem(i18n.t as never, schema, field as never).rules as [
    { validator: (rule: object, value: unknown) => Promise<void> },
  ]
  return rule.validator({}, value).then(
    () => null,
    (error: Error) => error.message,
  )
}

describe('the rules of every form', () => {
  it('are found', () => expect(FORMS.length).toBeGreaterThan(20))

  it.each(FORMS)('%s', async (form, schema) => {
    const wrong: string[] = []
    for (const [field, rule] of Object.entries(schema.shape) as [string, z.ZodType][]) {
      const values = [...Object.entries(TEXTS), ...WRONG.map((value, at) => [`wrong ${at}`, value] as const)]
      for (const [kind, value] of values) {
        const text = await said(schema, field, value)
        if (text !== null) {
          if (!SAID.has(text)) wrong.push(`${field}, ${kind}: says "${text}"`)
          continue
        }
        const kept = rule.parse(value)
        if (typeof kept === 'string') {
          if (kept.includes('\u0000') && !isKeptWhole(field, rule))
            wrong.push(`${field}, ${kind}: keeps U+0000`)
          if (isPlain(kind) && kept !== value && !isDigits(form, field))
            wrong.push(`${field}, ${kind}: becomes "${kept}"`)
        }
        // What was saved can be opened and saved again.
        const again = rule.safeParse(kept)
        if (!again.success || JSON.stringify(again.data) !== JSON.stringify(kept))
          wrong.push(`${field}, ${kind}: is not the same the second time`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('a dialog of every form', () => {
  const save = vi.fn(async () => {})
  beforeEach(async () => {
    withLayout()
    save.mockClear()
    const fake = fakeBridge()
    installBridge(fake)
    await Promise.all([startSession(fake.bridge), startPreferences(fake.bridge)])
  })
  afterEach(() => {
    stopSession()
    stopPreferences()
  })
  const takesText = (rule: z.ZodType): boolean =>
    ['texto comum', 'a@b.example', '11988887777'].some(text => rule.safeParse(text).success)
  const WRITTEN = FORMS.flatMap(([name, { shape }]) => {
    const fields = Object.entries(shape).filter(([, rule]) => takesText(rule as z.ZodType))
    return fields.length > 0 ? [[name, z.object(Object.fromEntries(fields))] as const] : []
  })

  it.each(WRITTEN)(
    '%s: saves what was typed, or says why not, and stands',
    async (_name, schema) => {
      const fields = Object.keys(schema.shape)
      const initial = Object.fromEntries(fields.map(field => [field, '']))
      render(
        <Providers>
          <RouterProvider
            router={createMemoryRouter([
              {
                path: '*',
                element: (
                  <EditDialog
                    title="Coisa"
                    schema={schema as never}
                    initial={initial as never}
                    save={save}
                    minBusyMs={0}
                    onClose={() => {}}
                  >
                    {edit =>
                      fields.map(field => (
                        <Form.Item key={field} {...edit.item(field as never)} label={field}>
                          <Input.TextArea aria-label={field} />
                        </Form.Item>
                      ))
                    }
                  </EditDialog>
                ),
              },
            ])}
          />
        </Providers>,
      )
      const dialog = await screen.findByRole('dialog')
      for (const value of [`${HTML} ${EMOJI}`, TEXTS.long, `${TEXTS.nul}${TEXTS.turned}`, SQL]) {
        save.mockClear()
        for (const field of fields) fireEvent.change(screen.getByLabelText(field), { target: { value } })
        fireEvent.click(screen.getByRole('button', { name: 'Salvar' }))
        const refusals = (): string[] =>
          [...dialog.querySelectorAll('.ant-form-item-explain-error')].map(one => one.textContent ?? '')
        const typed = schema.safeParse(Object.fromEntries(fields.map(field => [field, value])))
        if (typed.success) {
          await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
          expect(save.mock.calls[0]).toEqual([typed.data])
        } else {
          await waitFor(() => expect(refusals().length).toBeGreaterThan(0))
          expect(refusals().filter(text => !SAID.has(text))).toEqual([])
          expect(save).not.toHaveBeenCalled()
        }
        expect(document.querySelector('img[src="x"], script')).toBeNull()
      }
    },
    60_000,
  )
})
