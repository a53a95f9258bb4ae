import {
  type MenuParts,
  mayChangeQuickMessage,
  menuFaults,
  menuWords,
  type QuickMessage,
  quickMessageForm,
  tidyMenu,
} from '@contract'
import { Form } from 'antd'
import { useMemo } from 'react'
import { z } from 'zod'
import { EditDialog, FileField, kinds, MessageArea, saying, useEdited } from '@/features/kit'
import { MenuField, MenuPreview } from '@/features/message-menus'
import { safeMediaUrl } from '@/features/thread'
import { useTexts } from '@/i18n'
import { quickMessagesList } from '@/stores/quick-messages'
import { savedWithFile } from '@/stores/saved'
import { useOffered } from '@/stores/servers'
import { useHolds, useUser } from '@/stores/session'

const fieldsOf = ({ shortcode, message, geral, queueIds, menu }: QuickMessage) => ({
  shortcode,
  message,
  geral,
  queueIds,
  menu: menu && tidyMenu(menu),
})
const FRESH = { shortcode: '', message: '', geral: false, queueIds: [], menu: null }

/**
 * Adds or changes a quick message, or shows one that only others may change.
 * Whether it is the whole company's is asked of admins only.
 */
export function QuickMessageDialog({ quick, onClose }: { quick: QuickMessage | null; onClose: () => void }) {
  const { t } = useTexts()
  const user = useUser()
  const setsGeneral = useHolds('quick-messages:setGeneral')
  const knowsGeneral = useOffered('generalQuickMessages')
  const knowsQueues = useOffered('queueQuickMessages')
  const knowsMenus = useOffered('agentMenus')
  const kept = quick?.mediaPath ? { name: quick.mediaName ?? '', url: safeMediaUrl(quick.mediaPath) } : null
  const saves = !quick || (user !== null && mayChangeQuickMessage(user, quick))
  const schema = useMemo(
    () =>
      z
        .object({
          ...quickMessageForm.shape,
          /** null takes the file away, undefined leaves it as it is. */
          file: z.custom<File | null>(() => true).optional(),
        })
        .superRefine(({ message, menu, file }, context) => {
          const sendsFile = file === undefined ? kept !== null : file !== null
          const [fault] = menu ? menuFaults(message, menu) : []
          if (fault) {
            const path = [fault.at === 'opening' ? 'message' : 'menu']
            context.addIssue({ code: 'custom', path, ...saying(t(`errors.${fault.code}`)) })
          } else if (menu && sendsFile)
            context.addIssue({ code: 'custom', path: ['file'], ...saying(t('messageMenus.fileToo')) })
          if (message.trim() !== '' || sendsFile) return
          context.addIssue({ code: 'custom', path: ['message'], ...saying(t('quickMessages.nothingToSend')) })
        }),
    [kept, t],
  )

  const save = async ({ file, geral, queueIds, menu, ...rest }: z.output<typeof schema>): Promise<void> => {
    const body = {
      ...rest,
      ...(setsGeneral && knowsGeneral ? { geral } : {}),
      ...(knowsQueues ? { queueIds } : {}),
      ...(knowsMenus ? { menu: menu ? tidyMenu(menu) : null } : {}),
    }
    const options = { had: kept !== null, typeArch: 'quickMessage' }
    quickMessagesList.keep(await savedWithFile('quickMessages', quick, body, file, options))
  }

  const menuText = (menu: MenuParts | null): string =>
    menu ? menuWords({ ...menu, opening: '' }) : t('messageMenus.kinds.none')
  const onOff = (['on', 'off'] as const).map(value => ({ value, label: t(`quickMessages.${value}`) }))
  return (
    <EditDialog
      {...useEdited('quickMessages', quickMessagesList, quick, FRESH, fieldsOf)}
      schema={schema}
      title={t(quick ? (saves ? 'quickMessages.editTitle' : 'quickMessages.viewTitle') : 'quickMessages.add')}
      save={save}
      fieldOfCode={{ ERR_NO_QUEUE_FOUND: 'queueIds' }}
      onClose={onClose}
      submitLabel={saves ? t(quick ? 'common.save' : 'common.add') : null}
      cancelLabel={t(saves ? 'common.cancel' : 'common.close')}
      label={name => t(`quickMessages.${name}`)}
    >
      {({ field, form }) => (
        <>
          {field('shortcode', kinds.text({ prefix: '/', spellCheck: false }), {
            extra: saves ? t('quickMessages.shortcodeHint') : undefined,
          })}
          {field('message', { input: <MessageArea minRows={4} maxLength={65_536} /> }, { required: false })}
          {knowsMenus
            ? field('menu', { input: <MenuField optional />, words: menuText }, { required: false })
            : null}
          <Form.Item noStyle shouldUpdate>
            {() => {
              const menu = form.getFieldValue('menu') as MenuParts | null | undefined
              return menu ? (
                <MenuPreview text={String(form.getFieldValue('message') ?? '')} menu={menu} />
              ) : null
            }}
          </Form.Item>
          {field(
            'file',
            { input: <FileField leavesBy="any" kept={kept} hint={t('quickMessages.fileHint')} /> },
            { required: false },
          )}
          {knowsQueues
            ? field('queueIds', kinds.several('queue', t('articles.everybody')), {
                about: t('quickMessages.queuesHint'),
              })
            : null}
          {setsGeneral && knowsGeneral
            ? field(
                'geral',
                { ...kinds.choice(onOff), words: on => t(on ? 'quickMessages.on' : 'quickMessages.off') },
                {
                  required: true,
                  about: t('quickMessages.geralHint'),
                  getValueProps: (on: boolean) => ({ value: on ? 'on' : 'off' }),
                  getValueFromEvent: (value: string) => value === 'on',
                },
              )
            : null}
        </>
      )}
    </EditDialog>
  )
}
