import { Inbox, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  FoldedBelow,
  ListScreen,
  Pill,
  SearchField,
  ToolbarButton,
  VirtualRows,
} from '@/ui'
import styles from './gallery.module.css'
import type { Piece } from './piece'

interface Row {
  id: number
  name: string
  state: string
  tickets: number
}

const NAMES = ['Ana Souza', 'Bruno Lima', 'Carla Dias', 'Davi Rocha', 'Elisa Prado', 'Fabio Reis']
const ROWS: readonly Row[] = Array.from({ length: 40 }, (_, at) => ({
  id: at + 1,
  name: `${NAMES[at % NAMES.length]} ${at + 1}`,
  state: at % 3 === 0 ? 'Away' : 'Online',
  tickets: (at * 7) % 23,
}))

const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', title: 'Name', render: row => <FoldedBelow below={row.state}>{row.name}</FoldedBelow> },
  {
    key: 'state',
    title: 'State',
    width: '120px',
    foldable: true,
    render: row => <Pill tone={row.state === 'Online' ? 'success' : 'neutral'}>{row.state}</Pill>,
  },
  { key: 'tickets', title: 'Tickets', width: '96px', align: 'end', render: row => row.tickets },
]

function Table({ rows, loading = false }: { rows: readonly Row[]; loading?: boolean }) {
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set())
  return (
    <div className={styles.framed}>
      <DataTable
        label="People"
        columns={COLUMNS}
        rows={rows}
        rowKey={row => row.id}
        loading={loading}
        loadingLabel="Loading people"
        empty={<EmptyState icon={Inbox} title="Nobody yet" text="People you add appear here." />}
        rowActions={() => [
          { key: 'edit', label: 'Edit', icon: Pencil, run: () => {} },
          { key: 'remove', label: 'Delete', icon: Trash2, danger: true, run: () => {} },
        ]}
        actionsLabel="Actions"
        selection={{ keys, onChange: setKeys, rowLabel: row => `Choose ${row.name}`, allLabel: 'Choose all' }}
      />
    </div>
  )
}

function Screen() {
  const [search, setSearch] = useState('')
  const rows = ROWS.filter(row => row.name.toLowerCase().includes(search.toLowerCase()))
  return (
    <div className={styles.framed}>
      <ListScreen
        label="People"
        search={
          <SearchField
            value={search}
            onChange={setSearch}
            label="Search people"
            placeholder="Name"
            clearLabel="Clear"
          />
        }
        count={`${rows.length} people`}
        action={<ToolbarButton icon={Plus} label="New person" tone="primary" />}
      >
        <DataTable
          label="People of the screen"
          columns={COLUMNS}
          rows={rows}
          rowKey={row => row.id}
          loading={false}
          loadingLabel="Loading"
          empty={<EmptyState title="Nothing matches" text="Try another word." />}
        />
      </ListScreen>
    </div>
  )
}

/** What shows many of something, and what stands there when there is none. */
export const LISTS: readonly Piece[] = [
  { name: 'ListScreen', about: 'The frame of every list screen.', wide: true, show: Screen },
  {
    name: 'DataTable',
    about: 'The table of every list: full.',
    wide: true,
    show: () => <Table rows={ROWS} />,
  },
  {
    name: 'DataTable, loading',
    wide: true,
    about: 'Before the first answer.',
    show: () => <Table rows={[]} loading />,
  },
  { name: 'DataTable, empty', wide: true, about: 'Nothing there yet.', show: () => <Table rows={[]} /> },
  {
    name: 'FoldedBelow',
    about: 'A cell with the line of a column that is folded away on narrow screens.',
    show: () => <FoldedBelow below="ana@demo.turno">Ana Souza</FoldedBelow>,
  },
  {
    name: 'VirtualRows',
    about: 'Only what is in sight is in the document: ten thousand rows.',
    show: () => (
      <section className={styles.panes} style={{ display: 'block', overflow: 'auto' }} aria-label="Rows">
        <VirtualRows data={Array.from({ length: 10_000 }, (_, at) => at + 1)}>
          {(row: number) => <ToolbarButton key={row} label={`Row ${row}`} />}
        </VirtualRows>
      </section>
    ),
  },
  {
    name: 'EmptyState',
    about: 'Nothing here, said kindly, with the one thing one can do about it.',
    show: () => (
      <EmptyState
        icon={Inbox}
        title="No quick messages yet"
        text="What you type again and again belongs here."
        action={<ToolbarButton icon={Plus} label="New quick message" tone="primary" />}
      />
    ),
  },
  {
    name: 'ErrorState',
    about: 'Something could not be loaded: the reason and a way to try again.',
    show: () => (
      <ErrorState
        title="The list could not be loaded"
        text="The server did not answer."
        retryLabel="Try again"
        onRetry={() => {}}
      />
    ),
  },
]
