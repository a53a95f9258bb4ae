import { Bell, Copy, Pencil, Trash2, Users } from 'lucide-react'
import {
  Avatar,
  CountBadge,
  DotBadge,
  IconButton,
  Kbd,
  Mark,
  MoreTags,
  Pill,
  type PillTone,
  ProductName,
  QrCode,
  QueueBar,
  QueueName,
  SkeletonBox,
  SkeletonRows,
  TagChip,
  ToolbarButton,
  UnreadBadge,
  VisuallyHidden,
  WaitingPill,
} from '@/ui'
import styles from './gallery.module.css'
import type { Piece } from './piece'

const TONES: readonly PillTone[] = ['neutral', 'accent', 'success', 'warning', 'error', 'info', 'note']
const nothing = (): void => {}

/** Small signs and buttons. */
export const MARKS: readonly Piece[] = [
  {
    name: 'Avatar',
    about: 'A person or a group beside the name. Initials while there is no picture.',
    show: () => (
      <>
        <Avatar name="Ana Souza" />
        <Avatar name="Bruno" online />
        <Avatar name="Carla Lima" online={false} />
        <Avatar name="Loja Centro" group />
        <Avatar name="Ana Souza" size={24} />
      </>
    ),
  },
  {
    name: 'UnreadBadge',
    about: 'Unread messages of a row; nothing for none, muted for a muted conversation.',
    show: () => (
      <>
        <UnreadBadge count={3} label="3 unread" />
        <UnreadBadge count={128} label="128 unread" />
        <UnreadBadge count={7} label="7 unread" muted />
      </>
    ),
  },
  {
    name: 'CountBadge',
    about: 'A figure beside a tab or a title.',
    show: () => (
      <>
        <CountBadge count={12} />
        <CountBadge count={12} active />
        <CountBadge count={1_204} />
      </>
    ),
  },
  {
    name: 'DotBadge',
    about: 'A dot on an icon: something unread, or something that needs attention.',
    show: () => (
      <>
        <IconButton icon={Bell} label="Notifications: unread" badge={<DotBadge />} />
        <IconButton icon={Bell} label="Notifications: attention" badge={<DotBadge tone="alert" />} />
      </>
    ),
  },
  {
    name: 'Pill',
    about: 'A short state in words. Never colour alone.',
    show: () => (
      <>
        {TONES.map(tone => (
          <Pill key={tone} tone={tone}>
            {tone}
          </Pill>
        ))}
      </>
    ),
  },
  {
    name: 'WaitingPill',
    about: 'How long a customer has waited: within the target, close to it, past it.',
    show: () => (
      <>
        <WaitingPill level={1} text="2 min" label="Waiting for 2 minutes" />
        <WaitingPill level={2} text="9 min" label="Waiting for 9 minutes" />
        <WaitingPill level={3} text="1 h" label="Waiting for 1 hour" />
      </>
    ),
  },
  {
    name: 'TagChip',
    about: 'A tag, with or without a way to take it off.',
    show: () => (
      <>
        <TagChip name="VIP" color="#7c3aed" />
        <TagChip name="Inadimplente" color="#b45309" size="normal" />
        <TagChip name="Sem cor" onRemove={nothing} removeLabel="Remove Sem cor" />
      </>
    ),
  },
  {
    name: 'MoreTags',
    about: 'The rest of a row of tags.',
    show: () => <MoreTags count={3} label="3 more: Novo, Retorno, Boleto" />,
  },
  {
    name: 'QueueName',
    about: 'Dot and name of a queue, in lists and filters.',
    show: () => (
      <>
        <QueueName name="Suporte" color="#0f766e" />
        <QueueName name="Financeiro" color="#be123c" />
        <QueueName name="No queue" color={null} />
      </>
    ),
  },
  {
    name: 'QueueBar',
    about: 'The queue at the left edge of a row. The row says its name in words.',
    show: () => (
      <div className={styles.row}>
        {['#0f766e', '#be123c'].map(color => (
          <div key={color} className={styles.queueRow}>
            <QueueBar color={color} />
            {color}
          </div>
        ))}
      </div>
    ),
  },
  {
    name: 'IconButton',
    about: 'One icon with an accessible name; its tip also tells the key.',
    show: () => (
      <>
        <IconButton icon={Pencil} label="Edit" keys="Ctrl+E" />
        <IconButton icon={Copy} label="Copy" size="small" />
        <IconButton icon={Users} label="Members" active />
        <IconButton icon={Pencil} label="Accent" tone="accent" />
        <IconButton icon={Trash2} label="Delete" tone="danger" />
        <IconButton icon={Pencil} label="Not now" disabled />
      </>
    ),
  },
  {
    name: 'ToolbarButton',
    about: 'Icon and text for bars and headers.',
    show: () => (
      <>
        <ToolbarButton label="Export" />
        <ToolbarButton icon={Pencil} label="Edit" />
        <ToolbarButton icon={Users} label="New group" tone="primary" />
        <ToolbarButton icon={Trash2} label="Delete" tone="danger" />
        <ToolbarButton icon={Pencil} label="Not now" disabled />
      </>
    ),
  },
  {
    name: 'Kbd',
    about: 'Keys as they are written on this computer.',
    show: () => (
      <>
        <Kbd keys="Ctrl+K" />
        <Kbd keys="Ctrl+Shift+E" />
        <Kbd keys="Alt+ArrowDown" />
      </>
    ),
  },
  {
    name: 'SkeletonRows',
    about: 'Rows in waiting. They appear after 150 ms, so that a fast answer never flashes.',
    show: () => (
      <div className={styles.stack}>
        <SkeletonRows count={3} height={44} avatar label="Loading" />
      </div>
    ),
  },
  {
    name: 'SkeletonBox',
    about: 'One grey box of a known size.',
    show: () => <SkeletonBox width={180} height={24} />,
  },
  {
    name: 'QrCode',
    about: 'Black on white in both themes: cameras read nothing else reliably.',
    show: () => (
      <div className={styles.code}>
        <QrCode text="turno://gallery" label="A sample code" />
      </div>
    ),
  },
  {
    name: 'Mark',
    about: 'The product’s own sign.',
    show: () => (
      <>
        <Mark />
        <Mark size={48} />
      </>
    ),
  },
  {
    name: 'ProductName',
    about: 'The name beside the mark before anybody has signed in.',
    show: () => <ProductName>Turno</ProductName>,
  },
  {
    name: 'VisuallyHidden',
    about: 'Words for screen readers alone. The next line has some.',
    show: () => (
      <p>
        Paid<VisuallyHidden> on the third of May</VisuallyHidden>
      </p>
    ),
  },
]
