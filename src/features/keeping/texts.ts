const pt = {
  title: {
    damaged: 'O arquivo de dados estava danificado',
    empty: 'O arquivo de dados estava vazio',
    missing: 'O arquivo de dados não estava no lugar',
    behind: 'As últimas gravações não estão no arquivo de dados',
    restored: 'A cópia de {{day}} está no lugar',
    copyUnusable: 'A cópia de {{day}} não pode ser usada',
  },
  happened: 'O que aconteceu',
  damagedCopy:
    'O arquivo em que o Turno guarda os dados neste computador não podia ser lido por inteiro. A cópia de {{day}} tomou o lugar dele.',
  damagedFresh:
    'O arquivo em que o Turno guarda os dados neste computador não podia ser lido por inteiro. Não havia cópia que servisse: um arquivo novo tomou o lugar dele.',
  emptyCopy: 'O arquivo existia, mas não continha nada. A cópia de {{day}} tomou o lugar dele.',
  emptyFresh:
    'O arquivo existia, mas não continha nada, e não havia cópia que servisse: um arquivo novo tomou o lugar dele.',
  missingCopy: 'O arquivo foi apagado ou movido. A cópia de {{day}} tomou o lugar dele.',
  missingFresh:
    'O arquivo foi apagado ou movido, e não havia cópia que servisse: um arquivo novo tomou o lugar dele.',
  behind:
    'O arquivo está inteiro, mas o que foi gravado por último não chegou até ele: o registro de gravações (workspace.db-wal) foi cortado ou retirado.',
  restored: 'O arquivo que estava em uso foi guardado ao lado. A partir de agora vale a cópia de {{day}}.',
  copyUnusable: 'Ela está danificada. Nada foi mudado: o arquivo que estava em uso continua em uso.',
  lost: 'O que se perdeu',
  rows: 'Do arquivo danificado, {{kept}} registros foram lidos e trazidos; {{lost}} não puderam ser lidos.',
  everything: 'Nada do que havia antes está no arquivo novo.',
  sinceCopy: 'O que foi gravado depois da cópia de {{day}} não está no arquivo.',
  between: 'Do que foi gravado entre {{since}} e {{until}}, faltam:',
  before: 'Do que foi gravado até {{until}}, faltam:',
  messages_one: '{{formatted}} mensagem',
  messages_other: '{{formatted}} mensagens',
  tickets_one: '{{formatted}} ticket',
  tickets_other: '{{formatted}} tickets',
  contacts_one: '{{formatted}} contato',
  contacts_other: '{{formatted}} contatos',
  changes: 'alterações em registros que já existiam',
  nothing: 'Nada.',
  places: 'Onde está cada coisa',
  movedTo: 'O arquivo anterior, como estava',
  copies: 'As cópias diárias',
  openFolder: 'Abrir a pasta',
  choice: 'Como continuar',
  goOn: 'Continuar com estes dados',
  goOnHint: 'O arquivo em uso fica como está.',
  day: 'Cópia de',
  restore: 'Usar esta cópia',
  restoreHint: 'Os dados voltam ao estado daquele dia. O arquivo em uso é guardado ao lado, não é apagado.',
  noCopies: 'Ainda não há cópias: a primeira é feita hoje, e depois uma por dia.',
  confirmTitle: 'Voltar à cópia de {{day}}?',
  confirmText:
    'O que foi gravado depois dela sai de uso: mensagens, tickets e contatos. O arquivo atual é guardado ao lado.',
  restoring: 'Colocando a cópia no lugar…',
}

type Words = typeof pt

