import { type Campaign, isEditable } from '@contract'
import { Alert } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { call } from '@/api'
import { Editor, useLiveRow } from '@/features/kit'
import { safeMediaUrl } from '@/features/thread'
import { useTexts } from '@/i18n'
import { campaignSettingsDirectory, campaignsList } from '@/stores/campaigns'
import { serverNow } from '@/stores/clock'
import { contactListsDirectory } from '@/stores/contact-lists'
import { fileListsDirectory } from '@/stores/file-lists'
import { saved } from '@/stores/saved'
import { tagsDirectory } from '@/stores/tags'
import { useWhatsapps, whatsappsDirectory } from '@/stores/whatsapps'
import { LABELS, useSections } from './editor-sections'
import { bodyOf, campaignSchema, fieldsOf, freshFields, type Values } from './fields'
import { CampaignPreview } from './preview'

/** Saves a campaign; an attachment is there before it can begin. */
async function savedWhole(campaign: Campaign | null, values: Values): Promise<Campaign> {
  const body = bodyOf(values, serverNow())
  const { attachment } = values
  if (attachment === undefined || (attachment === null && !campaign?.mediaName))
    return saved('campaigns', campaign, body)
  const known = campaign ?? (await call('campaigns.create', { body: { ...body, scheduledAt: null } }))
  const params = { id: known.id }
  try {
    if (attachment) await call('campaigns.attach', { params, files: [attachment] })
    else await call('campaigns.detach', { params })
    return await call('campaigns.update', { params, body })
  } catch (error) {
    // Without its attachment it is not what was asked for: it is not left behind half made.
    if (!campaign) await call('campaigns.remove', { params }).catch(() => undefined)
    throw error
  }
}

/** Adds, changes or shows a campaign: who, what, when, how fast, check. */
export function CampaignEditor({ campaign, onClose }: { campaign: Campaign | null; onClose: () => void }) {
  const { t } = useTexts()
  useEffect(() => {
    for (const directory of [
      contactListsDirectory,
      fileListsDirectory,
      campaignSettingsDirectory,
      tagsDirectory,
      whatsappsDirectory,
    ])
      void directory.ensure()
  }, [])
  const connections = useWhatsapps()
  const [initial] = useState(() =>
    campaign
      ? fieldsOf(campaign)
      : freshFields(connections.length === 1 ? (connections[0]?.id ?? null) : null, serverNow()),
  )
  const live = useLiveRow(campaignsList, campaign?.id ?? null, fieldsOf)
  const now = campaignsList.use(state => state.rows.find(row => row.id === campaign?.id)) ?? campaign
  const readOnly = now !== null && !isEditable(now, serverNow())
  const kept = useMemo(
    () =>
      campaign?.mediaName
        ? { name: campaign.mediaName, url: campaign.mediaPath ? safeMediaUrl(campaign.mediaPath) : null }
        : null,
    [campaign],
  )
  const sections = useSections({ campaign: now, kept })

  return (
    <Editor
      shape="drawer"
      keepAs={`campaigns ${campaign?.id ?? 'new'}`}
      schema={campaignSchema}
      title={
        campaign
          ? t(readOnly ? 'campaigns.look' : 'campaigns.edit', { name: campaign.name })
          : t('campaigns.editor.addTitle')
      }
      initial={initial}
      live={live}
      readOnly={readOnly}
      save={async values => campaignsList.keep(await savedWhole(campaign, values as Values))}
      submitLabel={({ start }) =>
        now?.status === 'CANCELADA'
          ? t('common.save')
          : t(`campaigns.editor.${start === 'now' ? 'saveNow' : start === 'at' ? 'saveAt' : 'save'}`)
      }
      sections={
        readOnly
          ? sections.map((section, i): typeof section =>
              i > 0
                ? section
                : {
                    ...section,
                    fields: edit => (
                      <>
                        <Alert
                          type="info"
                          showIcon
                          title={t('campaigns.editor.readOnly')}
                          style={{ marginBottom: 16 }}
                        />
                        {section.fields(edit)}
                      </>
                    ),
                  },
            )
          : sections
      }
      preview={values => <CampaignPreview fields={values} campaignId={campaign?.id ?? null} />}
      label={name => {
        const key = LABELS[name]
        return key ? String(t(key)) : name
      }}
      onClose={onClose}
    />
  )
}
