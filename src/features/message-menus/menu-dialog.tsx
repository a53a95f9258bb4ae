import {
  displayName,
  errorCodeOf,
  MENU_LIMITS,
  type MenuParts,
  menuFaults,
  sign,
  signatureOf,
  type Ticket,
  tidyMenu,
} from '@contract'
import { Alert, Form, type FormInstance } from 'antd'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { z } from 'zod'
import { ApiError } from '@/api'
import { EditDialog, kinds, saying } from '@/features/kit'
import { useTexts } from '@/i18n'
import { draftOf, saveDraft } from '@/stores/drafts'
import {
  closeMenu,
  keepMenu,
  type MenuContent,
  type MenuDraft,
  menuFormKey,
  noteMenu,
  withoutBegun,
} from '@/stores/menu-drafts'
import { enqueue } from '@/stores/outbox'
import { usePreferences } from '@/stores/preferences'
import { beliefOf } from '@/stores/tickets'
import { announce } from '@/ui'
import { freshMenu, MenuField } from './menu-field'
import { MenuPreview } from './menu-preview'
import styles from './message-menus.module.css'

interface Fields {
  text: string
  menu: MenuParts
}

interface KeptProps {
  ticketId: number
  typed: MenuContent | null
  form: FormInstance<Fields>
  dirty: boolean
  noteChange: () => void
}

/** Fills in what was typed before or taken back from the outbox, and keeps what is typed where the ticket goes off screen. */
function Kept({ ticketId, typed, form, dirty, noteChange }: KeptProps) {
  const begin = useEffectEvent(() => {
    if (!typed) return
    form.setFieldsValue({ text: typed.text, menu: typed.menu ?? freshMenu('button') })
    noteChange()
  })
  useEffect(() => {
    begin()
    return () => noteMenu(ticketId)
  }, [ticketId])
  const values: Fields | undefined = Form.useWatch([], { form, preserve: true })
  useEffect(() => {
    if (values) keepMenu(ticketId, dirty ? { text: values.text ?? '', menu: values.menu } : null)
  }, [ticketId, values, dirty])
  return null
}

interface MenuDialogProps {
  ticket: Ticket
  draft: MenuDraft
  /** Name to sign with; null for no signature. */
  signature: string | null
  /** Nothing may be sent now: the fields only show. */
  held: boolean
  onSent: () => void
}

/** Writes a message with buttons, a list or a link, and sends it through the outbox like any other. */
export function MenuDialog({ ticket, draft, signature, held, onSent }: MenuDialogProps) {
  const { t } = useTexts()
  const undoSendSeconds = usePreferences(state => state.undoSendSeconds)
  const schema = useMemo(
    () =>
      z
        .object({ text: z.string().trim().min(1, 'Required'), menu: z.custom<MenuParts>() })
        .superRefine(({ text, menu }, context) => {
          const [fault] = menuFaults(signature === null ? text : sign(text, signature), menu)
          if (!fault) return
          const path = [fault.at === 'opening' ? 'text' : 'menu']
          context.addIssue({ code: 'custom', path, ...saying(t(`errors.${fault.code}`)) })
        }),
    [signature, t],
  )
  const signed = (text: string): string => (signature === null ? text : sign(text, signature))
  const initial = { text: draft.text, menu: draft.menu ?? freshMenu('button') }

  const save = async ({ text, menu }: z.output<typeof schema>): Promise<void> => {
    const quote = draftOf(ticket.id)?.quote ?? null
    const accepted = await enqueue({
      id: crypto.randomUUID(),
      ticketId: ticket.id,
      kind: 'text',
      body: signed(text),
      menu: tidyMenu(menu),
      quote,
      holdMs: undoSendSeconds * 1_000,
      expected: beliefOf(ticket.id),
    })
    if (!accepted.ok) throw new ApiError('refused', errorCodeOf(accepted.code), accepted.message, 0)
    // The composer's text was part of this message.
    const now = draftOf(ticket.id)
    if (now) {
      const rest = withoutBegun(now.text, draft.text)
      saveDraft(ticket.id, { quote: null, ...(rest === now.text ? {} : { text: rest, caret: rest.length }) })
    }
    onSent()
    announce(t('messageMenus.sent'))
  }
  const name = displayName(ticket.contact)
  const room = (kind: MenuParts['kind']): number =>
    MENU_LIMITS[kind].opening - signatureOf(signed('-')).length

  return (
    <EditDialog
      keepAs={menuFormKey(ticket.id)}
      schema={schema}
      label={name => t(`messageMenus.${name}`)}
      title={name ? t('messageMenus.titleTo', { name }) : t('messageMenus.title')}
      initial={initial}
      save={save}
      savedText=""
      minBusyMs={0}
      columns={2}
      submitLabel={held ? null : t('messageMenus.send')}
      onClose={() => closeMenu(ticket.id)}
    >
      {({ field, form, dirty, noteChange }) => (
        <>
          <div>
            {held ? (
              <Alert showIcon type="warning" style={{ marginBottom: 16 }} title={t('messageMenus.held')} />
            ) : null}
            <Kept
              ticketId={ticket.id}
              typed={draft.typed}
              form={form as unknown as FormInstance<Fields>}
              dirty={dirty}
              noteChange={noteChange}
            />
            <Form.Item noStyle shouldUpdate={(a: Fields, b: Fields) => a.menu?.kind !== b.menu?.kind}>
              {() =>
                field(
                  'text',
                  kinds.area(3, 10, {
                    count: { max: room(form.getFieldValue('menu')?.kind ?? 'button'), show: true },
                  }),
                )
              }
            </Form.Item>
            {field('menu', { input: <MenuField /> }, { required: false })}
          </div>
          <div className={styles.preview}>
            <Form.Item noStyle shouldUpdate>
              {() => (
                <MenuPreview
                  text={signed(form.getFieldValue('text') ?? '')}
                  menu={form.getFieldValue('menu') ?? freshMenu('button')}
                />
              )}
            </Form.Item>
          </div>
        </>
      )}
    </EditDialog>
  )
}
