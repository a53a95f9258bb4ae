import { Form, Input } from 'antd'
import { Pencil, Trash2 } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import {
  announce,
  EntrancePage,
  ErrorBoundary,
  FormDialog,
  Mark,
  Prepared,
  ProductName,
  RowMenu,
  ToolbarButton,
  useConfirm,
} from '@/ui'
import styles from './gallery.module.css'
import type { Piece } from './piece'

function Dialog() {
  const [form] = Form.useForm<{ name: string }>()
  const [open, setOpen] = useState(false)
  return (
    <>
      <ToolbarButton label="Open the dialog" onClick={() => setOpen(true)} />
      <FormDialog
        open={open}
        title="New tag"
        form={form}
        onSubmit={async () => () => setOpen(false)}
        onClose={() => setOpen(false)}
        submitLabel="Save"
        cancelLabel="Cancel"
        describeError={String}
      >
        <Form.Item name="name" label="Name" rules={[{ required: true, message: 'A name is needed.' }]}>
          <Input />
        </Form.Item>
      </FormDialog>
    </>
  )
}

function Question() {
  const confirm = useConfirm()
  const [answer, setAnswer] = useState('')
  return (
    <>
      <ToolbarButton
        icon={Trash2}
        label="Delete the queue"
        tone="danger"
        onClick={() =>
          void confirm({
            title: 'Delete the queue Suporte?',
            text: 'Its three tickets go back to those without a queue.',
            okLabel: 'Delete',
            cancelLabel: 'Keep it',
            danger: true,
          }).then(yes => setAnswer(yes ? 'Deleted' : 'Kept'))
        }
      />
      {answer}
    </>
  )
}

function Menu() {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null)
  return (
    <>
      <ToolbarButton
        label="Open the menu"
        onClick={(event: MouseEvent<HTMLButtonElement>) => setAt({ x: event.clientX, y: event.clientY })}
      />
      {at ? (
        <RowMenu
          at={at}
          onClose={() => setAt(null)}
          actions={[
            { key: 'edit', label: 'Edit', icon: Pencil, run: () => {} },
            { key: 'remove', label: 'Delete', icon: Trash2, danger: true, run: () => {} },
          ]}
        />
      ) : null}
    </>
  )
}

function Broken(): never {
  throw new Error('The gallery shows what a broken part looks like.')
}

function DrawnAhead() {
  const place = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.stack}>
      <ToolbarButton label={shown ? 'Hide' : 'Show'} onClick={() => setShown(now => !now)} />
      <div ref={place} />
      <Prepared shown={shown} place={place}>
        <p>Drawn before it was asked for.</p>
      </Prepared>
    </div>
  )
}

/** What opens, asks or takes the place of something. */
export const DIALOGS: readonly Piece[] = [
  { name: 'FormDialog', about: 'The dialog every form uses: Ctrl+Enter saves, Esc closes.', show: Dialog },
  { name: 'useConfirm', about: 'One question before something that cannot be undone.', show: Question },
  { name: 'RowMenu', about: 'The menu of a row, at the pointer or at the row for the menu key.', show: Menu },
  { name: 'Prepared', about: 'Drawn in idle time, before it is shown.', show: DrawnAhead },
  {
    name: 'ErrorBoundary',
    about: 'Keeps the failure of one part from taking the screen with it.',
    show: () => (
      <ErrorBoundary
        title="This part failed"
        text="The rest goes on."
        reloadLabel="Try again"
        onError={() => {}}
      >
        <Broken />
      </ErrorBoundary>
    ),
  },
  {
    name: 'Announcer',
    about: 'Tells screen readers something without moving the focus.',
    show: () => <ToolbarButton label="Announce" onClick={() => announce('Three new messages')} />,
  },
  {
    name: 'EntrancePage',
    about: 'The frame of every page before anybody has signed in.',
    wide: true,
    show: () => (
      <div className={styles.framed}>
        <EntrancePage
          mark={
            <>
              <Mark size={32} />
              <ProductName>Turno</ProductName>
            </>
          }
          title="Sign in"
          lead="With the account of your company."
        >
          <ToolbarButton label="Go on" tone="primary" />
        </EntrancePage>
      </div>
    ),
  },
]
