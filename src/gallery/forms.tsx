import { Bell, Inbox } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  Field,
  FieldFrame,
  IconButton,
  PaneSplitter,
  SearchField,
  SegmentedTabs,
  Select,
  tipOf,
  usePaneWidth,
  VolumeInput,
} from '@/ui'
import styles from './gallery.module.css'
import type { Piece } from './piece'

function Search() {
  const [text, setText] = useState('')
  return (
    <div className={styles.stack}>
      <SearchField
        value={text}
        onChange={setText}
        label="Search contacts"
        placeholder="Name or number"
        clearLabel="Clear"
      />
      <SearchField
        value="souza"
        onChange={() => {}}
        label="Search tickets"
        clearLabel="Clear the search"
        busy
      />
    </div>
  )
}

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

function Fields() {
  return (
    <div className={styles.stack}>
      <Field label="Name" problem={null} defaultValue="Ana Souza" />
      <Field label="E-mail" problem="This address is not complete." defaultValue="ana@" />
      <Field label="With a tool" problem={null} tool={<IconButton icon={Bell} label="Ring" size="small" />} />
    </div>
  )
}

function Choice() {
  const [queue, setQueue] = useState<string | null>('support')
  return (
    <FieldFrame label="Queue" htmlFor="gallery-queue" hint="Where new conversations go.">
      <Select
        id="gallery-queue"
        value={queue}
        onChange={setQueue}
        options={[
          { value: 'support', label: 'Suporte' },
          { value: 'finance', label: 'Financeiro' },
        ]}
        style={{ width: '100%' }}
      />
    </FieldFrame>
  )
}

function Volume() {
  const [value, setValue] = useState(0.6)
  return <VolumeInput value={value} onChange={setValue} label="Volume" />
}

const LIMITS = { initial: 160, min: 80, max: 220 }

function Panes() {
  const [width, setWidth] = usePaneWidth('gallery', LIMITS)
  const id = useRef('gallery-pane').current
  return (
    <div className={styles.panes}>
      <div id={id} className={styles.pane} style={{ width }}>
        {width} px
      </div>
      <PaneSplitter label="Width of the list" value={width} {...LIMITS} onChange={setWidth} controls={id} />
      <div className={styles.pane}>The rest</div>
    </div>
  )
}

/** What somebody types into or chooses with. */
export const FORMS: readonly Piece[] = [
  { name: 'Field', about: 'A native field: label above, problem below.', show: Fields },
  { name: 'FieldFrame', about: 'The same frame around another control.', show: Choice },
  {
    name: 'Select',
    about: 'A picker that is searched by name and number; with nothing to choose it says so.',
    show: () => (
      <Select aria-label="Nothing to choose" options={[]} style={{ width: '100%' }} placeholder="No queues" />
    ),
  },
  {
    name: 'SearchField',
    about: 'Esc clears it first, and only then closes what it stands in.',
    show: Search,
  },
  {
    name: 'SegmentedTabs',
    about: 'Tabs with counters: one tab stop, arrows move, Home and End jump.',
    show: Tabs,
  },
  { name: 'VolumeInput', about: 'A slider with its percentage.', show: Volume },
  { name: 'PaneSplitter', about: 'Drag it, or focus it and use the arrow keys, Home and End.', show: Panes },
  {
    name: 'TipLayer',
    about: 'Tips of anything that carries tipOf; rest the pointer on the button.',
    show: () => (
      <button type="button" {...tipOf('What it does', 'Ctrl+J')}>
        Rest here
      </button>
    ),
  },
]