const en: Words = {
  title: {
    damaged: 'The data file was damaged',
    empty: 'The data file was empty',
    missing: 'The data file was not in its place',
    behind: 'What was written last is not in the data file',
    restored: 'The copy of {{day}} is in place',
    copyUnusable: 'The copy of {{day}} cannot be used',
  },
  happened: 'What happened',
  damagedCopy:
    'The file in which Turno keeps its data on this computer could not be read through. The copy of {{day}} took its place.',
  damagedFresh:
    'The file in which Turno keeps its data on this computer could not be read through. There was no copy that would do: a new file took its place.',
  emptyCopy: 'The file was there but held nothing. The copy of {{day}} took its place.',
  emptyFresh:
    'The file was there but held nothing, and there was no copy that would do: a new file took its place.',
  missingCopy: 'The file was deleted or moved. The copy of {{day}} took its place.',
  missingFresh:
    'The file was deleted or moved, and there was no copy that would do: a new file took its place.',
  behind:
    'The file is whole, but what was written last did not reach it: the write-ahead log (workspace.db-wal) was cut short or taken away.',
  restored: 'The file that was in use is kept beside it. From now on the copy of {{day}} counts.',
  copyUnusable: 'It is damaged. Nothing was changed: the file that was in use still is.',
  lost: 'What is lost',
  rows: 'Of the damaged file {{kept}} records were read and carried over; {{lost}} could not be read.',
  everything: 'Nothing of what was there before is in the new file.',
  sinceCopy: 'What was written after the copy of {{day}} is not in the file.',
  between: 'Of what was written between {{since}} and {{until}}, missing are:',
  before: 'Of what was written until {{until}}, missing are:',
  messages_one: '{{formatted}} message',
  messages_other: '{{formatted}} messages',
  tickets_one: '{{formatted}} ticket',
  tickets_other: '{{formatted}} tickets',
  contacts_one: '{{formatted}} contact',
  contacts_other: '{{formatted}} contacts',
  changes: 'changes to records that were there already',
  nothing: 'Nothing.',
  places: 'Where everything is',
  movedTo: 'The file as it was before',
  copies: 'The daily copies',
  openFolder: 'Open the folder',
  choice: 'How to go on',
  goOn: 'Go on with this data',
  goOnHint: 'The file in use stays as it is.',
  day: 'Copy of',
  restore: 'Use this copy',
  restoreHint: 'The data goes back to how it was that day. The file in use is kept beside it, not deleted.',
  noCopies: 'There are no copies yet: the first is made today, then one a day.',
  confirmTitle: 'Go back to the copy of {{day}}?',
  confirmText:
    'What was written after it goes out of use: messages, tickets and contacts. The present file is kept beside it.',
  restoring: 'Putting the copy in place…',
}

const es: Words = {
  title: {
    damaged: 'El archivo de datos estaba dañado',
    empty: 'El archivo de datos estaba vacío',
    missing: 'El archivo de datos no estaba en su lugar',
    behind: 'Lo último que se grabó no está en el archivo de datos',
    restored: 'La copia del {{day}} está en su lugar',
    copyUnusable: 'La copia del {{day}} no se puede usar',
  },
  happened: 'Qué ocurrió',
  damagedCopy:
    'El archivo en que Turno guarda los datos en este equipo no se podía leer por completo. La copia del {{day}} ocupó su lugar.',
  damagedFresh:
    'El archivo en que Turno guarda los datos en este equipo no se podía leer por completo. No había una copia que sirviera: un archivo nuevo ocupó su lugar.',
  emptyCopy: 'El archivo existía, pero no contenía nada. La copia del {{day}} ocupó su lugar.',
  emptyFresh:
    'El archivo existía, pero no contenía nada, y no había una copia que sirviera: un archivo nuevo ocupó su lugar.',
  missingCopy: 'El archivo fue borrado o movido. La copia del {{day}} ocupó su lugar.',
  missingFresh:
    'El archivo fue borrado o movido, y no había una copia que sirviera: un archivo nuevo ocupó su lugar.',
  behind:
    'El archivo está entero, pero lo último que se grabó no llegó a él: el registro de escritura (workspace.db-wal) fue cortado o retirado.',
  restored: 'El archivo que estaba en uso quedó guardado al lado. Desde ahora vale la copia del {{day}}.',
  copyUnusable: 'Está dañada. No se cambió nada: el archivo que estaba en uso sigue en uso.',
  lost: 'Qué se perdió',
  rows: 'Del archivo dañado se leyeron y trajeron {{kept}} registros; {{lost}} no se pudieron leer.',
  everything: 'Nada de lo que había antes está en el archivo nuevo.',
  sinceCopy: 'Lo que se grabó después de la copia del {{day}} no está en el archivo.',
  between: 'De lo que se grabó entre {{since}} y {{until}}, faltan:',
  before: 'De lo que se grabó hasta {{until}}, faltan:',
  messages_one: '{{formatted}} mensaje',
  messages_other: '{{formatted}} mensajes',
  tickets_one: '{{formatted}} ticket',
  tickets_other: '{{formatted}} tickets',
  contacts_one: '{{formatted}} contacto',
  contacts_other: '{{formatted}} contactos',
  changes: 'cambios en registros que ya existían',
  nothing: 'Nada.',
  places: 'Dónde está cada cosa',
  movedTo: 'El archivo anterior, tal como estaba',
  copies: 'Las copias diarias',
  openFolder: 'Abrir la carpeta',
  choice: 'Cómo continuar',
  goOn: 'Continuar con estos datos',
  goOnHint: 'El archivo en uso queda como está.',
  day: 'Copia del',
  restore: 'Usar esta copia',
  restoreHint:
    'Los datos vuelven a como estaban ese día. El archivo en uso queda guardado al lado, no se borra.',
  noCopies: 'Todavía no hay copias: la primera se hace hoy, y después una por día.',
  confirmTitle: '¿Volver a la copia del {{day}}?',
  confirmText:
    'Lo que se grabó después sale de uso: mensajes, tickets y contactos. El archivo actual queda guardado al lado.',
  restoring: 'Poniendo la copia en su lugar…',
}

export const texts = { pt, en, es }
