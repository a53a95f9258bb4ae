/** AI prompts and integrations: lists of their screens, and what a connection or a queue may be given. */
import { fold, type Prompt, type QueueIntegration } from '@contract'
import { createDirectory } from './directory'
import { allOf, byText, changesOf, createPagedList, pagesOf } from './paged-list'

export const promptsDirectory = createDirectory<Prompt>({
  name: 'prompts',
  read: allOf(pagesOf('prompts.list')),
  order: byText(prompt => prompt.name),
  // Some servers keep in their events to themselves whether there is a key: what was known stays.
  merge: (known, update) => ({
    ...update,
    hasApiKey: update.hasApiKey || known.hasApiKey,
    hasVoiceKey: update.hasVoiceKey || known.hasVoiceKey,
  }),
  onEvent: changesOf('prompt', 'prompt', 'promptId'),
})

export const integrationsDirectory = createDirectory<QueueIntegration>({
  name: 'integrations',
  read: allOf(pagesOf('integrations.list')),
  order: byText(integration => integration.name),
  merge: (known, update) => ({ ...update, hasIxcApiKey: update.hasIxcApiKey || known.hasIxcApiKey }),
  onEvent: changesOf('queueIntegration', 'queueIntegration', 'integrationId'),
})

/** The list of /prompts. */
export const promptsList = createPagedList<Prompt>({
  name: 'prompts.list',
  directory: promptsDirectory,
  matches: ({ name }, search) => fold(name).includes(fold(search)),
  read: pagesOf('prompts.list'),
})

/** The list of /queue-integration. */
export const integrationsList = createPagedList<QueueIntegration>({
  name: 'integrations.list',
  directory: integrationsDirectory,
  matches: ({ name }, search) => fold(name).includes(fold(search)),
  read: pagesOf('integrations.list'),
})
