import styles from './gallery.module.css'
import type { GalleryPiece } from './gallery-piece'
import { QueueBar, QueueName } from './queue-bar'

export const pieces: readonly GalleryPiece[] = [
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
]
