import {
  AI_BASE_URL,
  AI_MODEL,
  HANDOVER_PHRASE,
  PROMPT_DEFAULTS,
  PROMPT_LIMITS,
  type Prompt,
  promptForm,
  SPOKEN_VOICES,
  TEXT_VOICE,
} from '@contract'
import { Checkbox, Form, Input, Slider } from 'antd'
import { useMemo } from 'react'
import type { z } from 'zod'
import { call } from '@/api'
import {
  Editor,
  type EditorProps,
  type EditorSection,
  HelpedItem,
  MessageArea,
  NumberField,
  SecretField,
  useLiveRow,
} from '@/features/kit'
import { isTextKey, useTexts } from '@/i18n'
import { promptsList } from '@/stores/automation'
import { useQueues } from '@/stores/queues'
import { useOffered } from '@/stores/servers'
import { contentToasts } from '@/stores/toasts'
import { Select, useMedia } from '@/ui'
import { Playground } from './playground'
import styles from './prompts.module.css'

const fieldsOf = ({
  name,
  prompt,
  baseUrl,
  model,
  maxTokens,
  temperature,
  maxMessages,
  usesArticles,
  voice,
  voiceRegion,
  queueId,
}: Prompt) => ({
  name,
  prompt,
  baseUrl,
  model,
  maxTokens,
  temperature,
  maxMessages,
  usesArticles,
  voice,
  voiceRegion: voiceRegion ?? '',
  // Without a queue nothing can be saved: the field says so.
  ...(queueId === null ? {} : { queueId }),
})
const FRESH = {
  ...PROMPT_DEFAULTS,
  name: '',
  prompt: '',
  baseUrl: '',
  model: '',
  usesArticles: true,
  voice: TEXT_VOICE,
  voiceRegion: '',
}
/** Keys are never shown: what is typed replaces the kept one. */
const NO_KEYS = { apiKey: '', voiceKey: '' }

