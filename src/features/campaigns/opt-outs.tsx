import type { CampaignOptOut } from '@contract'
import { RotateCcw, ShieldCheck } from 'lucide-react'
import { call } from '@/api'
import { PagedScreen, useAttempt } from '@/features/kit'
import { useTexts } from '@/i18n'
import { optOutsList } from '@/stores/campaigns'
import { contentToasts } from '@/stores/toasts'
import { type Column, useConfirm } from '@/ui'
import styles from './settings.module.css'

/** Who wants no more campaigns; somebody who asks for it is written to again. */
export function OptOuts() {
  const { t, format } = useTexts()
  const confirm = useConfirm()
  const attempt = useAttempt(contentToasts)
  const columns: Column<CampaignOptOut>[] = [
    {
      key: 'name',
      title: t('campaigns.recipient.name'),
      width: 'minmax(0, 2fr)',
      render: ({ name, number }) => <span dir="auto">{name || number}</span>,
    },
    {
      key: 'number',
      title: t('campaigns.recipient.number'),
      width: '168px',
      foldable: true,
      render: ({ number }) => format.phone(number),
    },
    {
      key: 'word',
      title: t('campaigns.settings.word'),
      render: ({ word }) => <span dir="auto">{word}</span>,
    },
    {
      key: 'since',
      title: t('campaigns.settings.since'),
      width: '112px',
      align: 'end',
      render: ({ createdAt }) => <time dateTime={createdAt}>{format.date(createdAt)}</time>,
    },
  ]
  const allow = async ({ id, name, number }: CampaignOptOut): Promise<void> => {
    const sure = await confirm({
      title: t('campaigns.settings.allowTitle'),
      text: t('campaigns.settings.allowText'),
      okLabel: t('campaigns.settings.allow', { name: name || number }),
      cancelLabel: t('common.cancel'),
    })
    if (!sure) return
    await attempt(async () => {
      await call('campaignOptOuts.remove', { params: { id } })
      optOutsList.drop(id)
    }, t('campaigns.settings.allowed'))
  }
  return (
    <div className={styles.optOuts}>
      <h3 className={styles.optOutsTitle}>{t('campaigns.settings.optOuts')}</h3>
      <PagedScreen
        nested
        list={optOutsList}
        title={t('campaigns.settings.optOuts')}
        countText={count => t('campaigns.settings.optOutCount', { count })}
        searchLabel={t('campaigns.settings.optOutSearch')}
        columns={columns}
        rowName={({ name, number }) => name || number}
        rowActions={row => [
          {
            key: 'allow',
            icon: RotateCcw,
            label: t('campaigns.settings.allow', { name: row.name || row.number }),
            run: () => void allow(row),
          },
        ]}
        empty={{
          icon: ShieldCheck,
          title: t('campaigns.settings.optOutEmpty'),
          text: t('campaigns.settings.optOutEmptyText'),
        }}
      />
    </div>
  )
}
