import type { ArticleProposal } from '@contract'
import { Lightbulb } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '@/api'
import { column, PagedScreen } from '@/features/kit'
import { useTexts } from '@/i18n'
import { proposedArticles } from '@/stores/articles'
import { type Column, Pill } from '@/ui'
import { ArticleEditor } from './article-editor'
import { QueueNames } from './queue-names'

/** What resolved conversations have to say, for somebody who accepts, changes or drops it. */
export function ProposedArticles({ tabs }: { tabs: ReactNode }) {
  const { t } = useTexts()
  const [editing, setEditing] = useState<ArticleProposal | null>(null)
  const columns: Column<ArticleProposal>[] = [
    column.name('title', t('articles.name'), 4, ({ title }) => title, {
      beside: ({ simulated }) => (simulated ? <Pill>{t('articles.proposals.simulated')}</Pill> : null),
    }),
    column.text('ticket', t('articles.proposals.ticket'), '176px', ({ ticketCode }) => ticketCode),
    column.cell('queues', t('articles.queueIds'), 2, ({ queueIds }) => <QueueNames ids={queueIds} />),
    column.day('createdAt', t('articles.proposals.createdAt'), '144px', ({ createdAt }) => createdAt, {
      foldable: 'phone',
    }),
  ]
  return (
    <PagedScreen
      list={proposedArticles}
      texts="articles.proposals"
      searched={false}
      columns={columns}
      rowName={({ title }) => title}
      filters={tabs}
      onEdit={setEditing}
      removal={{
        call: ({ id }) => call('articleProposals.remove', { params: { id } }),
        manyLabel: count => t('articles.proposals.drop', { count }),
        text: () => t('articles.proposals.dropText'),
        doneText: t('articles.proposals.dropped'),
      }}
      empty={{ icon: Lightbulb }}
    >
      {editing ? <ArticleEditor article={null} proposal={editing} onClose={() => setEditing(null)} /> : null}
    </PagedScreen>
  )
}
