import { type Announcement, announcementForm, PICTURE_ENDINGS } from '@contract'
import { Form, Input, Switch } from 'antd'
import { useMemo } from 'react'
import { z } from 'zod'
import { call } from '@/api'
import { EditDialog, FileField, HelpedItem, saying, useLiveRow } from '@/features/kit'
import { safeMediaUrl } from '@/features/thread'
import { useTexts } from '@/i18n'
import { platformAnnouncements } from '@/stores/announcements'
import { contentToasts } from '@/stores/toasts'
import { Select } from '@/ui'

const fieldsOf = ({ title, text, priority, status }: Announcement) => ({ title, text, priority, status })
const FRESH = { title: '', text: '', priority: 3, status: true }
const isPicture = (name: string): boolean =>
  PICTURE_ENDINGS.some(ending => name.toLowerCase().endsWith(ending))

/** Adds or changes an announcement. */
export function AnnouncementForm({
  announcement,
  onClose,
}: {
  announcement: Announcement | null
  onClose: () => void
}) {
  const { t } = useTexts()
  const live = useLiveRow(platformAnnouncements, announcement?.id ?? null, fieldsOf)
  const kept = announcement?.mediaPath
    ? { name: announcement.mediaName ?? '', url: safeMediaUrl(announcement.mediaPath) }
    : null
  const schema = useMemo(
    () =>
      z.object({
        ...announcementForm.shape,
        /** null takes the picture away, undefined leaves it as it is. */
        picture: z
          .custom<File | null>(
            file => !file || isPicture((file as File).name),
            saying(t('announcements.pictureType')),
          )
          .optional(),
      }),
    [t],
  )

  const save = async ({ picture, ...body }: z.output<typeof schema>): Promise<void> => {
    const made = announcement
      ? await call('announcements.update', { params: { id: announcement.id }, body })
      : await call('announcements.create', { body })
    const params = { id: made.id }
    if (picture) {
      try {
        await call('announcements.attach', { params, body: { typeArch: 'announcements' }, files: [picture] })
      } catch (error) {
        if (!announcement) await call('announcements.remove', { params }).catch(() => undefined)
        throw error
      }
    } else if (picture === null && kept) await call('announcements.detach', { params })
    else return platformAnnouncements.keep(made)
    platformAnnouncements.keep(await call('announcements.get', { params }))
  }

  return (
    <EditDialog
      keepAs={`announcement ${announcement?.id ?? 'new'}`}
      schema={schema}
      title={t(announcement ? 'announcements.editTitle' : 'announcements.add')}
      initial={announcement ? fieldsOf(announcement) : FRESH}
      live={live}
      save={save}
      say={contentToasts}
      submitLabel={t(announcement ? 'common.save' : 'announcements.publish')}
      onClose={onClose}
      describe={(name, value) => ({
        label: t(`announcements.${name}`),
        value:
          name === 'priority'
            ? t(`workplace.announcements.priority${Number(value) as 1 | 2 | 3}`)
            : name === 'status'
              ? t(value ? 'announcements.active' : 'announcements.inactive')
              : String(value ?? ''),
      })}
    >
      {({ item }) => (
        <>
          <Form.Item {...item('title')} label={t('announcements.title')}>
            <Input autoComplete="off" dir="auto" />
          </Form.Item>
          <Form.Item {...item('text')} label={t('announcements.text')}>
            <Input.TextArea dir="auto" autoSize={{ minRows: 4, maxRows: 12 }} />
          </Form.Item>
          <Form.Item {...item('priority')} required label={t('announcements.priority')}>
            <Select
              options={([1, 2, 3] as const).map(value => ({
                value,
                label: t(`workplace.announcements.priority${value}`),
              }))}
            />
          </Form.Item>
          <HelpedItem
            {...item('status')}
            required
            label={t('announcements.status')}
            valuePropName="checked"
            about={t('announcements.statusHint')}
          >
            <Switch />
          </HelpedItem>
          <Form.Item {...item('picture')} required={false} label={t('announcements.picture')}>
            <FileField kept={kept} accept={PICTURE_ENDINGS} hint={t('announcements.pictureHint')} />
          </Form.Item>
        </>
      )}
    </EditDialog>
  )
}
