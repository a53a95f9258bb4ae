import type { GalleryPiece } from './gallery-piece'
import { MoreTags, TagChip } from './tag-chip'

const nothing = (): void => {}

export const pieces: readonly GalleryPiece[] = [
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
]
