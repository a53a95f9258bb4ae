import { type Article, dayIn, isArticleValid } from '@contract'
import { BookOpenText, FileInput, FileOutput } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { call, isAborted } from '@/api'
import { column, PagedScreen } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { articlesList, proposedCount } from '@/stores/articles'
import { serverNow } from '@/stores/clock'
import { useCompanyZone } from '@/stores/company-clock'
import { startDownload } from '@/stores/downloads'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { useHolds } from '@/stores/session'
import { contentToasts } from '@/stores/toasts'
import { type Column, IconButton, looks, Pill, SegmentedTabs, Select } from '@/ui'
import { ArticleEditor } from './article-editor'
import { ArticleView } from './article-view'
import styles from './articles.module.css'
import { ImportDialog } from './import-dialog'
import { ProposedArticles } from './proposed-articles'
import { QueueNames } from './queue-names'

/** Those of one queue, and those that hold or do not any more. */
function ArticleFilters() {
  const { t } = useTexts()
  const queues = useQueues()
  const { filters } = articlesList.use()
  return (
    <div className={looks.wrap8}>
      <Select
        aria-label={t('articles.queue')}
        allowClear
        placeholder={t('articles.anyQueue')}
        popupMatchSelectWidth={false}
        value={filters.queueId ?? null}
        options={[
          { value: 0, label: t('articles.everybody') },
          ...queues.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(queueId: number | null | undefined) =>
          articlesList.filter({ queueId: queueId ?? undefined })
        }
      />
      <Select
        aria-label={t('articles.validity')}
        allowClear
        placeholder={t('articles.anyValidity')}
        popupMatchSelectWidth={false}
        value={filters.holds ?? null}
        options={(['yes', 'no'] as const).map(value => ({ value, label: t(`articles.holds.${value}`) }))}
        onChange={(holds: 'yes' | 'no' | null | undefined) =>
          articlesList.filter({ holds: holds ?? undefined })
        }
      />
    </div>
  )
}

/** Articles, or what is proposed to become one. */
function Shown({
  value,
  onChange,
}: {
  value: 'articles' | 'proposals'
  onChange: (value: 'articles' | 'proposals') => void
}) {
  const { t } = useTexts()
  const count = proposedCount.use(({ items }) => items[0]?.count ?? 0)
  useEffect(() => void proposedCount.ensure(), [])
  return (
    <SegmentedTabs
      id="knowledge"
      look="pill"
      panels={false}
      label={t('articles.proposals.show')}
      items={[
        { key: 'articles', label: t('articles.proposals.articles') },
        {
          key: 'proposals',
          label: t('articles.proposals.title'),
          ...(count > 0 ? { count } : {}),
        },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

/** The article an address names (/knowledge/7), once it is read. */
function useAddressed(): { article: Article | null; close: () => void } {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { articleId } = useParams()
  const [article, setArticle] = useState<Article | null>(null)
  useEffect(() => {
    setArticle(null)
    const id = Number(articleId)
    if (articleId === undefined) return
    const giving = new AbortController()
    call('articles.get', { params: { id }, signal: giving.signal }).then(setArticle, (error: unknown) => {
      if (!isAborted(error)) contentToasts.error(errorText(t, error))
    })
    return () => giving.abort()
  }, [articleId, t])
  return { article, close: () => void navigate('/knowledge') }
}

/** /knowledge: what agents look up, and suggestions and prompts answer from. */
export function ArticlesScreen() {
  const { t, format } = useTexts()
  const mayEdit = useHolds('knowledge:edit')
  const [shown, setShown] = useState<'articles' | 'proposals'>('articles')
  const [editing, setEditing] = useState<Article | 'new' | null>(null)
  const [reading, setReading] = useState<Article | null>(null)
  const [importing, setImporting] = useState(false)
  const addressed = useAddressed()
  useEffect(() => void queuesDirectory.ensure(), [])
  const today = dayIn(useCompanyZone(), new Date(serverNow()))

  const columns: Column<Article>[] = [
    column.name('title', t('articles.name'), 4, ({ title }) => title),
    column.cell('tags', t('articles.tags'), 2, ({ tags }) => (
      <span className={styles.pills} title={tags.join(', ')}>
        {tags.map(tag => (
          <Pill key={tag}>{tag}</Pill>
        ))}
      </span>
    )),
    column.cell('queues', t('articles.queueIds'), 2, ({ queueIds }) => <QueueNames ids={queueIds} />, {
      foldable: 'phone',
    }),
    column.cell(
      'validUntil',
      t('articles.validUntil'),
      '104px',
      article => {
        const until = article.validUntil && format.date(article.validUntil)
        return isArticleValid(article, today) ? until : <Pill tone="warning">{until}</Pill>
      },
      { none: t('articles.forGood') },
    ),
    column.day('updatedAt', t('articles.updatedAt'), '104px', ({ updatedAt }) => updatedAt, {
      foldable: 'phone',
    }),
  ]
  const read = addressed.article ?? reading
  const save = async (): Promise<void> => {
    const { search, filters } = articlesList.use.getState()
    const shown = { searchParam: search || undefined, ...filters }
    const query = new URLSearchParams(
      Object.entries(shown).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    )
    const started = await startDownload({
      source: `/api/articles/export?${query}`,
      name: `${t('articles.exportName')}.zip`,
    })
    if (started) contentToasts.info(t('articles.exporting'))
  }
  const tabs = mayEdit ? <Shown value={shown} onChange={setShown} /> : null
  const close = (): void => (addressed.article ? addressed.close() : setReading(null))

  if (shown === 'proposals') return <ProposedArticles tabs={tabs} />
  return (
    <PagedScreen
      list={articlesList}
      texts="articles"
      columns={columns}
      rowName={({ title }) => title}
      filters={
        <div className={looks.wrap8} data-many>
          {tabs}
          <ArticleFilters />
        </div>
      }
      tools={
        mayEdit ? (
          <>
            <IconButton
              icon={FileInput}
              label={t('articles.import.open')}
              onClick={() => setImporting(true)}
            />
            <IconButton icon={FileOutput} label={t('articles.export')} onClick={() => void save()} />
          </>
        ) : null
      }
      {...(mayEdit
        ? {
            onEdit: setEditing,
            removal: {
              call: ({ id }: Article) => call('articles.remove', { params: { id } }),
              text: () => t('articles.removeText'),
            },
            add: () => setEditing('new'),
          }
        : { onOpen: setReading })}
      empty={{
        icon: BookOpenText,
        title: t('articles.empty'),
        text: t(mayEdit ? 'articles.emptyText' : 'articles.emptyForReaders'),
      }}
    >
      {importing ? <ImportDialog onClose={() => setImporting(false)} /> : null}
      {editing ? (
        <ArticleEditor article={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
      {read ? (
        <ArticleView
          article={read}
          onClose={close}
          {...(mayEdit
            ? {
                onEdit: () => {
                  close()
                  setEditing(read)
                },
              }
            : {})}
        />
      ) : null}
    </PagedScreen>
  )
}
