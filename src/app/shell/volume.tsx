import { Popover } from 'antd'
import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { useTexts } from '@/i18n'
import { usePreferences } from '@/stores/preferences'
import { IconButton, onDemand } from '@/ui'

const VolumeSlider = onDemand(async () => (await import('./volume-slider')).VolumeSlider)

/** The volume control of the top bar. */
export function VolumeControl() {
  const { t } = useTexts()
  const volume = usePreferences(state => state.volume)
  const icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2
  return (
    <Popover trigger="click" placement="bottomRight" arrow={false} content={<VolumeSlider />} destroyOnHidden>
      <IconButton icon={icon} label={t('shell.bar.volumeValue', { percent: Math.round(volume * 100) })} />
    </Popover>
  )
}
