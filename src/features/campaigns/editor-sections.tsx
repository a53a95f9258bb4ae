import { type Campaign, estimateOf, filledSlots, formatSpan, NO_TAG } from '@contract'
import { Alert, Radio } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import {
  DateTimeField,
  type EditorSection,
  HelpedItem,
  kinds,
  NewChatsNotice,
  useClockNote,
} from '@/features/kit'
import { type TextKey, useTexts } from '@/i18n'
import { serverNow } from '@/stores/clock'
import { dayAndTime, useCompanyZone } from '@/stores/company-clock'
import { contactListsDirectory } from '@/stores/contact-lists'
import { fileListsDirectory } from '@/stores/file-lists'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { useTags } from '@/stores/tags'
import { useWhatsapps } from '@/stores/whatsapps'
import { receiversOf, useAudience } from './audience'
import { AttachmentField, RefusedFiles } from './campaign-files'
import styles from './editor.module.css'
import { type campaignSchema, textsOf } from './fields'
import { Limit } from './limit'
import { MessagesField } from './messages-field'
import { TemplateField, useTakesTemplates } from './template-field'
import { paceText, useTempo } from './tempo'
import { useFields } from './use-fields'

type Schema = typeof campaignSchema
type Edit = Parameters<EditorSection<Schema>['fields']>[0]

/** How many, how many of them get it, and why the others do not. */
function Reach() {
  const { t, format } = useTexts()
  const fields = useFields()
  const { audience, status } = useAudience(fields)
  if (!useOffered('campaignTools')) return null
  if (status === 'failed') return <p className={styles.note}>{t('campaigns.reach.failed')}</p>
  if (!audience) return <p className={styles.note}>{t('campaigns.reach.none')}</p>
  const figures: [string, number][] = [
    [t('campaigns.reach.valid'), receiversOf(audience, fields.skipOpenTickets ?? false)],
    ...(audience.unchecked > 0
      ? [[t('campaigns.reach.unchecked'), audience.unchecked] as [string, number]]
      : []),
    ...(audience.withoutPhone > 0
      ? [[t('campaigns.reach.withoutPhone'), audience.withoutPhone] as [string, number]]
      : []),
    [t('campaigns.reach.invalid'), audience.invalid],
    [t('campaigns.reach.optedOut'), audience.optedOut],
    [t('campaigns.reach.open'), audience.openTickets],
  ]
  return (
    <>
      <dl className={styles.reach} aria-label={t('campaigns.reach.title')} aria-busy={status === 'loading'}>
        {figures.map(([name, figure]) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd>{format.number(figure)}</dd>
          </div>
        ))}
      </dl>
      <Limit audience={audience} people={receiversOf(audience, fields.skipOpenTickets ?? false)} />
    </>
  )
}

/** An estimate is told by the minute. */
const MINUTE_MS = 60_000

function PaceLines() {
  const { t } = useTexts()
  const tempo = useTempo()
  const isAdmin = useUser()?.profile === 'admin'
  const paced = useOffered('campaignPace')
  const { quiet } = tempo
  const { longerIntervalAfter, greaterInterval } = tempo.pace
  return (
    <>
      <ul className={styles.lines}>
        <li>{paceText(t, tempo.pace, paced)}</li>
        {longerIntervalAfter > 0 && greaterInterval > 0 ? (
          <li>{t('campaigns.pace.longer', { after: longerIntervalAfter, pause: greaterInterval })}</li>
        ) : null}
        {quiet.from && quiet.to && quiet.from !== quiet.to ? (
          <li>{t('campaigns.pace.quiet', { from: quiet.from, to: quiet.to })}</li>
        ) : null}
      </ul>
      <p className={styles.note}>
        {t('campaigns.pace.where')}{' '}
        {isAdmin ? <Link to="/campaigns-config">{t('campaigns.pace.open')}</Link> : null}
      </p>
    </>
  )
}

