import { Inbox, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DataTable } from './data-table'
import { ColumnMenu } from './data-table-head'
import type { Column, TableLayout } from './data-table-props'
import { FoldedBelow } from './folded-below'
import styles from './gallery.module.css'
import type { GalleryPiece } from './gallery-piece'
import { Pill } from './pill'
import { EmptyState } from './states'

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

function Table({
  rows,
  loading = false,
  layout,
}: {
  rows: readonly Row[]
  loading?: boolean
  layout?: TableLayout
}) {
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
        {...(layout ? { layout } : {})}
        selection={{ keys, onChange: setKeys, rowLabel: row => `Choose ${row.name}`, allLabel: 'Choose all' }}
      />
    </div>
  )
}

/** Keeps what is chosen while the page is open. */
function useLayout(): TableLayout {
  const [kept, setKept] = useState<Pick<TableLayout, 'density' | 'hidden' | 'widths'>>({
    density: 'compact',
    hidden: ['state'],
    widths: { name: 320 },
  })
  return {
    ...kept,
    onChange: change =>
      setKept(before => ({ ...before, ...change, widths: { ...before.widths, ...change.widths } })),
    words: {
      columns: 'Columns',
      compact: 'Compact rows',
      restore: 'Restore the table',
      width: title => `Width of ${title}`,
      widthKeys: 'Arrows: width',
      automatic: 'automatic',
    },
  }
}

const Arranged = () => <Table rows={ROWS} layout={useLayout()} />

const Menu = () => <ColumnMenu columns={COLUMNS} layout={useLayout()} />

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'DataTable',
    about: 'The table of every list: full.',
    wide: true,
    show: () => <Table rows={ROWS} />,
  },
  {
    name: 'DataTable, arranged',
    about: 'As somebody wants it: columns left out, one drawn wider, low rows.',
    wide: true,
    show: Arranged,
  },
  {
    name: 'ColumnMenu',
    about: 'Which columns are shown, for a table that lays its rows itself.',
    show: Menu,
  },
  {
    name: 'DataTable, loading',
    wide: true,
    about: 'Before the first answer.',
    show: () => <Table rows={[]} loading />,
  },
  { name: 'DataTable, empty', wide: true, about: 'Nothing there yet.', show: () => <Table rows={[]} /> },
]
