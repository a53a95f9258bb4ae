import { type CampaignOptOut, displayName } from '@contract'
import { RotateCcw, ShieldCheck } from 'lucide-react'
import { call } from '@/api'
import { column, PagedScreen, useAttempt } from '@/features/kit'
import { useTexts } from '@/i18n'
import { optOutsList } from '@/stores/campaigns'
import { type Column, useConfirm } from '@/ui'
import styles from './settings.module.css'

/** Who wants no more campaigns; somebody who asks for it is written to again. */
export function OptOuts() {
  const { t } = useTexts()
  const confirm = useConfirm()
  const attempt = useAttempt()
  const columns: Column<CampaignOptOut>[] = [
    column.name('name', t('campaigns.recipient.name'), 2, displayName),
    column.phone('number', t('campaigns.recipient.number'), '168px', ({ number }) => number),
    column.text('word', t('campaigns.settings.word'), '1fr', ({ word }) => word, { foldable: false }),
    column.day('since', t('campaigns.settings.since'), '112px', ({ createdAt }) => createdAt, {
      align: 'end',
      foldable: false,
    }),
  ]
  const allow = async (person: CampaignOptOut): Promise<void> => {
    const sure = await confirm({
      title: t('campaigns.settings.allowTitle'),
      text: t('campaigns.settings.allowText'),
      okLabel: t('campaigns.settings.allow', { name: displayName(person) }),
      cancelLabel: t('common.cancel'),
    })
    if (!sure) return
    await attempt(async () => {
      await call('campaignOptOuts.remove', { params: { id: person.id } })
      optOutsList.drop(person.id)
    }, t('campaigns.settings.allowed'))
  }
  return (
    <div className={styles.optOuts}>
      <h3 className={styles.optOutsTitle}>{t('campaigns.optOuts.title')}</h3>
      <PagedScreen
        nested
        list={optOutsList}
        texts="campaigns.optOuts"
        columns={columns}
        rowName={displayName}
        rowActions={row => [
          {
            key: 'allow',
            icon: RotateCcw,
            label: t('campaigns.settings.allow', { name: displayName(row) }),
            run: () => void allow(row),
          },
        ]}
        empty={{ icon: ShieldCheck }}
      />
    </div>
  )
}
