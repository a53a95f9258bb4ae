import type * as Library from 'openai'

/** The server asks in this process, which has a page: the library wants to be told that no browser holds the key. */
export function openaiInPage(library: typeof Library) {
  class Client extends library.default {
    constructor(options: ConstructorParameters<typeof library.default>[0]) {
      super({ ...options, dangerouslyAllowBrowser: true })
    }
  }
  return { ...library, default: Client, OpenAI: Client }
}
