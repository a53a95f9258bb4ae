/** Texts of the help videos. */
const pt = {
  title: 'Ajuda',
  search: 'Buscar vídeo',
  count_one: '{{count}} vídeo',
  count_other: '{{count}} vídeos',
  play: 'Assistir {{title}}',
  none: 'Nenhum vídeo de ajuda ainda',
  noneText: 'Vídeos que mostram como usar o sistema aparecem aqui.',
  noMatch: 'Nenhum vídeo encontrado',
  noMatchText: 'Tente outra palavra.',
  failed: 'Não foi possível carregar os vídeos',
  moreFailed: 'Não foi possível carregar mais vídeos',
  player: 'Vídeo: {{title}}',
  asking: 'Procurando o vídeo…',
  offline: 'O vídeo não pode ser aberto agora',
  offlineText:
    'Os vídeos vêm de youtube-nocookie.com, que não respondeu. Verifique a internet ou pergunte a quem cuida da rede.',
  unknown: 'Este vídeo não existe',
  unknownText: 'O código guardado não é o de um vídeo. Avise quem administra a plataforma.',
  manage: 'Gerenciar vídeos',
}

type Words = Record<keyof typeof pt, string>

const en: Words = {
  title: 'Help',
  search: 'Search videos',
  count_one: '{{count}} video',
  count_other: '{{count}} videos',
  play: 'Watch {{title}}',
  none: 'No help videos yet',
  noneText: 'Videos that show how to use the system appear here.',
  noMatch: 'No video found',
  noMatchText: 'Try another word.',
  failed: 'The videos could not be loaded',
  moreFailed: 'More videos could not be loaded',
  player: 'Video: {{title}}',
  asking: 'Looking for the video…',
  offline: 'The video cannot be opened now',
  offlineText:
    'Videos come from youtube-nocookie.com, which did not answer. Check the internet, or ask whoever looks after the network.',
  unknown: 'There is no such video',
  unknownText: 'What is kept is not the code of a video. Tell whoever runs the platform.',
  manage: 'Manage videos',
}

const es: Words = {
  title: 'Ayuda',
  search: 'Buscar video',
  count_one: '{{count}} video',
  count_other: '{{count}} videos',
  play: 'Ver {{title}}',
  none: 'Aún no hay videos de ayuda',
  noneText: 'Aquí aparecen los videos que muestran cómo usar el sistema.',
  noMatch: 'Ningún video encontrado',
  noMatchText: 'Pruebe con otra palabra.',
  failed: 'No se pudieron cargar los videos',
  moreFailed: 'No se pudieron cargar más videos',
  player: 'Video: {{title}}',
  asking: 'Buscando el video…',
  offline: 'El video no se puede abrir ahora',
  offlineText:
    'Los videos vienen de youtube-nocookie.com, que no respondió. Revise internet o pregunte a quien cuida la red.',
  unknown: 'Este video no existe',
  unknownText: 'Lo guardado no es el código de un video. Avise a quien administra la plataforma.',
  manage: 'Administrar videos',
}

export const texts = { pt, en, es }
