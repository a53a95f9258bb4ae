import { Form, Input } from 'antd'
import { useState } from 'react'
import { FormDialog } from './form-dialog'
import type { GalleryPiece } from './gallery-piece'
import { ToolbarButton } from './toolbar-button'

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

export const pieces: readonly GalleryPiece[] = [
  { name: 'FormDialog', about: 'The dialog every form uses: Ctrl+Enter saves, Esc closes.', show: Dialog },
]
