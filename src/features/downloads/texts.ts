const pt = {
  title: 'Downloads',
  running: 'Baixando · {{size}}',
  runningPercent: 'Baixando · {{percent}}% · {{size}}',
  done: 'Salvo em {{folder}} · {{size}}',
  cancelled: 'Cancelado',
  failure: {
    missing: 'O servidor não entregou o arquivo.',
    line: 'A conexão caiu antes do fim.',
    disk: 'Não foi possível gravar na pasta.',
  },
  gone: 'O arquivo não está mais na pasta.',
  open: 'Abrir',
  openNamed: 'Abrir {{name}}',
  show: 'Mostrar na pasta',
  showNamed: 'Mostrar {{name}} na pasta',
  again: 'Tentar de novo',
  againNamed: 'Baixar {{name}} de novo',
  cancel: 'Cancelar o download de {{name}}',
  hide: 'Tirar {{name}} da lista',
}

const en: typeof pt = {
  title: 'Downloads',
  running: 'Downloading · {{size}}',
  runningPercent: 'Downloading · {{percent}}% · {{size}}',
  done: 'Saved in {{folder}} · {{size}}',
  cancelled: 'Cancelled',
  failure: {
    missing: 'The server did not deliver the file.',
    line: 'The connection broke before the end.',
    disk: 'The folder cannot be written to.',
  },
  gone: 'The file is no longer in its folder.',
  open: 'Open',
  openNamed: 'Open {{name}}',
  show: 'Show in folder',
  showNamed: 'Show {{name}} in its folder',
  again: 'Try again',
  againNamed: 'Download {{name}} again',
  cancel: 'Cancel the download of {{name}}',
  hide: 'Take {{name}} off the list',
}

const es: typeof pt = {
  title: 'Descargas',
  running: 'Descargando · {{size}}',
  runningPercent: 'Descargando · {{percent}}% · {{size}}',
  done: 'Guardado en {{folder}} · {{size}}',
  cancelled: 'Cancelado',
  failure: {
    missing: 'El servidor no entregó el archivo.',
    line: 'La conexión se cortó antes del final.',
    disk: 'No se pudo escribir en la carpeta.',
  },
  gone: 'El archivo ya no está en la carpeta.',
  open: 'Abrir',
  openNamed: 'Abrir {{name}}',
  show: 'Mostrar en la carpeta',
  showNamed: 'Mostrar {{name}} en su carpeta',
  again: 'Intentar de nuevo',
  againNamed: 'Descargar {{name}} de nuevo',
  cancel: 'Cancelar la descarga de {{name}}',
  hide: 'Quitar {{name}} de la lista',
}

export const texts = { pt, en, es }
