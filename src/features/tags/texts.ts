/** Texts of the tags screen and of the tag dialog. */
const pt = {
  title: 'Tags',
  count_one: '{{count}} tag',
  count_other: '{{count}} tags',
  search: 'Buscar tag',
  add: 'Adicionar tag',
  removeMany_one: 'Excluir {{count}} tag',
  removeMany_other: 'Excluir {{count}} tags',
  removeText_zero: 'Nenhum ticket usa esta tag.',
  removeText_one: '{{count}} ticket perde esta tag.',
  removeText_other: '{{count}} tickets perdem esta tag.',
  empty: 'Nenhuma tag ainda',
  emptyText: 'Tags dizem do que trata um ticket e formam as colunas do kanban.',
  name: 'Nome',
  tickets: 'Tickets',
  kanban: 'Coluna do kanban',
  color: 'Cor',
  editTitle: 'Editar tag',
}

type Words = Record<keyof typeof pt, string>

const en: Words = {
  title: 'Tags',
  count_one: '{{count}} tag',
  count_other: '{{count}} tags',
  search: 'Search tags',
  add: 'Add tag',
  removeMany_one: 'Delete {{count}} tag',
  removeMany_other: 'Delete {{count}} tags',
  removeText_zero: 'No ticket carries this tag.',
  removeText_one: '{{count}} ticket loses this tag.',
  removeText_other: '{{count}} tickets lose this tag.',
  empty: 'No tags yet',
  emptyText: 'Tags say what a ticket is about and make the lanes of the kanban board.',
  name: 'Name',
  tickets: 'Tickets',
  kanban: 'Lane of the kanban board',
  color: 'Colour',
  editTitle: 'Edit tag',
}

const es: Words = {
  title: 'Etiquetas',
  count_one: '{{count}} etiqueta',
  count_other: '{{count}} etiquetas',
  search: 'Buscar etiqueta',
  add: 'Agregar etiqueta',
  removeMany_one: 'Eliminar {{count}} etiqueta',
  removeMany_other: 'Eliminar {{count}} etiquetas',
  removeText_zero: 'Ningún ticket usa esta etiqueta.',
  removeText_one: '{{count}} ticket pierde esta etiqueta.',
  removeText_other: '{{count}} tickets pierden esta etiqueta.',
  empty: 'Aún no hay etiquetas',
  emptyText: 'Las etiquetas dicen de qué trata un ticket y forman las columnas del kanban.',
  name: 'Nombre',
  tickets: 'Tickets',
  kanban: 'Columna del kanban',
  color: 'Color',
  editTitle: 'Editar etiqueta',
}

export const texts = { pt, en, es }
