import { Inbox } from 'lucide-react'
import { useState } from 'react'
import styles from './gallery.module.css'
import type { GalleryPiece } from './gallery-piece'
import { SegmentedTabs } from './segmented-tabs'

function Tabs() {
  const [tab, setTab] = useState('open')
  const [view, setView] = useState('list')
  return (
    <div className={styles.stack}>
      <SegmentedTabs
        id="gallery-tabs"
        label="Tickets"
        panels={false}
        items={[
          { key: 'open', label: 'Open', count: 12, icon: Inbox },
          { key: 'waiting', label: 'Waiting', count: 3 },
          { key: 'closed', label: 'Resolved' },
        ]}
        value={tab}
        onChange={setTab}
      />
      <SegmentedTabs
        id="gallery-view"
        label="View"
        look="pill"
        panels={false}
        items={[
          { key: 'list', label: 'List' },
          { key: 'calendar', label: 'Calendar' },
        ]}
        value={view}
        onChange={setView}
      />
    </div>
  )
}

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'SegmentedTabs',
    about: 'Tabs with counters: one tab stop, arrows move, Home and End jump.',
    show: Tabs,
  },
]
