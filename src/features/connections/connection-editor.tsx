import { connectionForm, DEFAULT_PROVIDER, numberOffers, type Whatsapp } from '@contract'
import { useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import { call } from '@/api'
import { Editor, useLiveRow } from '@/features/kit'
import { errorText, isTextKey, useTexts } from '@/i18n'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { settingsDirectory } from '@/stores/settings'
import { toasts } from '@/stores/toasts'
import { useWhatsapps, whatsappsDirectory } from '@/stores/whatsapps'
import { useWorkspaceState } from '@/stores/workspace'
import { CustomerPreview } from './customer-preview'
import { sectionsOf } from './editor-sections'
import { additionOf, changesOf, fieldsOf, liveFieldsOf, NEW_CONNECTION } from './fields'

/** The field an error is about. */
const FIELD_OF_CODE = {
  ERR_WAPP_NAME_TAKEN: 'name',
  ERR_WAPP_TOKEN_TAKEN: 'token',
  ERR_WAPP_GREETING_REQUIRED: 'greetingMessage',
  ERR_NO_OTHER_WHATSAPP: 'isDefault',
  ERR_NO_QUEUE_FOUND: 'queueIds',
  ERR_NO_PROMPT_FOUND: 'promptId',
}

export interface ConnectionEditorProps {
  /** The connection; null adds one. */
  id: number | null
  onClose: () => void
  /** After one was added: it pairs at once. */
  onCreated: (made: Whatsapp) => void
}

/** Adds or changes a connection. */
export function ConnectionEditor({ id, onClose, onCreated }: ConnectionEditorProps) {
  const { t } = useTexts()
  const [read, setRead] = useState<Whatsapp | null>(null)
  useEffect(() => {
    void queuesDirectory.ensure()
    void settingsDirectory.ensure()
  }, [])
  useEffect(() => {
    if (id === null) return
    const asking = new AbortController()
    // The list may lack the token: servers differ in what they list, none in what it answers for one connection.
    call('whatsapps.get', { params: { id }, query: { session: false }, signal: asking.signal })
      .then(setRead)
      .catch(error => {
        if (asking.signal.aborted) return
        toasts.error(errorText(t, error))
        onClose()
      })
    return () => asking.abort()
  }, [id, onClose, t])
  if (id !== null && !read) return null
  return <Fields connection={read} onClose={onClose} onCreated={onCreated} />
}

function Fields({
  connection,
  onClose,
  onCreated,
}: Omit<ConnectionEditorProps, 'id'> & { connection: Whatsapp | null }) {
  const { t } = useTexts()
  const queues = useQueues()
  const now = useWhatsapps().find(one => one.id === connection?.id)
  const live = useLiveRow(whatsappsDirectory, connection?.id ?? null, liveFieldsOf)
  const providers = useWorkspaceState()?.providers
  const initial = useMemo(
    () =>
      connection ? fieldsOf(connection) : { ...NEW_CONNECTION, provider: providers?.[0] ?? DEFAULT_PROVIDER },
    [connection, providers],
  )

  const save = async (values: z.output<typeof connectionForm>): Promise<void> => {
    if (!connection) return onCreated(await call('whatsapps.create', { body: additionOf(values) }))
    const body = changesOf(values, { ...initial, ...live })
    // To have seen a refusal is something to be kept.
    if (Object.keys(body).length === 0 && !now?.directSendRefusedAt) return
    whatsappsDirectory.keep(await call('whatsapps.update', { params: { id: connection.id }, body }))
  }
  const labelOf = (name: string): string => {
    const key = `connections.editor.field.${name}`
    return name === 'promptId' ? t('automation.prompt.label') : isTextKey(key) ? t(key) : name
  }
  return (
    <Editor
      shape="drawer"
      keepAs={`whatsapps ${connection?.id ?? 'new'}`}
      schema={connectionForm}
      title={connection ? t('connections.edit', { name: connection.name }) : t('connections.editor.addTitle')}
      initial={initial}
      live={live}
      save={save}
      fieldOfCode={FIELD_OF_CODE}
      submitLabel={t(`connections.editor.${connection ? 'save' : 'create'}`)}
      label={labelOf}
      sections={sectionsOf(t, {
        connectionId: connection?.id ?? null,
        isDefault: now?.isDefault ?? false,
        queues,
        offersDirectSend: numberOffers(now ?? connection ?? undefined, 'directSend'),
        offersJoining: numberOffers(now ?? connection ?? undefined, 'pricedMessages'),
      })}
      preview={values => <CustomerPreview fields={values} />}
      onClose={onClose}
    />
  )
}
