/** The library's credentials and session keys, stored by the server (sealed in its database). */
import type {
  AuthenticationCreds,
  SignalDataSet,
  SignalDataTypeMap,
  SignalKeyStore,
} from '@whiskeysockets/baileys'
import type { WebLibrary } from './library'
import type { KeyChange, WebUp } from './wire'

/** The credentials' place among the keys. */
const CREDS = { type: 'creds', id: 'self' } as const

export interface AuthState {
  creds: AuthenticationCreds
  keys: SignalKeyStore
  /** Stores the present credentials; resolves when they are on the disk. */
  save(): Promise<void>
}

/** Whether a phone has accepted these credentials: before, they open no session. */
export const isPaired = (creds: Pick<AuthenticationCreds, 'account' | 'me'>): boolean =>
  Boolean(creds.account && creds.me?.id)

type Store = Pick<WebUp, 'loadKeys' | 'storeKeys'>

/** Reads a number's credentials and keys; a new number gets its own, which are stored when they change. */
export async function openAuthState(up: Store, library: WebLibrary): Promise<AuthState> {
  const { BufferJSON, initAuthCreds, proto } = library
  const pack = (value: unknown): string => JSON.stringify(value, BufferJSON.replacer)
  const unpack = <T>(text: string): T => JSON.parse(text, BufferJSON.reviver) as T
  const kept = (await up.loadKeys(CREDS.type, [CREDS.id]))[CREDS.id]
  const creds = kept === undefined ? initAuthCreds() : unpack<AuthenticationCreds>(kept)
  let writing: Promise<void> = Promise.resolve()

  return {
    creds,
    keys: {
      async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
        const found = await up.loadKeys(type, ids)
        const values = Object.entries(found).map(([id, text]) => {
          const value = unpack<SignalDataTypeMap[T]>(text)
          // The library requires its own class here.
          const whole =
            type === 'app-state-sync-key'
              ? (proto.Message.AppStateSyncKeyData.fromObject(value as object) as unknown as typeof value)
              : value
          return [id, whole] as const
        })
        return Object.fromEntries(values) as { [id: string]: SignalDataTypeMap[T] }
      },
      async set(data: SignalDataSet) {
        const changes = Object.entries(data).flatMap(([type, byId]): KeyChange[] =>
          Object.entries(byId ?? {}).map(([id, value]) => ({
            type,
            id,
            value: value === null || value === undefined ? null : pack(value),
          })),
        )
        if (changes.length > 0) await up.storeKeys(changes)
      },
    },
    save() {
      // One after the other, so that an older state never overwrites a newer one.
      writing = writing.catch(() => undefined).then(() => up.storeKeys([{ ...CREDS, value: pack(creds) }]))
      return writing
    },
  }
}
