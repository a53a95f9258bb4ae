/** Announcements of the platform: read by everybody, kept by the super-administrators. */
import { z } from 'zod'
import { ANNOUNCEMENT_TITLE_CHARS, MESSAGE_MAX_CHARS } from '../constants'
import { announcement } from '../entities'
import { line, words } from '../requests'
import { crud, paged } from './crud'
import { endpoint } from './define'

const priority = z.number().int().min(1).max(3)

/** Announcement form rules. Priority 1 high, 2 medium, 3 low; an inactive one is shown to nobody. */
export const announcementForm = z.object({
  title: line(ANNOUNCEMENT_TITLE_CHARS, 'Too Long!').min(1, 'Obrigatório'),
  text: words(MESSAGE_MAX_CHARS).refine(text => text.trim() !== '', 'Obrigatório'),
  priority: priority.default(3),
  status: z.boolean().default(true),
})

export const announcementEndpoints = {
  'announcements.list': endpoint('GET', '/announcements', {
    summary: 'Active announcements, newest first',
    access: 'member',
    ...paged('records', 'announcements', announcement),
  }),
  'announcements.everything': endpoint('GET', '/announcements-everything', {
    summary: 'Announcements, inactive ones too, newest first',
    access: 'super',
    ...paged('records', 'announcements', announcement),
    errors: ['ERR_NO_PERMISSION'],
  }),
  ...crud('announcements', '/announcements', {
    access: 'super',
    record: announcement,
    form: announcementForm,
    // Without the defaults of a new one: who changes the words of an inactive one does not publish it.
    change: () => announcementForm.extend({ priority: priority.optional(), status: z.boolean().optional() }),
    missing: 'ERR_NO_ANNOUNCEMENT_FOUND',
    get: ['One announcement', 'ERR_NO_PERMISSION'],
    create: ['Announce something to every company', 'ERR_NO_PERMISSION'],
    update: [
      'Change an announcement, or switch it on and off; members left out stay as they are',
      'ERR_NO_PERMISSION',
    ],
    remove: ['Delete an announcement', 'ERR_NO_PERMISSION'],
    attach: ['Give an announcement its picture (PNG or JPEG)', 'ERR_NO_PERMISSION', 'ERR_FILE_TYPE'],
    detach: ['Take the picture of an announcement away', 'ERR_NO_PERMISSION'],
  }),
} as const
