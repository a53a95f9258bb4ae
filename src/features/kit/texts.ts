/** Words of every list, form and guard that stand on the kit. */
const pt = {
  list: {
    nothing: 'Nada encontrado para “{{term}}”',
    nothingText: 'Confira a escrita ou busque por outra parte.',
    nothingFiltered: 'Nada com estes filtros',
    failed: 'Não foi possível carregar a lista de registros',
    moreFailed: 'Não foi possível carregar mais registros',
    refreshFailed: 'A lista pode estar desatualizada: não foi possível lê-la de novo.',
    noPermission: 'Você não tem acesso a esta lista',
    noPermissionText: 'Quem administra a empresa pode dar este acesso.',
    newRows_one: '{{count}} novo',
    newRows_other: '{{count}} novos',
    choose: 'Selecionar {{name}}',
    chooseAll: 'Selecionar tudo o que foi carregado',
    chosen_one: '{{count}} selecionado',
    chosen_other: '{{count}} selecionados',
    endChoice: 'Cancelar seleção',
  },
}

type Tree<T> = { [K in keyof T]: T[K] extends string ? string : Tree<T[K]> }
type Words = Tree<typeof pt>

const en: Words = {
  list: {
    nothing: 'Nothing found for “{{term}}”',
    nothingText: 'Check the spelling or search for another part.',
    nothingFiltered: 'Nothing with these filters',
    failed: 'The list could not be loaded',
    moreFailed: 'More records could not be loaded',
    refreshFailed: 'The list may be out of date: it could not be read again.',
    noPermission: 'You have no access to this list',
    noPermissionText: 'Whoever administers the company can give it.',
    newRows_one: '{{count}} new',
    newRows_other: '{{count}} new',
    choose: 'Select {{name}}',
    chooseAll: 'Select everything that is loaded',
    chosen_one: '{{count}} selected',
    chosen_other: '{{count}} selected',
    endChoice: 'Cancel selection',
  },
}

const es: Words = {
  list: {
    nothing: 'Nada encontrado para «{{term}}»',
    nothingText: 'Revise la escritura o busque por otra parte.',
    nothingFiltered: 'Nada con estos filtros',
    failed: 'No se pudo cargar la lista de registros',
    moreFailed: 'No se pudieron cargar más registros',
    refreshFailed: 'La lista puede estar desactualizada: no se pudo leer de nuevo.',
    noPermission: 'No tiene acceso a esta lista',
    noPermissionText: 'Quien administra la empresa puede darle acceso.',
    newRows_one: '{{count}} nuevo',
    newRows_other: '{{count}} nuevos',
    choose: 'Seleccionar {{name}}',
    chooseAll: 'Seleccionar todo lo cargado',
    chosen_one: '{{count}} seleccionado',
    chosen_other: '{{count}} seleccionados',
    endChoice: 'Cancelar selección',
  },
}

export const texts = { pt, en, es }
