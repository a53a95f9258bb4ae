/** How the copilot of this computer is set, for servers that have none: `copilot.json`, its keys sealed by the system's keyring. */
import { join } from 'node:path'
import { z } from 'zod'
import { type CopilotSettings, copilotSettings, TRANSCRIPTION_MODEL } from '../../../src/contract'
import { canHold } from '../../copilot/ceiling'
import { NO_BARS, type SentForm, wholeForm } from '../../copilot/form'
import type { Log } from '../log/log'
import type { Keyring } from '../session/vault'
import type { OpenStore } from '../settings/settings'
import { openSmallFile } from '../settings/small-file'
import { type CopilotPolicy, mayBeAsked } from './policy'
import { CopilotRefusal } from './refusal'

/** A server's: articles stand nowhere else. */
const NOT_HERE = { embeddingBaseUrl: true, embeddingModel: true, hasEmbeddingKey: true } as const

const kept = copilotSettings
  .omit({
    used: true,
    proposals: true,
    alone: true,
    hasApiKey: true,
    hasTranscriptionKey: true,
    ...NOT_HERE,
    promptId: true,
    fixed: true,
  })
  .extend({ sealedKey: z.string().default(''), sealedTranscriptionKey: z.string().default('') })
type KeptSettings = z.output<typeof kept>

export interface Provider {
  apiKey: string
  baseUrl: string
  model: string
}

/** Who a key is for: what is asked in words, and what hears recordings where that has an address of its own. */
const PARTS = {
  answers: { address: 'baseUrl', sealed: 'sealedKey', typed: 'apiKey' },
  transcripts: {
    address: 'transcriptionBaseUrl',
    sealed: 'sealedTranscriptionKey',
    typed: 'transcriptionApiKey',
  },
} as const
type Part = keyof typeof PARTS

export interface LocalCopilotSettings {
  /** As they hold, without the keys. */
  view(): Omit<CopilotSettings, 'used'>
  provider(): Promise<Provider>
  /** What hears recordings. */
  transcriber(): Promise<Provider>
  /** Of a form that may not be stored yet. @throws CopilotRefusal ERR_ADDRESS_NOT_ALLOWED */
  providerOf(form: SentForm): Promise<Provider>
  transcriberOf(form: SentForm): Promise<Provider>
  /**
   * Keeps a form; under a policy its keys alone. A key that is left out stays, but not for another address. Without a keyring the
   * keys hold until the program ends.
   * @throws CopilotRefusal ERR_ADDRESS_NOT_ALLOWED, ERR_VALIDATION (apiKey), ERR_COPILOT_PRICE for a ceiling in dollars of a model
   *   whose price nobody knows
   */
  save(form: SentForm): Promise<void>
}

/** @param policy of the computer's administrator; null without one. */
export function openCopilotSettings(deps: {
  dataDir: string
  open: OpenStore
  keyring: Pick<Keyring, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>
  policy: CopilotPolicy | null
  log: Log
}): LocalCopilotSettings {
  const { keyring, policy, log } = deps
  const file = openSmallFile({
    path: join(deps.dataDir, 'copilot.json'),
    schema: kept,
    fallback: kept.parse({ features: {}, ceilingUnit: 'tokens', ceiling: null, masks: undefined }),
    open: deps.open,
    log,
  })
  /** Of this run: what was typed, or opened before. */
  const keys: Record<Part, string | null> = { answers: null, transcripts: null }
  const settings = (): KeptSettings => ({ ...file.content(), ...policy })

  /** A key is for the address it was kept for, also where a policy names another one by now. */
  const isFor = (part: Part, baseUrl: string): boolean => file.content()[PARTS[part].address] === baseUrl

  async function ownKey(part: Part, baseUrl: string): Promise<string> {
    if (!isFor(part, baseUrl)) return ''
    const sealed = file.content()[PARTS[part].sealed]
    if (keys[part] === null && sealed !== '') {
      try {
        keys[part] = (await keyring.decryptStringAsync(Buffer.from(sealed, 'base64'))).result
      } catch (error) {
        log.warn('a key of the copilot cannot be opened any more', { part, error })
      }
    }
    return keys[part] ?? ''
  }

  async function seal(typed: string): Promise<string> {
    if (typed === '' || !(await keyring.isAsyncEncryptionAvailable())) return ''
    return (await keyring.encryptStringAsync(typed)).toString('base64')
  }

  const keyOf = async (part: Part, form: SentForm, baseUrl: string): Promise<string> => {
    if (baseUrl !== '' && !mayBeAsked(baseUrl))
      throw new CopilotRefusal('ERR_ADDRESS_NOT_ALLOWED', PARTS[part].address)
    return form[PARTS[part].typed] || (await ownKey(part, baseUrl))
  }
  const providerOf = async (form: SentForm): Promise<Provider> => {
    const { baseUrl, model } = policy ?? form
    return { apiKey: await keyOf('answers', form, baseUrl), baseUrl, model }
  }
  const transcriberOf = async (form: SentForm): Promise<Provider> => {
    const { transcriptionBaseUrl: baseUrl, transcriptionModel } = policy ?? wholeForm(form, file.content())
    const model = transcriptionModel || TRANSCRIPTION_MODEL
    if (baseUrl === '') return { ...(await providerOf(form)), model }
    return { apiKey: await keyOf('transcripts', form, baseUrl), baseUrl, model }
  }
  const has = (part: Part): boolean => {
    const { [PARTS[part].address]: address } = settings()
    return isFor(part, address) && (keys[part] ?? file.content()[PARTS[part].sealed]) !== ''
  }

  const provider = async (): Promise<Provider> => {
    const { baseUrl, model } = settings()
    return { apiKey: await ownKey('answers', baseUrl), baseUrl, model }
  }

  return {
    view() {
      const { sealedKey: _key, sealedTranscriptionKey: _other, ...rest } = settings()
      return {
        ...rest,
        hasApiKey: has('answers'),
        hasTranscriptionKey: has('transcripts'),
        ...{ embeddingBaseUrl: '', embeddingModel: '', hasEmbeddingKey: false },
        promptId: null,
        fixed: policy !== null,
        proposals: [],
        alone: NO_BARS,
      }
    },
    provider,
    async transcriber() {
      const { transcriptionBaseUrl: baseUrl, transcriptionModel } = settings()
      const model = transcriptionModel || TRANSCRIPTION_MODEL
      if (baseUrl === '') return { ...(await provider()), model }
      return { apiKey: await ownKey('transcripts', baseUrl), baseUrl, model }
    },
    providerOf,
    transcriberOf,
    async save(sent) {
      const form = wholeForm(sent, file.content())
      const answers = await providerOf(form)
      const transcripts = await transcriberOf(form)
      if (!canHold(form, answers, transcripts, null)) throw new CopilotRefusal('ERR_COPILOT_PRICE', 'ceiling')
      const moved = !isFor('answers', answers.baseUrl) && (keys.answers ?? file.content().sealedKey) !== ''
      if (moved && !form.apiKey) throw new CopilotRefusal('ERR_VALIDATION', 'apiKey')
      const { transcriptionBaseUrl } = policy ?? form
      keys.answers = answers.apiKey
      // It is for its address, and goes with it.
      keys.transcripts = transcriptionBaseUrl === '' ? '' : transcripts.apiKey
      const { baseUrl, model } = answers
      // Only what is known of: the keys themselves are never written.
      file.write(
        kept.parse({
          ...form,
          baseUrl,
          model,
          transcriptionBaseUrl,
          sealedKey: await seal(keys.answers),
          sealedTranscriptionKey: await seal(keys.transcripts),
        }),
      )
    },
  }
}
