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
import { Form, Slider } from 'antd'
import type { z } from 'zod'
import { Editor, type EditorProps, type EditorSection, kinds, MessageArea, useEdited } from '@/features/kit'
import { isTextKey, useTexts } from '@/i18n'
import { promptsList } from '@/stores/automation'
import { saved } from '@/stores/saved'
import { useOffered } from '@/stores/servers'
import { contentToasts } from '@/stores/toasts'
import { useMedia } from '@/ui'
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
  const offered = useOffered('aiProviders')
  const knows = useOffered('knowledge')
  const wide = useMedia('(min-width: 1001px)')
  const edited = useEdited('prompts', promptsList, prompt, FRESH, fieldsOf)

  const save = async (body: z.output<typeof promptForm>): Promise<void> => {
    promptsList.keep(await saved('prompts', prompt, body))
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

  const voices = [
    { value: TEXT_VOICE, label: t('prompts.textVoice') },
    ...SPOKEN_VOICES.map(({ value, name }) => ({ value, label: name })),
  ]
  const labelOf = (name: string): string => {
    const key = `prompts.${name === 'prompt' ? 'text' : name === 'queueId' ? 'queue' : name}`
    return isTextKey(key) ? t(key) : name
  }
  const sections: EditorSection<typeof promptForm>[] = [
    {
      key: 'text',
      title: t('prompts.section.text'),
      fields: ({ item, field }) => (
        <>
          {field('name', kinds.text(), {
            rules: [...item('name').rules, advised('name', t('prompts.shortName'))],
          })}
          {field(
            'prompt',
            { input: <MessageArea minRows={8} maxLength={PROMPT_LIMITS.text.max} /> },
            {
              required: false,
              rules: [...item('prompt').rules, advised('text', t('prompts.shortText'))],
              about: t('prompts.textHint', { phrase: HANDOVER_PHRASE }),
            },
          )}
          {field('queueId', kinds.one('queue', t('prompts.chooseQueue')), { about: t('prompts.queueHint') })}
        </>
      ),
    },
    {
      key: 'model',
      title: t('prompts.section.model'),
      fields: ({ field }) => (
        <>
          {field('apiKey', kinds.secret(prompt?.hasApiKey ?? false), {
            required: false,
            extra: t(prompt?.hasApiKey ? 'prompts.apiKeyKept' : 'prompts.apiKeyHint'),
          })}
          {offered ? (
            <div className={styles.pair}>
              {field(
                'baseUrl',
                kinds.text({ spellCheck: false, placeholder: AI_BASE_URL, inputMode: 'url' }),
                { required: false, extra: t('prompts.baseUrlHint') },
              )}
              {field('model', kinds.text({ spellCheck: false, placeholder: AI_MODEL }), { required: false })}
            </div>
          ) : null}
          <div className={styles.pair}>
            {(['maxTokens', 'maxMessages'] as const).map(name =>
              field(name, kinds.number({ ...PROMPT_LIMITS[name], className: styles.figure ?? '' }), {
                required: true,
                about: t(`prompts.${name}Hint`),
              }),
            )}
          </div>
          {knows
            ? field('usesArticles', kinds.check(), { required: false, extra: t('prompts.usesArticlesHint') })
            : null}
          {field(
            'temperature',
            {
              input: (
                <Slider
                  {...PROMPT_LIMITS.temperature}
                  step={0.1}
                  marks={{ 0: '0', 1: '1', 2: '2' }}
                  ariaLabelForHandle={t('prompts.temperature')}
                />
              ),
            },
            { required: true, about: t('prompts.temperatureHint') },
          )}
        </>
      ),
    },
    {
      key: 'voice',
      title: t('prompts.section.voice'),
      fields: ({ field, form }) => (
        <>
          {field('voice', kinds.choice(voices, { showSearch: true }), {
            required: true,
            about: t('prompts.voiceHint'),
          })}
          <Form.Item noStyle dependencies={['voice']}>
            {() =>
              (form.getFieldValue('voice') ?? TEXT_VOICE) === TEXT_VOICE ? null : (
                <div className={styles.pair}>
                  {field('voiceKey', kinds.secret(prompt?.hasVoiceKey ?? false), { required: false })}
                  {field('voiceRegion', kinds.text({ spellCheck: false, placeholder: 'brazilsouth' }), {
                    required: false,
                    extra: t('prompts.voiceRegionHint'),
                  })}
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
      {...edited}
      schema={promptForm}
      title={prompt ? t('prompts.editTitle', { name: prompt.name }) : t('prompts.add')}
      sections={sections}
      {...preview}
      shape="drawer"
      initial={{ ...edited.initial, ...NO_KEYS }}
      save={save}
      savedText=""
      fieldOfCode={{ ERR_NO_QUEUE_FOUND: 'queueId', ERR_ADDRESS_NOT_ALLOWED: 'baseUrl' }}
      label={labelOf}
      onClose={onClose}
    />
  )
}
