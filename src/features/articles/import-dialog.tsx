import { ARTICLE_LIMITS, type ResponseOut } from '@contract'
import { Alert, Button, Checkbox, Input, Modal } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { call, isAborted } from '@/api'
import { FilePlace, ImportBody, ImportNote } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { articlesList } from '@/stores/articles'
import { useQueues } from '@/stores/queues'
import { contentToasts } from '@/stores/toasts'
import { looks, Select } from '@/ui'
import styles from './articles.module.css'

const ACCEPT = '.pdf,.docx,.html,.htm,.md,.markdown,.txt,.zip'
const isReadable = (name: string): boolean => ACCEPT.split(',').some(end => name.toLowerCase().endsWith(end))

type Read = ResponseOut<'articles.read'>

type Proposed = Read['sections'][number] & { key: number; taken: boolean }

/** Makes articles of a document or a web page: read, looked at, and kept as far as somebody wants them. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const queues = useQueues()
  const [url, setUrl] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [found, setFound] = useState<{ isCut: boolean; sections: readonly Proposed[] } | null>(null)
  const [queueIds, setQueueIds] = useState<number[]>([])
  const [kept, setKept] = useState<number | null>(null)
  const asking = useRef<AbortController | null>(null)
  const hintId = useId()
  const urlId = useId()
  useEffect(() => () => asking.current?.abort(), [])

  const read = async (ask: (signal: AbortSignal) => Promise<Read>): Promise<void> => {
    const giving = new AbortController()
    asking.current = giving
    setBusy(true)
    setFailure(null)
    try {
      const { sections, isCut } = await ask(giving.signal)
      setFound({
        isCut,
        sections: sections.map((section, key) => ({
          ...section,
          key,
          // One of a queue that is not here becomes everybody's by somebody's hand alone.
          taken: (section.about?.unknownQueues.length ?? 0) === 0,
        })),
      })
    } catch (error) {
      if (!isAborted(error)) setFailure(errorText(t, error))
    } finally {
      setBusy(false)
    }
  }
  const choose = (file: File): void => {
    if (!busy) void read(signal => call('articles.read', { body: {}, files: [file], signal }))
  }
  const change = (key: number, part: Partial<Proposed>): void =>
    setFound(
      now =>
        now && {
          ...now,
          sections: now.sections.map(section => (section.key === key ? { ...section, ...part } : section)),
        },
    )
  const wanted = (found?.sections ?? []).filter(({ taken, title }) => taken && title.trim() !== '')
  const keep = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      for (const [done, { key, title, text, about }] of wanted.entries()) {
        setKept(done)
        const body = {
          title,
          text,
          queueIds: about && about.queueIds.length > 0 ? about.queueIds : queueIds,
          ...(about ? { tags: about.tags, validUntil: about.validUntil } : {}),
        }
        articlesList.keep(await call('articles.create', { body }))
        // What is kept is not kept twice, whatever becomes of the next one.
        change(key, { taken: false })
      }
      contentToasts.success(t('articles.import.kept', { count: wanted.length }))
      onClose()
    } catch (error) {
      setFailure(errorText(t, error))
    } finally {
      setBusy(false)
      setKept(null)
    }
  }

  return (
    <Modal
      open
      centered
      title={t('articles.import.title')}
      width={720}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
      footer={
        found ? (
          <div className={looks.buttons}>
            <Button disabled={busy} onClick={() => setFound(null)}>
              {t('articles.import.again')}
            </Button>
            <Button type="primary" loading={busy} disabled={wanted.length === 0} onClick={() => void keep()}>
              {kept === null
                ? t('articles.import.keep', { count: wanted.length })
                : t('articles.import.keeping', { done: kept + 1, count: wanted.length })}
            </Button>
          </div>
        ) : null
      }
    >
      <ImportBody>
        {failure ? <Alert type="error" showIcon title={failure} /> : null}
        {found ? (
          <>
            <ImportNote live>{t('articles.import.found', { count: found.sections.length })}</ImportNote>
            {found.isCut ? <Alert type="warning" showIcon title={t('articles.import.isCut')} /> : null}
            <Select
              mode="multiple"
              aria-label={t('articles.queueIds')}
              placeholder={t('articles.everybody')}
              value={queueIds}
              options={queues.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setQueueIds}
            />
            <ul className={styles.proposed}>
              {found.sections.map(({ key, title, text, about, taken }) => (
                <li key={key} className={styles.version}>
                  <div className={looks.wrapLine8}>
                    <Checkbox
                      checked={taken}
                      disabled={busy}
                      aria-label={t('articles.import.take', { title })}
                      onChange={event => change(key, { taken: event.target.checked })}
                    />
                    <Input
                      className={styles.grows ?? ''}
                      aria-label={t('articles.import.name', { title })}
                      value={title}
                      disabled={busy}
                      maxLength={ARTICLE_LIMITS.title.max}
                      onChange={event => change(key, { title: event.target.value })}
                    />
                  </div>
                  {about && about.unknownQueues.length > 0 ? (
                    <p className={looks.quiet}>
                      {t('articles.import.unknownQueues', { names: about.unknownQueues.join(', ') })}
                    </p>
                  ) : null}
                  <details>
                    <summary>{t('articles.import.showText')}</summary>
                    <p className={styles.text} dir="auto">
                      {text}
                    </p>
                  </details>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <>
            <FilePlace
              label={busy ? t('articles.import.reading') : t('articles.import.file')}
              accept={ACCEPT}
              onFile={choose}
              faultOf={({ name }) => (isReadable(name) ? null : t('articles.import.wrongKind'))}
              hintId={hintId}
              testId="article-file"
            />
            <ImportNote id={hintId}>{t('articles.import.hint')}</ImportNote>
            <label htmlFor={urlId}>{t('articles.import.url')}</label>
            <form
              className={looks.wrapLine8}
              onSubmit={event => {
                event.preventDefault()
                void read(signal => call('articles.read', { body: { url: url.trim() }, signal }))
              }}
            >
              <Input
                id={urlId}
                className={styles.grows ?? ''}
                inputMode="url"
                autoComplete="off"
                spellCheck={false}
                placeholder="https://"
                value={url}
                onChange={event => setUrl(event.target.value)}
              />
              <Button htmlType="submit" loading={busy} disabled={url.trim() === ''}>
                {t('articles.import.read')}
              </Button>
            </form>
          </>
        )}
      </ImportBody>
    </Modal>
  )
}
