import { Download, Mail } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '@/i18n'
import { onDemand, ToolbarButton } from '@/ui'
import type { ExportedReport } from './exported-report'

const ExportDialog = onDemand(async () => (await import('./export-dialog')).ExportDialog)
const SchedulesDialog = onDemand(async () => (await import('./schedules-dialog')).SchedulesDialog)

/** Saves what is on the screen as a file, and has reports sent by mail. */
export function ReportActions({
  report,
  onPdf,
}: {
  report: ExportedReport
  /** Saves what is on the screen as PDF; without it none is offered. */
  onPdf?: () => void
}) {
  const { t } = useTexts()
  const [open, setOpen] = useState<'export' | 'mail' | null>(null)
  return (
    <>
      <ToolbarButton
        icon={Download}
        label={t('reportFiles.export.open')}
        fold
        onClick={() => setOpen('export')}
      />
      <ToolbarButton icon={Mail} label={t('reportFiles.byMail.open')} fold onClick={() => setOpen('mail')} />
      {open === 'export' ? (
        <ExportDialog report={report} {...(onPdf ? { onPdf } : {})} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'mail' ? <SchedulesDialog onClose={() => setOpen(null)} /> : null}
    </>
  )
}
