import { Inbox } from 'lucide-react'
import type { GalleryPiece } from './gallery-piece'
import {
  AllAnswered,
  Connection,
  Desk,
  FiguresToCome,
  FirstWay,
  Kept,
  Later,
  Locked,
  NothingFound,
  People,
  Talking,
  Unplugged,
} from './illustrations'

export const pieces: readonly GalleryPiece[] = [
  { name: 'AllAnswered', about: 'Everybody is answered.', show: () => <AllAnswered /> },
  { name: 'Connection', about: 'A number that is still to be connected.', show: () => <Connection /> },
  { name: 'Talking', about: 'A conversation to choose or to begin.', show: () => <Talking /> },
  { name: 'Desk', about: 'Beside the entrance.', show: () => <Desk /> },
  { name: 'FiguresToCome', about: 'Figures that are still to come.', show: () => <FiguresToCome /> },
  { name: 'FirstWay', about: 'The first steps of a company.', show: () => <FirstWay small /> },
  { name: 'Kept', about: 'An empty list, with its own sign.', show: () => <Kept icon={Inbox} /> },
  { name: 'Later', about: 'A conversation that comes back later.', show: () => <Later /> },
  { name: 'Locked', about: 'What one may not see.', show: () => <Locked /> },
  { name: 'NothingFound', about: 'A search that found nothing.', show: () => <NothingFound /> },
  { name: 'People', about: 'Nobody here yet.', show: () => <People /> },
  { name: 'Unplugged', about: 'What could not be loaded.', show: () => <Unplugged /> },
]
