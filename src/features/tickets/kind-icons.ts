/** The picture beside the last words of a ticket, by what was sent. */
import {
  Ban,
  CircleHelp,
  ClipboardList,
  FileText,
  Image,
  type LucideIcon,
  MapPin,
  Mic,
  Phone,
  ShoppingCart,
  Smartphone,
  UserRound,
  Video,
} from 'lucide-react'
import type { LastKind } from './last-message'

export const KIND_ICONS: Partial<Record<LastKind, LucideIcon>> = {
  image: Image,
  audio: Mic,
  video: Video,
  location: MapPin,
  contact: UserRound,
  call: Phone,
  file: FileText,
  order: ShoppingCart,
  form: ClipboardList,
  moved: Smartphone,
  deleted: Ban,
  unknown: CircleHelp,
}
