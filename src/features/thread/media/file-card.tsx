import type { DownloadEntry, Message } from '@contract'
import {
  CircleAlert,
  Download,
  ExternalLink,
  File,
  FileArchive,
  FileHeadphone,
  FileImage,
  FilePlay,
  FileSpreadsheet,
  FileText,
  FileWarning,
  FolderOpen,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react'
import { useTexts } from '@/i18n'
import { openDownload, useDownloadOf } from '@/stores/downloads'
import { toasts } from '@/stores/toasts'
import { cx, looks } from '@/ui'
import { fileExtension, fileName, safeMediaUrl } from '../media'
import { useInnerTab } from '../row-focus'
import styles from './media.module.css'
import { downloadFile } from './use-file'

type Stage = 'new' | 'running' | 'failed' | 'open' | 'show'

const stageOf = (saved: DownloadEntry | null): Stage => {
  if (saved?.state === 'running' || saved?.state === 'failed') return saved.state
  if (saved?.state === 'done') return saved.mayOpen ? 'open' : 'show'
  return 'new'
}

const ACTIONS: Record<Stage, LucideIcon> = {
  new: Download,
  running: LoaderCircle,
  failed: CircleAlert,
  open: ExternalLink,
  show: FolderOpen,
}
const NAMES = {
  new: 'thread.downloadFile',
  running: 'thread.downloadingFile',
  failed: 'thread.downloadFile',
  open: 'thread.openFile',
  show: 'thread.showFile',
} as const

/** The picture of a file by what its extension says it is. */
const PICTURES: readonly [LucideIcon, readonly string[]][] = [
  [FileText, ['PDF', 'DOC', 'DOCX', 'ODT', 'RTF', 'TXT', 'MD']],
  [FileSpreadsheet, ['XLS', 'XLSX', 'ODS', 'CSV']],
  [FileArchive, ['ZIP', 'RAR', '7Z', 'TAR', 'GZ']],
  [FileImage, ['JPG', 'JPEG', 'PNG', 'WEBP', 'GIF', 'HEIC', 'SVG']],
  [FileHeadphone, ['MP3', 'OGG', 'OPUS', 'M4A', 'WAV']],
  [FilePlay, ['MP4', 'MOV', 'WEBM', 'AVI', '3GP']],
]
const PICTURE_OF = new Map(PICTURES.flatMap(([icon, names]) => names.map(name => [name, icon] as const)))

/**
 * Any file with name, type and size: saved at the first press, opened at the next; kinds
 * that could run something are shown in their folder instead.
 */
export function FileCard({ message }: { message: Message }) {
  const { t, format } = useTexts()
  const tabIndex = useInnerTab()
  const name = fileName(message)
  const url = safeMediaUrl(message.mediaUrl)
  const saved = useDownloadOf(url)
  const stage = stageOf(saved)
  const percent = Math.round((saved?.progress ?? 0) * 100)
  const extension = fileExtension(name)
  const details = [
    extension,
    message.mediaSize ? format.size(message.mediaSize) : '',
    url === null ? t('thread.fileUnavailable') : '',
    stage === 'running' ? format.percent(percent / 100) : '',
    stage === 'failed' ? t('thread.fileFailed') : '',
    stage === 'open' || stage === 'show' ? t('thread.saved') : '',
  ].filter(Boolean)
  const press = async (): Promise<void> => {
    if (stage === 'running') return
    if (saved?.state === 'done') {
      if (await openDownload(saved.id)) return
      toasts.info(t('thread.fileGone'))
    }
    downloadFile(message)
  }
  const Icon = url === null ? FileWarning : (PICTURE_OF.get(extension) ?? File)
  const Action = ACTIONS[stage]
  return (
    <button
      type="button"
      className={styles.card}
      tabIndex={tabIndex}
      disabled={url === null}
      aria-label={t(NAMES[stage], { name, percent })}
      aria-busy={stage === 'running'}
      onClick={() => void press()}
    >
      <span className={styles.cardIcon} aria-hidden="true">
        <Icon size={20} strokeWidth={1.5} />
      </span>
      <span className={looks.fillColumn}>
        <bdi className={styles.cardTitle} title={name}>
          {name}
        </bdi>
        <span className={styles.cardMeta}>{details.join(' · ')}</span>
      </span>
      {url === null ? null : (
        <Action
          className={cx(styles.cardAction, stage === 'running' && styles.turning)}
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
        />
      )}
    </button>
  )
}