/** Adds or changes a prompt, beside a playground that asks it. */
export function PromptEditor({ prompt, onClose }: { prompt: Prompt | null; onClose: () => void }) {
  const { t } = useTexts()
  const queues = useQueues()
  const offered = useOffered('aiProviders')
  const knows = useOffered('knowledge')
  const wide = useMedia('(min-width: 1001px)')
  const live = useLiveRow(promptsList, prompt?.id ?? null, fieldsOf)
  const initial = useMemo(() => ({ ...(prompt ? fieldsOf(prompt) : FRESH), ...NO_KEYS }), [prompt])

  const save = async (body: z.output<typeof promptForm>): Promise<void> => {
    const made = prompt
      ? await call('prompts.update', { params: { id: prompt.id }, body })
      : await call('prompts.create', { body })
    promptsList.keep(made)
    contentToasts.success(t('prompts.saved'))
  }
  /** What the specification recommends and its form does not insist on. */
  const advised = (name: 'name' | 'text', label: string) => ({
    warningOnly: true,
    validator: async (_rule: unknown, value: unknown) => {
      const { min } = PROMPT_LIMITS[name]
      const length = String(value ?? '').trim().length
      if (length > 0 && length < min) throw new Error(label)
    },
  })

  const sections: EditorSection<typeof promptForm>[] = [
    {
      key: 'text',
      title: t('prompts.section.text'),
      fields: ({ item }) => {
        const name = item('name')
        const text = item('prompt')
        return (
          <>
            <Form.Item
              {...name}
              rules={[...name.rules, advised('name', t('prompts.shortName'))]}
              label={t('prompts.name')}
            >
              <Input autoComplete="off" dir="auto" />
            </Form.Item>
            <HelpedItem
              {...text}
              required={false}
              rules={[...text.rules, advised('text', t('prompts.shortText'))]}
              label={t('prompts.text')}
              about={t('prompts.textHint', { phrase: HANDOVER_PHRASE })}
            >
              <MessageArea minRows={8} maxLength={PROMPT_LIMITS.text.max} />
            </HelpedItem>
            <HelpedItem {...item('queueId')} label={t('prompts.queue')} about={t('prompts.queueHint')}>
              <Select
                showSearch
                options={queues.map(queue => ({ value: queue.id, label: queue.name }))}
                placeholder={t('prompts.chooseQueue')}
              />
            </HelpedItem>
          </>
        )
      },
    },
    {
      key: 'model',
      title: t('prompts.section.model'),
      fields: ({ item }) => (
        <>
          <Form.Item
            {...item('apiKey')}
            required={false}
            label={t('prompts.apiKey')}
            extra={t(prompt?.hasApiKey ? 'prompts.apiKeyKept' : 'prompts.apiKeyHint')}
          >
            <SecretField kept={prompt?.hasApiKey ?? false} />
          </Form.Item>
          {offered ? (
            <div className={styles.pair}>
              <Form.Item
                {...item('baseUrl')}
                required={false}
                label={t('prompts.baseUrl')}
                extra={t('prompts.baseUrlHint')}
              >
                <Input autoComplete="off" spellCheck={false} placeholder={AI_BASE_URL} inputMode="url" />
              </Form.Item>
              <Form.Item {...item('model')} required={false} label={t('prompts.model')}>
                <Input autoComplete="off" spellCheck={false} placeholder={AI_MODEL} />
              </Form.Item>
            </div>
          ) : null}
          <div className={styles.pair}>
            <HelpedItem
              {...item('maxTokens')}
              required
              label={t('prompts.maxTokens')}
              about={t('prompts.maxTokensHint')}
            >
              <NumberField {...PROMPT_LIMITS.maxTokens} className={styles.figure ?? ''} />
            </HelpedItem>
            <HelpedItem
              {...item('maxMessages')}
              required
              label={t('prompts.maxMessages')}
              about={t('prompts.maxMessagesHint')}
            >
              <NumberField {...PROMPT_LIMITS.maxMessages} className={styles.figure ?? ''} />
            </HelpedItem>
          </div>
          {knows ? (
            <Form.Item
              {...item('usesArticles')}
              required={false}
              valuePropName="checked"
              extra={t('prompts.usesArticlesHint')}
            >
              <Checkbox>{t('prompts.usesArticles')}</Checkbox>
            </Form.Item>
          ) : null}
          <HelpedItem
            {...item('temperature')}
            required
            label={t('prompts.temperature')}
            about={t('prompts.temperatureHint')}
          >
            <Slider
              {...PROMPT_LIMITS.temperature}
              step={0.1}
              marks={{ 0: '0', 1: '1', 2: '2' }}
              ariaLabelForHandle={t('prompts.temperature')}
            />
          </HelpedItem>
        </>
      ),
    },
    {
      key: 'voice',
      title: t('prompts.section.voice'),
      fields: ({ item, form }) => (
        <>
          <HelpedItem {...item('voice')} required label={t('prompts.voice')} about={t('prompts.voiceHint')}>
            <Select
              showSearch
              options={[
                { value: TEXT_VOICE, label: t('prompts.textVoice') },
                ...SPOKEN_VOICES.map(({ value, name }) => ({ value, label: name })),
              ]}
            />
          </HelpedItem>
          <Form.Item noStyle dependencies={['voice']}>
            {() =>
              (form.getFieldValue('voice') ?? TEXT_VOICE) === TEXT_VOICE ? null : (
                <div className={styles.pair}>
                  <Form.Item {...item('voiceKey')} required={false} label={t('prompts.voiceKey')}>
                    <SecretField kept={prompt?.hasVoiceKey ?? false} />
                  </Form.Item>
                  <Form.Item
                    {...item('voiceRegion')}
                    required={false}
                    label={t('prompts.voiceRegion')}
                    extra={t('prompts.voiceRegionHint')}
                  >
                    <Input autoComplete="off" spellCheck={false} placeholder="brazilsouth" />
                  </Form.Item>
                </div>
              )
            }
          </Form.Item>
        </>
      ),
    },
    ...(offered && !wide
      ? [
          {
            key: 'playground',
            title: t('prompts.playground.title'),
            fields: edit => <Playground id={prompt?.id} read={() => edit.form.getFieldsValue(true)} />,
          } satisfies EditorSection<typeof promptForm>,
        ]
      : []),
  ]

  const preview: Pick<EditorProps<typeof promptForm>, 'preview'> = offered && wide
    ? { preview: values => <Playground id={prompt?.id} read={() => values} titled /> }
    : {}

  return (
    <Editor
      keepAs={`prompt ${prompt?.id ?? 'new'}`}
      schema={promptForm}
      title={prompt ? t('prompts.editTitle', { name: prompt.name }) : t('prompts.add')}
      sections={sections}
      {...preview}
      shape="drawer"
      initial={initial}
      live={live}
      save={save}
      savedText=""
      submitLabel={t(prompt ? 'common.save' : 'common.add')}
      fieldOfCode={{ ERR_NO_QUEUE_FOUND: 'queueId', ERR_ADDRESS_NOT_ALLOWED: 'baseUrl' }}
      describe={(name, value) => {
        const queue = name === 'queueId' ? queues.find(one => one.id === value)?.name : undefined
        const key = `prompts.${name === 'prompt' ? 'text' : name === 'queueId' ? 'queue' : name}`
        return { label: isTextKey(key) ? t(key) : name, value: queue ?? String(value ?? '') }
      }}
      onClose={onClose}
    />
  )
}