/** One sentence: what will happen, how long it takes and when it ends; or what is missing. */
function Check() {
  const { t } = useTexts()
  const fields = useFields()
  const zone = useCompanyZone()
  const tempo = useTempo()
  const lists = contactListsDirectory.use(state => state.items)
  const { audience } = useAudience(fields)
  const list = lists.find(({ id }) => id === fields.contactListId)
  const paced = useOffered('campaignPace')
  const chosen = fields.contactListId != null || typeof fields.tagListId === 'number'
  // Not known is not nobody: some servers never say how many, others have not yet.
  const people = audience
    ? receiversOf(audience, fields.skipOpenTickets ?? false)
    : chosen
      ? (list?.validCount ?? null)
      : 0
  const nobodyHears = fields.template == null && audience?.inWindow === 0
  const missing =
    fields.template == null && filledSlots(textsOf(fields)).length === 0
      ? t('campaigns.pace.noMessage')
      : !fields.whatsappId
        ? t('campaigns.pace.noConnection')
        : people === 0
          ? t((audience?.total ?? 0) > 0 ? 'campaigns.pace.allLeftOut' : 'campaigns.pace.nobody')
          : nobodyHears
            ? t('campaigns.template.needed')
            : null
  const chosenStart = fields.start === 'at' && fields.scheduledAt ? Date.parse(fields.scheduledAt) : 0
  // An older server waits one interval before its first message, too.
  const wait = paced ? 0 : tempo.pace.messageInterval * 1_000
  const start = Math.max(chosenStart, serverNow()) + wait
  const estimate = missing || people === null ? null : estimateOf(tempo, start, people)
  return (
    <p className={styles.sentence} role="status">
      {missing ?? (
        <>
          {estimate && fields.start === 'none' ? t('campaigns.pace.now') : null}
          {estimate
            ? t('campaigns.pace.sentence', {
                count: people ?? 0,
                from: dayAndTime(new Date(estimate.startsAt).toISOString(), zone),
                to: dayAndTime(new Date(estimate.endsAt).toISOString(), zone),
                duration: formatSpan(
                  MINUTE_MS * Math.max(1, Math.round((estimate.endsAt - estimate.startsAt) / MINUTE_MS)),
                ),
              })
            : t('campaigns.pace.ready')}
        </>
      )}
    </p>
  )
}

/** Where a number reaches strangers by templates alone: the template, and who is reached without one. */
function TemplateChoice() {
  const { t, format } = useTexts()
  const fields = useFields()
  const { audience } = useAudience(fields)
  const takes = useTakesTemplates(fields.whatsappId)
  if (!takes || !fields.whatsappId) return null
  const reached = audience?.inWindow ?? null
  const total = audience ? receiversOf(audience, false) : 0
  return (
    <>
      <HelpedItem name="template" label={t('campaigns.template.title')} about={t('campaigns.template.hint')}>
        <TemplateField key={fields.whatsappId} whatsappId={fields.whatsappId} />
      </HelpedItem>
      {fields.template ? null : (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 16 }}
          title={t('campaigns.template.window')}
          description={
            reached === null || total === 0
              ? undefined
              : t('campaigns.template.reached', {
                  reached: format.number(reached),
                  total: format.number(total),
                })
          }
        />
      )}
    </>
  )
}

/** What is sent in words of one's own: a template takes the place of all of it. */
function OwnWords({ children }: { children: ReactNode }) {
  const { template, whatsappId } = useFields()
  const takes = useTakesTemplates(whatsappId)
  return <div hidden={takes && template != null}>{children}</div>
}

function Messages() {
  const fields = useFields()
  return <MessagesField asks={fields.confirmation ?? false} filled={new Set(filledSlots(textsOf(fields)))} />
}

/** A campaign without a date may wait for its connection; one that starts may not. */
function Through({ field }: Pick<Edit, 'field'>) {
  const { start, whatsappId } = useFields()
  const connections = useWhatsapps()
  return (
    <>
      {field('whatsappId', kinds.choice(named(connections), { allowClear: true }), {
        required: start !== 'none',
      })}
      {whatsappId ? <NewChatsNotice whatsappId={whatsappId} /> : null}
    </>
  )
}

