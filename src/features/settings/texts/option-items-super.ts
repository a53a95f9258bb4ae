/** The same as ./option-items for what only the super-administrator of the platform sees. */
const pt = {
  allowregister: {
    name: 'Permitir cadastro',
    text: 'Novas empresas podem se cadastrar sozinhas.',
    words: 'registro inscrição abrir',
  },
  viewregister: {
    name: 'Mostrar o cadastro na entrada',
    text: 'A tela de entrada tem o link para criar uma empresa.',
    words: 'registro login link',
  },
  trial: {
    name: 'Período de teste',
    text: 'Por quanto tempo uma empresa nova usa o sistema antes da primeira fatura.',
    words: 'dias grátis experimentar',
  },
  localProviders: {
    name: 'Provedores nesta rede',
    text: 'Prompts de IA, integrações e webhooks podem usar endereços desta rede e sem https, como um modelo próprio.',
    words: 'ia modelo local openai ollama ixc http privado',
  },
  userCreation: {
    name: 'Permitir novos usuários',
    text: 'Desligado, nenhuma empresa acrescenta pessoas; só você pode.',
    words: 'criar pessoas equipe',
  },
  downloadLimit: {
    name: 'Tamanho máximo de arquivos',
    text: 'Vale para o que é enviado e para o que os clientes mandam.',
    words: 'upload download anexo megabytes limite',
  },
}

const en: typeof pt = {
  allowregister: {
    name: 'Allow sign-up',
    text: 'New companies may sign up on their own.',
    words: 'register open',
  },
  viewregister: {
    name: 'Show sign-up at sign-in',
    text: 'The sign-in screen has the link to create a company.',
    words: 'register login link',
  },
  trial: {
    name: 'Trial period',
    text: 'How long a new company uses the system before its first invoice.',
    words: 'days free try',
  },
  localProviders: {
    name: 'Providers in this network',
    text: 'AI prompts, integrations and webhooks may use addresses of this network and without https, such as a model of your own.',
    words: 'ai model local openai ollama ixc http private',
  },
  userCreation: {
    name: 'Allow new users',
    text: 'When off, no company adds people; only you can.',
    words: 'create people team',
  },
  downloadLimit: {
    name: 'Largest file',
    text: 'For what is sent and for what customers send.',
    words: 'upload download attachment megabytes limit',
  },
}

const es: typeof pt = {
  allowregister: {
    name: 'Permitir registro',
    text: 'Las empresas nuevas pueden registrarse solas.',
    words: 'inscripción abrir',
  },
  viewregister: {
    name: 'Mostrar el registro en la entrada',
    text: 'La pantalla de entrada tiene el enlace para crear una empresa.',
    words: 'inscripción login enlace',
  },
  trial: {
    name: 'Período de prueba',
    text: 'Cuánto tiempo usa el sistema una empresa nueva antes de la primera factura.',
    words: 'días gratis probar',
  },
  localProviders: {
    name: 'Proveedores en esta red',
    text: 'Los prompts de IA, las integraciones y los webhooks pueden usar direcciones de esta red y sin https, como un modelo propio.',
    words: 'ia modelo local openai ollama ixc http privado',
  },
  userCreation: {
    name: 'Permitir usuarios nuevos',
    text: 'Apagado, ninguna empresa agrega personas; solo usted puede.',
    words: 'crear personas equipo',
  },
  downloadLimit: {
    name: 'Tamaño máximo de archivos',
    text: 'Vale para lo que se envía y para lo que mandan los clientes.',
    words: 'upload descarga adjunto megabytes límite',
  },
}

export const superItemTexts = { pt, en, es }
