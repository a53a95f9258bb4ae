/** The words of the application menu, the dock menu and the jump list. */
import type { Preferences } from '../../../src/contract'

const pt = {
  file: 'Arquivo',
  edit: 'Editar',
  view: 'Visualizar',
  go: 'Ir',
  window: 'Janela',
  help: 'Ajuda',
  tickets: 'Atendimentos',
  contacts: 'Contatos',
  chats: 'Chat interno',
  settings: 'Configurações…',
  reload: 'Recarregar',
  tasks: 'Turno',
  ticketsHint: 'Abrir a lista de atendimentos',
  contactsHint: 'Abrir a lista de contatos',
  settingsHint: 'Abrir as configurações',
}
export type MenuTexts = { [K in keyof typeof pt]: string }
const en: MenuTexts = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  go: 'Go',
  window: 'Window',
  help: 'Help',
  tickets: 'Tickets',
  contacts: 'Contacts',
  chats: 'Internal chat',
  settings: 'Settings…',
  reload: 'Reload',
  tasks: 'Turno',
  ticketsHint: 'Open the list of tickets',
  contactsHint: 'Open the list of contacts',
  settingsHint: 'Open the settings',
}
const es: MenuTexts = {
  file: 'Archivo',
  edit: 'Editar',
  view: 'Ver',
  go: 'Ir',
  window: 'Ventana',
  help: 'Ayuda',
  tickets: 'Tickets',
  contacts: 'Contactos',
  chats: 'Chat interno',
  settings: 'Configuración…',
  reload: 'Recargar',
  tasks: 'Turno',
  ticketsHint: 'Abrir la lista de tickets',
  contactsHint: 'Abrir la lista de contactos',
  settingsHint: 'Abrir la configuración',
}

const TEXTS: Record<Preferences['language'], MenuTexts> = { pt, en, es }
export const menuTexts = (language: Preferences['language']): MenuTexts => TEXTS[language]
