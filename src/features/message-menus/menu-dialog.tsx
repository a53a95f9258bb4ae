import {
  errorCodeOf,
  MENU_LIMITS,
  type MenuParts,
  menuFaults,
  sign,
  signatureOf,
  type Ticket,
  tidyMenu,
} from '@contract'
import { Form, type FormInstance } from 'antd'
import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import { ApiError } from '@/api'
import { EditDialog, kinds, saying } from '@/features/kit'
import { useTexts } from '@/i18n'
import { draftOf, saveDraft } from '@/stores/drafts'
import { closeMenu, type MenuDraft } from '@/stores/menu-drafts'
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

/** Fills in a message taken back from the outbox as typed text, so that closing the dialog asks first. */
function TakenBack({ form, draft }: { form: FormInstance<Fields>; draft: MenuDraft }) {
  useEffect(() => {
    if (draft.isTyped) form.setFieldsValue({ text: draft.text, menu: draft.menu ?? freshMenu('button') })
  }, [form, draft])
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
  const initial = draft.isTyped
    ? { text: '', menu: freshMenu('button') }
    : { text: draft.text, menu: draft.menu ?? freshMenu('button') }

  const save = async ({ text, menu }: z.output<typeof schema>): Promise<void> => {
    const quote = draftOf(ticket.id)?.quote ?? null
    const { lastMessageId } = beliefOf(ticket.id) ?? {}
    const accepted = await enqueue({
      id: crypto.randomUUID(),
      ticketId: ticket.id,
      kind: 'text',
      body: signed(text),
      menu: tidyMenu(menu),
      quote,
      holdMs: undoSendSeconds * 1_000,
      ...(lastMessageId ? { lastMessageId } : {}),
    })
    if (!accepted.ok) throw new ApiError('refused', errorCodeOf(accepted.code), accepted.message, 0)
    // The composer's text was part of this message.
    const now = draftOf(ticket.id)
    const isBegun = !draft.isTyped && now?.text === draft.text
    if (now) saveDraft(ticket.id, { quote: null, ...(isBegun ? { text: '', caret: 0 } : {}) })
    onSent()
    announce(t('messageMenus.sent'))
  }
  const name = ticket.contact?.name ?? ''
  const room = (kind: MenuParts['kind']): number =>
    MENU_LIMITS[kind].opening - signatureOf(signed('-')).length

  return (
    <EditDialog
      keepAs={`menu ${ticket.id}`}
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
      {({ field, form }) => (
        <>
          <div>
            <TakenBack form={form as unknown as FormInstance<Fields>} draft={draft} />
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
