/** How the copilot of this computer is set, for servers that have none: `copilot.json`, its key sealed by the system's keyring. */
import { join } from 'node:path'
import { z } from 'zod'
import { type CopilotSettings, type copilotForm, copilotSettings } from '../../../src/contract'
import { mayBeKept } from '../../outward/guarded-request'
import type { Log } from '../log/log'
import type { Keyring } from '../session/vault'
import type { OpenStore } from '../settings/settings'
import { openSmallFile } from '../settings/small-file'
import type { CopilotPolicy } from './policy'
import { CopilotRefusal } from './refusal'

const kept = copilotSettings
  .omit({ used: true, proposals: true, hasApiKey: true, promptId: true, fixed: true })
  .extend({ sealedKey: z.string().default('') })
type KeptSettings = z.output<typeof kept>
type Form = z.output<typeof copilotForm>

export interface Provider {
  apiKey: string
  baseUrl: string
  model: string
}

export interface LocalCopilotSettings {
  /** As they hold, without the key. */
  view(): Omit<CopilotSettings, 'used'>
  provider(): Promise<Provider>
  /** Of a form that may not be stored yet. @throws CopilotRefusal ERR_ADDRESS_NOT_ALLOWED */
  providerOf(form: Form): Promise<Provider>
  /**
   * Keeps a form; under a policy its key alone. A key that is left out stays, but not for another address. Without a keyring the
   * key holds until the program ends.
   * @throws CopilotRefusal ERR_ADDRESS_NOT_ALLOWED, ERR_VALIDATION (apiKey)
   */
  save(form: Form): Promise<void>
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
  let key: string | null = null
  const settings = (): KeptSettings => ({ ...file.content(), ...policy })

  /** A key is for the address it was kept for, also where a policy names another one by now. */
  const isFor = (baseUrl: string): boolean => file.content().baseUrl === baseUrl

  async function ownKey(baseUrl: string): Promise<string> {
    if (!isFor(baseUrl)) return ''
    const { sealedKey } = file.content()
    if (key === null && sealedKey !== '') {
      try {
        key = (await keyring.decryptStringAsync(Buffer.from(sealedKey, 'base64'))).result
      } catch (error) {
        log.warn('the key of the copilot cannot be opened any more', { error })
      }
    }
    return key ?? ''
  }

  async function seal(typed: string): Promise<string> {
    if (typed === '' || !(await keyring.isAsyncEncryptionAvailable())) return ''
    return (await keyring.encryptStringAsync(typed)).toString('base64')
  }

  const providerOf = async (form: Form): Promise<Provider> => {
    const { baseUrl, model } = policy ?? form
    if (baseUrl !== '' && !mayBeKept(baseUrl, true))
      throw new CopilotRefusal('ERR_ADDRESS_NOT_ALLOWED', 'baseUrl')
    const apiKey = form.apiKey || (await ownKey(baseUrl))
    return { apiKey, baseUrl, model }
  }

  return {
    view() {
      const { sealedKey, ...rest } = settings()
      return {
        ...rest,
        hasApiKey: isFor(rest.baseUrl) && (key ?? sealedKey) !== '',
        promptId: null,
        fixed: policy !== null,
        proposals: [],
      }
    },
    async provider() {
      const { baseUrl, model } = settings()
      return { apiKey: await ownKey(baseUrl), baseUrl, model }
    },
    providerOf,
    async save(form) {
      const provider = await providerOf(form)
      const before = file.content()
      const moved = before.baseUrl !== provider.baseUrl && (key ?? before.sealedKey) !== ''
      if (moved && !form.apiKey) throw new CopilotRefusal('ERR_VALIDATION', 'apiKey')
      const { apiKey, ...way } = provider
      key = apiKey
      // Only what is known of: the key itself is never written.
      file.write(kept.parse({ ...form, ...way, sealedKey: await seal(apiKey) }))
    },
  }
}
