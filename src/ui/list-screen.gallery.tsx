import { Plus } from 'lucide-react'
import { useState } from 'react'
import { DataTable } from './data-table'
import type { Column } from './data-table-props'
import { FoldedBelow } from './folded-below'
import styles from './gallery.module.css'
import type { GalleryPiece } from './gallery-piece'
import { ListScreen } from './list-screen'
import { Pill } from './pill'
import { SearchField } from './search-field'
import { EmptyState } from './states'
import { ToolbarButton } from './toolbar-button'

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

export const pieces: readonly GalleryPiece[] = [
  { name: 'ListScreen', about: 'The frame of every list screen.', wide: true, show: Screen },
]