function When({ field }: Pick<Edit, 'field'>) {
  const { t } = useTexts()
  const clockNote = useClockNote()
  const zone = useCompanyZone()
  const { start } = useFields()
  const starts = [
    { value: 'none', label: t('campaigns.editor.startNone') },
    { value: 'now', label: t('campaigns.editor.startNow') },
    { value: 'at', label: t('campaigns.editor.startAt') },
  ]
  return (
    <>
      {field(
        'start',
        {
          ...kinds.choice(starts),
          input: <Radio.Group aria-label={t('campaigns.editor.start')} options={starts} />,
        },
        { required: true },
      )}
      {field(
        'scheduledAt',
        { input: <DateTimeField zone={zone} />, words: at => (at ? dayAndTime(at, zone) : '') },
        { required: true, rules: [], hidden: start !== 'at', extra: clockNote ?? undefined },
      )}
    </>
  )
}

/** What the fields are called. */
export const LABELS: Partial<Record<string, TextKey>> = {
  name: 'campaigns.name',
  contactListId: 'campaigns.editor.contactList',
  tagListId: 'campaigns.editor.tag',
  skipOpenTickets: 'campaigns.editor.skipOpen',
  template: 'campaigns.template.title',
  confirmation: 'campaigns.editor.confirmation',
  attachment: 'campaigns.editor.attachment',
  fileListId: 'campaigns.editor.fileList',
  whatsappId: 'campaigns.connection',
  start: 'campaigns.editor.start',
  scheduledAt: 'campaigns.editor.at',
}

const named = (items: readonly { id: number; name: string }[]) =>
  items.map(({ id, name }) => ({ value: id, label: name }))

/** The five steps of a campaign: who, what, when, how fast, check. */
export function useSections({
  campaign,
  kept,
}: {
  campaign: Campaign | null
  kept: { name: string; url: string | null } | null
}): EditorSection<Schema>[] {
  const { t } = useTexts()
  const tools = useOffered('campaignTools')
  const lists = contactListsDirectory.use(state => state.items)
  const files = fileListsDirectory.use(state => state.items)
  const tags = useTags()
  // What was chosen stays named, also where it is not listed any more.
  const known =
    campaign?.contactList && !lists.some(({ id }) => id === campaign.contactListId)
      ? [campaign.contactList]
      : []

  const who = ({ field }: Edit): ReactNode => (
    <>
      {field('name', kinds.text())}
      {field(
        'contactListId',
        kinds.choice(named([...known, ...lists]), { allowClear: true, showSearch: true }),
        { required: false },
      )}
      {field(
        'tagListId',
        kinds.choice([{ value: NO_TAG, label: t('campaigns.editor.noFiles') }, ...named(tags)], {
          showSearch: true,
        }),
        { required: false, about: t('campaigns.editor.tagHint') },
      )}
      {tools ? field('skipOpenTickets', kinds.onOff(), { required: true }) : null}
      <Reach />
    </>
  )
  const what = ({ field }: Edit): ReactNode => (
    <>
      {tools ? <TemplateChoice /> : null}
      <OwnWords>
        {field('confirmation', kinds.onOff(), {
          required: true,
          about: t('campaigns.editor.confirmationHint'),
        })}
        <Messages />
      </OwnWords>
      {field('attachment', { input: <AttachmentField kept={kept} /> }, { required: false })}
      <OwnWords>
        {field(
          'fileListId',
          kinds.choice(named(files), {
            allowClear: true,
            showSearch: true,
            placeholder: t('campaigns.editor.noFiles'),
          }),
          { required: false },
        )}
        <RefusedFiles />
      </OwnWords>
    </>
  )
  const when = (edit: Edit): ReactNode => (
    <>
      <Through field={edit.field} />
      <When field={edit.field} />
    </>
  )
  return [
    { key: 'who', title: t('campaigns.editor.who'), fields: who },
    { key: 'what', title: t('campaigns.editor.what'), fields: what },
    { key: 'when', title: t('campaigns.editor.when'), fields: when },
    { key: 'pace', title: t('campaigns.editor.pace'), fields: () => <PaceLines /> },
    { key: 'check', title: t('campaigns.editor.check'), fields: () => <Check /> },
  ]
}
