import type { CampaignSettings } from '@contract'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTexts } from '@/i18n'
import { looks } from '@/ui'

type Key = keyof CampaignSettings

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const only = (part: Partial<CampaignSettings>, wanted: (key: Key) => boolean): Partial<CampaignSettings> =>
  Object.fromEntries(Object.entries(part).filter(([key]) => wanted(key as Key)))

export interface SettingsDraft {
  /** What the form shows: one's own changes above what is saved. */
  now: CampaignSettings
  /** Something is not saved yet. */
  dirty: boolean
  /** What somebody else saved meanwhile of what was changed here. */
  theirs: readonly Key[]
  change: (part: Partial<CampaignSettings>) => void
  /** These settings were saved: they are nobody's own any more. */
  wasSaved: (sent: CampaignSettings) => void
  takeTheirs: () => void
  keepMine: () => void
}

/**
 * Changes of the campaign settings that are not saved yet. What is saved may be read again meanwhile: members nobody
 * changed here follow it, changed ones stay.
 */
export function useSettingsDraft(saved: CampaignSettings): SettingsDraft {
  /** Members changed here, and what was saved of them when that was known last. */
  const [{ mine, known }, set] = useState<Record<'mine' | 'known', Partial<CampaignSettings>>>({
    mine: {},
    known: {},
  })
  const own = (Object.keys(mine) as Key[]).filter(key => !same(mine[key], saved[key]))
  const theirs = own.filter(key => !same(known[key], saved[key]))
  return {
    now: { ...saved, ...mine },
    dirty: own.length > 0,
    theirs,
    change: part =>
      set(before => ({
        mine: { ...before.mine, ...part },
        known: { ...before.known, ...only(saved, key => key in part && !own.includes(key)) },
      })),
    wasSaved: sent =>
      set(before => ({ ...before, mine: only(before.mine, key => !same(before.mine[key], sent[key])) })),
    takeTheirs: () => set(before => ({ ...before, mine: only(before.mine, key => !theirs.includes(key)) })),
    keepMine: () => set(before => ({ ...before, known: saved })),
  }
}

/** Says what another administrator saved of what stands changed here, and asks whose stays. */
export function TheirSettings({
  draft,
  describe,
}: {
  draft: SettingsDraft
  describe: (key: Key) => { label: string; value: string }
}) {
  const { t } = useTexts()
  if (draft.theirs.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t('campaigns.settings.theirs')}
      description={
        <ul>
          {draft.theirs.map(key => {
            const { label, value } = describe(key)
            return (
              <li key={key}>
                {label}: <bdi>{value}</bdi>
              </li>
            )
          })}
        </ul>
      }
      action={
        <span className={looks.stack8}>
          <Button size="small" onClick={draft.takeTheirs}>
            {t('kit.form.takeTheirs')}
          </Button>
          <Button size="small" onClick={draft.keepMine}>
            {t('kit.form.keepMine')}
          </Button>
        </span>
      }
    />
  )
}
