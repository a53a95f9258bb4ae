import { type Announcement, announcementForm, PICTURE_ENDINGS } from '@contract'
import { useMemo } from 'react'
import { z } from 'zod'
import { EditDialog, FileField, kinds, saying, useEdited } from '@/features/kit'
import { safeMediaUrl } from '@/features/thread'
import { useTexts } from '@/i18n'
import { platformAnnouncements } from '@/stores/announcements'
import { savedWithFile } from '@/stores/saved'

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
    const options = { had: kept !== null, typeArch: 'announcements' }
    platformAnnouncements.keep(await savedWithFile('announcements', announcement, body, picture, options))
  }

  const priorities = ([1, 2, 3] as const).map(value => ({
    value,
    label: t(`workplace.announcements.priority${value}`),
  }))
  return (
    <EditDialog
      {...useEdited('announcements', platformAnnouncements, announcement, FRESH)}
      schema={schema}
      title={t(announcement ? 'announcements.editTitle' : 'announcements.add')}
      save={save}
      submitLabel={t(announcement ? 'common.save' : 'announcements.publish')}
      onClose={onClose}
      label={name => t(`announcements.${name}`)}
    >
      {({ field }) => (
        <>
          {field('title', kinds.text())}
          {field('text', kinds.area(4, 12))}
          {field('priority', kinds.choice(priorities), { required: true })}
          {field(
            'status',
            {
              ...kinds.onOff(),
              words: value => t(value ? 'announcements.active' : 'announcements.inactive'),
            },
            { required: true, about: t('announcements.statusHint') },
          )}
          {field(
            'picture',
            {
              input: <FileField kept={kept} accept={PICTURE_ENDINGS} hint={t('announcements.pictureHint')} />,
            },
            { required: false },
          )}
        </>
      )}
    </EditDialog>
  )
}
