import { mayChangeQuickMessage, type QuickMessage, quickMessageForm } from '@contract'
import { useMemo } from 'react'
import { z } from 'zod'
import { call } from '@/api'
import { EditDialog, FileField, kinds, MessageArea, saying, useEdited } from '@/features/kit'
import { safeMediaUrl } from '@/features/thread'
import { useTexts } from '@/i18n'
import { quickMessagesList } from '@/stores/quick-messages'
import { useOffered } from '@/stores/servers'
import { useHolds, useUser } from '@/stores/session'
import { contentToasts } from '@/stores/toasts'

const fieldsOf = ({ shortcode, message, geral, queueIds }: QuickMessage) => ({
  shortcode,
  message,
  geral,
  queueIds,
})
const FRESH = { shortcode: '', message: '', geral: false, queueIds: [] }

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
        .superRefine(({ message, file }, context) => {
          const sendsFile = file === undefined ? kept !== null : file !== null
          if (message.trim() !== '' || sendsFile) return
          context.addIssue({ code: 'custom', path: ['message'], ...saying(t('quickMessages.nothingToSend')) })
        }),
    [kept, t],
  )

  const save = async ({ file, geral, queueIds, ...rest }: z.output<typeof schema>): Promise<void> => {
    const body = {
      ...rest,
      ...(setsGeneral && knowsGeneral ? { geral } : {}),
      ...(knowsQueues ? { queueIds } : {}),
    }
    const made = quick
      ? await call('quickMessages.update', { params: { id: quick.id }, body })
      : await call('quickMessages.create', { body })
    const params = { id: made.id }
    if (file) {
      try {
        await call('quickMessages.attach', { params, body: { typeArch: 'quickMessage' }, files: [file] })
      } catch (error) {
        // Without its file a new one is not what was asked for: it is not left behind half made.
        if (!quick) await call('quickMessages.remove', { params }).catch(() => undefined)
        throw error
      }
    } else if (file === null && kept) await call('quickMessages.detach', { params })
    else return quickMessagesList.keep(made)
    // Some servers do not tell what became of the file.
    quickMessagesList.keep(await call('quickMessages.get', { params }))
  }

  const onOff = (['on', 'off'] as const).map(value => ({ value, label: t(`quickMessages.${value}`) }))
  return (
    <EditDialog
      {...useEdited('quick message', quickMessagesList, quick, fieldsOf, FRESH)}
      schema={schema}
      title={t(quick ? (saves ? 'quickMessages.editTitle' : 'quickMessages.viewTitle') : 'quickMessages.add')}
      save={save}
      fieldOfCode={{ ERR_NO_QUEUE_FOUND: 'queueIds' }}
      say={contentToasts}
      onClose={onClose}
      submitLabel={saves ? t(quick ? 'common.save' : 'common.add') : null}
      cancelLabel={t(saves ? 'common.cancel' : 'common.close')}
      label={name => t(`quickMessages.${name}`)}
    >
      {({ field }) => (
        <>
          {field('shortcode', kinds.text({ prefix: '/', spellCheck: false }), {
            extra: saves ? t('quickMessages.shortcodeHint') : undefined,
          })}
          {field('message', { input: <MessageArea minRows={4} maxLength={65_536} /> }, { required: false })}
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
