import type { ArticleProposal } from '@contract'
import { Lightbulb } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '@/api'
import { PagedScreen } from '@/features/kit'
import { useTexts } from '@/i18n'
import { proposedArticles } from '@/stores/articles'
import { contentToasts } from '@/stores/toasts'
import { type Column, Pill } from '@/ui'
import { ArticleEditor } from './article-editor'
import styles from './articles.module.css'
import { QueueNames } from './queue-names'

/** What resolved conversations have to say, for somebody who accepts, changes or drops it. */
export function ProposedArticles({ tabs }: { tabs: ReactNode }) {
  const { t, format } = useTexts()
  const [editing, setEditing] = useState<ArticleProposal | null>(null)
  const columns: Column<ArticleProposal>[] = [
    {
      key: 'title',
      title: t('articles.name'),
      width: 'minmax(0, 4fr)',
      render: ({ title, simulated }) => (
        <span className={styles.named}>
          <bdi>{title}</bdi>
          {simulated ? <Pill>{t('articles.proposals.simulated')}</Pill> : null}
        </span>
      ),
    },
    {
      key: 'ticket',
      title: t('articles.proposals.ticket'),
      width: '176px',
      foldable: true,
      render: ({ ticketCode }) => ticketCode,
    },
    {
      key: 'queues',
      title: t('articles.queueIds'),
      width: 'minmax(0, 2fr)',
      foldable: true,
      render: ({ queueIds }) => <QueueNames ids={queueIds} />,
    },
    {
      key: 'createdAt',
      title: t('articles.proposals.createdAt'),
      width: '144px',
      foldable: true,
      render: ({ createdAt }) => format.date(createdAt),
    },
  ]
  return (
    <PagedScreen
      list={proposedArticles}
      title={t('articles.proposals.title')}
      countText={count => t('articles.proposals.count', { count })}
      searchLabel={null}
      columns={columns}
      rowName={({ title }) => title}
      filters={tabs}
      onEdit={setEditing}
      removal={{
        say: contentToasts,
        call: ({ id }) => call('articleProposals.remove', { params: { id } }),
        manyLabel: count => t('articles.proposals.drop', { count }),
        text: () => t('articles.proposals.dropText'),
        doneText: t('articles.proposals.dropped'),
      }}
      empty={{
        icon: Lightbulb,
        title: t('articles.proposals.empty'),
        text: t('articles.proposals.emptyText'),
      }}
    >
      {editing ? <ArticleEditor article={null} proposal={editing} onClose={() => setEditing(null)} /> : null}
    </PagedScreen>
  )
}
