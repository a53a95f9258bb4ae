import {
  ARTICLE_LIMITS,
  type Article,
  type ArticleProposal,
  type ArticleVersion,
  articleForm,
} from '@contract'
import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { z } from 'zod'
import { call, isAborted } from '@/api'
import {
  DateField,
  Difference,
  Editor,
  type EditorSection,
  kinds,
  useLiveRow,
  useRowNames,
} from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { articlesList, proposedArticles } from '@/stores/articles'
import { saved } from '@/stores/saved'
import { contentToasts } from '@/stores/toasts'
import { counted, looks } from '@/ui'
import styles from './articles.module.css'

type Fields = z.input<typeof articleForm>

const fieldsOf = ({ title, text, queueIds, tags, validUntil }: Article | ArticleVersion) => ({
  title,
  text,
  queueIds,
  tags,
  validUntil,
})
const FRESH = { title: '', text: '', queueIds: [], tags: [], validUntil: null }

/** An article or a version as text, so that two of them can be compared. */
function useWhole(): (of: Article | ArticleVersion) => string {
  const { t, format } = useTexts()
  const queueNames = useRowNames('queue')
  return ({ title, text, queueIds, tags, validUntil }) =>
    [
      title,
      text,
      `${t('articles.queueIds')}: ${queueNames(queueIds) || t('articles.everybody')}`,
      `${t('articles.tags')}: ${tags.join(', ')}`,
      `${t('articles.validUntil')}: ${validUntil ? format.date(validUntil) : t('articles.forGood')}`,
    ].join('\n\n')
}

/** What it said before: who changed what, and a press that brings one back into the form. */
function Versions({ id, bringBack }: { id: number; bringBack: (fields: Fields) => void }) {
  const { t, format } = useTexts()
  const whole = useWhole()
  const [versions, setVersions] = useState<readonly ArticleVersion[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [shown, setShown] = useState<number | null>(null)
  useEffect(() => {
    const giving = new AbortController()
    call('articles.versions', { params: { id }, signal: giving.signal }).then(
      setVersions,
      (error: unknown) => {
        if (!isAborted(error)) setFailure(errorText(t, error))
      },
    )
    return () => giving.abort()
  }, [id, t])
  if (failure) return <p role="alert">{failure}</p>
  return (
    <ul className={styles.versions}>
      {versions.map((version, at) => {
        const before = versions[at + 1]
        return (
          <li key={version.id} className={styles.version}>
            <div className={looks.wrapLine8}>
              <Button
                type="text"
                aria-expanded={shown === version.id}
                onClick={() => setShown(shown === version.id ? null : version.id)}
              >
                {`${format.exact(version.createdAt)} · ${version.userName}`}
              </Button>
              {at === 0 ? (
                <span className={looks.quiet}>{t('articles.now')}</span>
              ) : (
                <Button size="small" onClick={() => bringBack(fieldsOf(version))}>
                  {t('articles.bringBack')}
                </Button>
              )}
            </div>
            {shown === version.id ? (
              <p className={styles.text}>
                <Difference from={before ? whole(before) : ''} to={whole(version)} />
              </p>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

/** Where a proposal comes from. */
function Origin({ proposal }: { proposal: ArticleProposal }) {
  const { t } = useTexts()
  const { ticketUuid, ticketCode: code, simulated, sent } = proposal
  return (
    <div className={styles.origin}>
      <Alert
        type="info"
        showIcon
        title={t('articles.proposals.review')}
        description={simulated ? t('articles.proposals.simulated') : undefined}
      />
      <Link to={`/tickets/${ticketUuid}`}>{t('articles.proposals.openTicket', { code })}</Link>
      <details>
        <summary>{t('articles.proposals.sent')}</summary>
        <pre className={styles.sent}>{sent}</pre>
      </details>
    </div>
  )
}

/**
 * Adds or changes an article, and brings back what it said before.
 * @param proposal what a new one is made of.
 */
export function ArticleEditor({
  article,
  proposal = null,
  onClose,
}: {
  article: Article | null
  proposal?: ArticleProposal | null
  onClose: () => void
}) {
  const { t, format } = useTexts()
  const live = useLiveRow(articlesList, article?.id ?? null, fieldsOf)
  const [initial] = useState(() =>
    article
      ? fieldsOf(article)
      : {
          ...FRESH,
          ...(proposal && { title: proposal.title, text: proposal.text, queueIds: proposal.queueIds }),
        },
  )

  const save = async (body: z.output<typeof articleForm>): Promise<void> => {
    if (proposal) {
      await call('articleProposals.accept', { params: { id: proposal.id }, body })
      proposedArticles.drop(proposal.id)
      return
    }
    articlesList.keep(await saved('articles', article, body))
  }
  const sections: EditorSection<typeof articleForm>[] = [
    {
      key: 'article',
      title: t('articles.article'),
      fields: ({ field }) => (
        <>
          {proposal ? <Origin proposal={proposal} /> : null}
          {field('title', kinds.text({ placeholder: t('articles.nameHint') }))}
          {field('text', kinds.area(8, 20, { count: counted(ARTICLE_LIMITS.text) }), {
            about: t('articles.textHint'),
          })}
          {field('queueIds', kinds.several('queue', t('articles.everybody')), {
            about: t('articles.queuesHint'),
          })}
          {field('tags', kinds.words(t('articles.tagsHint'), [',']))}
          {field(
            'validUntil',
            {
              input: <DateField placeholder={t('articles.forGood')} style={{}} />,
              words: value => (value ? format.date(value) : ''),
            },
            { required: false, about: t('articles.validHint') },
          )}
        </>
      ),
    },
  ]
  if (article)
    sections.push({
      key: 'versions',
      title: t('articles.versions'),
      fields: ({ form, noteChange }) => (
        <Versions
          id={article.id}
          bringBack={fields => {
            form.setFields(
              Object.entries(fields).map(([name, value]) => ({
                name: name as keyof Fields,
                value,
                touched: true,
              })),
            )
            noteChange()
            contentToasts.info(t('articles.broughtBack'))
          }}
        />
      ),
    })
  return (
    <Editor
      keepAs={proposal ? `proposed article ${proposal.id}` : `articles ${article?.id ?? 'new'}`}
      schema={articleForm}
      title={t(article ? 'articles.editTitle' : proposal ? 'articles.proposals.edit' : 'articles.add')}
      sections={sections}
      shape="drawer"
      initial={initial}
      live={live}
      save={save}
      submitLabel={t(article ? 'common.save' : proposal ? 'articles.proposals.accept' : 'common.add')}
      {...(proposal ? { savedText: t('articles.proposals.accepted') } : {})}
      fieldOfCode={{ ERR_NO_QUEUE_FOUND: 'queueIds' }}
      label={name => t(`articles.${name === 'title' ? 'name' : name}`)}
      onClose={onClose}
    />
  )
}
