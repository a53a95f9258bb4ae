/** The few texts main itself shows (dialogs before or without a window), in the console's three languages. */
import type { Preferences } from '../../src/contract'

export type Language = Preferences['language']

const pt = {
  configTitle: 'Turno não pode iniciar',
  configMissing: 'O arquivo de configuração não foi encontrado.',
  configUnreadable: 'O arquivo de configuração não pôde ser lido.',
  configNotJson: 'O arquivo de configuração não é um JSON válido.',
  configInvalid: 'O arquivo de configuração contém um valor inválido.',
  configHelp: 'Corrija o arquivo e abra o Turno novamente. Nenhum servidor foi contatado.',
  bootTitle: 'Turno não pôde iniciar',
  bootHelp: 'Os detalhes estão no arquivo de registro em',
  crashTitle: 'A janela parou de funcionar',
  crashDetail: 'O Turno recarregou a janela. O que foi enviado ou digitado está guardado.',
  crashAgain: 'A janela continua falhando. Recarregar mais uma vez ou fechar o Turno?',
  hangTitle: 'A janela não responde',
  hangDetail: 'Você pode esperar ou recarregar a janela. O que foi enviado ou digitado está guardado.',
  graphicsTitle: 'A placa de vídeo continua falhando',
  graphicsDetail:
    'O Turno pode reiniciar agora e desenhar sem ela. O que foi enviado ou digitado está guardado.',
  restart: 'Reiniciar',
  later: 'Depois',
  reload: 'Recarregar',
  wait: 'Esperar',
  quit: 'Fechar o Turno',
  closeWindow: 'Fechar a janela',
  ok: 'Entendi',
  settingsTitle: 'Preferências restauradas',
  settingsDetail:
    'O arquivo de preferências estava danificado e foi substituído pelos valores padrão. Uma cópia do arquivo danificado foi guardada em',
}

export type MainTexts = { [K in keyof typeof pt]: string }

const en: MainTexts = {
  configTitle: 'Turno cannot start',
  configMissing: 'The configuration file was not found.',
  configUnreadable: 'The configuration file could not be read.',
  configNotJson: 'The configuration file is not valid JSON.',
  configInvalid: 'The configuration file holds an invalid value.',
  configHelp: 'Correct the file and open Turno again. No server was contacted.',
  bootTitle: 'Turno could not start',
  bootHelp: 'Details are in the log file in',
  crashTitle: 'The window stopped working',
  crashDetail: 'Turno reloaded the window. What you sent or typed is kept.',
  crashAgain: 'The window keeps failing. Reload once more or close Turno?',
  hangTitle: 'The window does not respond',
  hangDetail: 'You can wait or reload the window. What you sent or typed is kept.',
  graphicsTitle: 'The graphics processor keeps failing',
  graphicsDetail: 'Turno can restart now and draw without it. What you sent or typed is kept.',
  restart: 'Restart',
  later: 'Later',
  reload: 'Reload',
  wait: 'Wait',
  quit: 'Close Turno',
  closeWindow: 'Close the window',
  ok: 'Got it',
  settingsTitle: 'Preferences restored',
  settingsDetail:
    'The preferences file was damaged and defaults took its place. A copy of the damaged file was kept at',
}

const es: MainTexts = {
  configTitle: 'Turno no puede iniciarse',
  configMissing: 'No se encontró el archivo de configuración.',
  configUnreadable: 'No se pudo leer el archivo de configuración.',
  configNotJson: 'El archivo de configuración no es un JSON válido.',
  configInvalid: 'El archivo de configuración contiene un valor no válido.',
  configHelp: 'Corrija el archivo y abra Turno de nuevo. No se contactó con ningún servidor.',
  bootTitle: 'Turno no pudo iniciarse',
  bootHelp: 'Los detalles están en el archivo de registro en',
  crashTitle: 'La ventana dejó de funcionar',
  crashDetail: 'Turno recargó la ventana. Lo enviado y lo escrito está guardado.',
  crashAgain: 'La ventana sigue fallando. ¿Recargar una vez más o cerrar Turno?',
  hangTitle: 'La ventana no responde',
  hangDetail: 'Puede esperar o recargar la ventana. Lo enviado y lo escrito está guardado.',
  graphicsTitle: 'La tarjeta gráfica sigue fallando',
  graphicsDetail: 'Turno puede reiniciarse ahora y dibujar sin ella. Lo que envió o escribió está guardado.',
  restart: 'Reiniciar',
  later: 'Después',
  reload: 'Recargar',
  wait: 'Esperar',
  quit: 'Cerrar Turno',
  closeWindow: 'Cerrar la ventana',
  ok: 'Entendido',
  settingsTitle: 'Preferencias restauradas',
  settingsDetail:
    'El archivo de preferencias estaba dañado y se usaron los valores por defecto. Se guardó una copia del archivo dañado en',
}

const TEXTS: Record<Language, MainTexts> = { pt, en, es }

/** The language for a system locale (`pt-BR`, `es_419`): Portuguese unless it is clearly one of the others. */
export function languageOf(locale: string): Language {
  const head = locale.toLowerCase().split(/[-_]/, 1)[0]
  return head === 'en' || head === 'es' ? head : 'pt'
}

export const textsFor = (language: Language): MainTexts => TEXTS[language]
