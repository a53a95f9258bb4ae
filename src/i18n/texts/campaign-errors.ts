/** What campaigns and what they are made of (contact lists, file lists) refuse. */
export const campaignErrors = {
  pt: {
    ERR_NO_CAMPAIGN_FOUND: 'Campanha não encontrada.',
    ERR_CAMPAIGN_LOCKED: 'No estado em que está, esta campanha já não pode ser alterada assim.',
    ERR_CAMPAIGN_RUNNING: 'Não é permitido excluir campanha em andamento. Cancele-a primeiro.',
    ERR_CAMPAIGN_INCOMPLETE:
      'Para enviar, a campanha precisa de conexão, lista de contatos e ao menos uma mensagem.',
    ERR_CAMPAIGN_NEEDS_TEMPLATE:
      'Ninguém desta lista escreveu a este número nas últimas 24 horas: fora dessa janela a Meta só entrega modelos. Escolha um modelo.',
    ERR_NO_CONTACTLIST_FOUND: 'Esta lista de contatos não existe mais.',
    ERR_CONTACTLIST_IN_USE: 'Uma campanha programada ou em andamento usa esta lista. Cancele-a primeiro.',
    ERR_FILE_LIST_IN_USE:
      'A campanha “{{name}}” está programada ou em andamento e usa estes arquivos. Cancele-a primeiro.',
    ERR_CAMPAIGN_VARIABLE:
      'Nenhuma variável se chama {{name}}. Corrija o texto ou crie a variável nas configurações de campanhas.',
    ERR_NO_CONTACTLISTITEM_FOUND: 'Este contato não está mais na lista.',
    ERR_CONTACTLIST_NUMBER_TAKEN: 'Este número já está na lista.',
    ERR_CONTACTLIST_FULL: 'Uma lista guarda no máximo 200.000 contatos. Crie outra lista para os demais.',
    ERR_FILE_LIST_NAME_TAKEN: 'Já existe uma lista de arquivos com este nome.',
  },
  en: {
    ERR_NO_CAMPAIGN_FOUND: 'Campaign not found.',
    ERR_CAMPAIGN_LOCKED: 'In its present state this campaign cannot be changed like that any more.',
    ERR_CAMPAIGN_RUNNING: 'A running campaign cannot be deleted. Cancel it first.',
    ERR_CAMPAIGN_INCOMPLETE:
      'To be sent, a campaign needs a connection, a contact list and at least one message.',
    ERR_CAMPAIGN_NEEDS_TEMPLATE:
      'Nobody on this list wrote to this number within the last 24 hours: outside that window Meta delivers templates only. Choose a template.',
    ERR_NO_CONTACTLIST_FOUND: 'This contact list no longer exists.',
    ERR_CONTACTLIST_IN_USE: 'A campaign that is scheduled or running uses this list. Cancel it first.',
    ERR_FILE_LIST_IN_USE:
      'The campaign “{{name}}” is scheduled or running and uses these files. Cancel it first.',
    ERR_CAMPAIGN_VARIABLE:
      'There is no variable called {{name}}. Correct the text, or add the variable in the campaign settings.',
    ERR_NO_CONTACTLISTITEM_FOUND: 'This contact is no longer on the list.',
    ERR_CONTACTLIST_NUMBER_TAKEN: 'This number is on the list already.',
    ERR_CONTACTLIST_FULL: 'A list holds at most 200,000 contacts. Make another list for the rest.',
    ERR_FILE_LIST_NAME_TAKEN: 'There is a file list of this name already.',
  },
  es: {
    ERR_NO_CAMPAIGN_FOUND: 'Campaña no encontrada.',
    ERR_CAMPAIGN_LOCKED: 'En su estado actual, esta campaña ya no se puede cambiar así.',
    ERR_CAMPAIGN_RUNNING: 'No se puede eliminar una campaña en curso. Cancélela primero.',
    ERR_CAMPAIGN_INCOMPLETE:
      'Para enviarse, la campaña necesita conexión, lista de contactos y al menos un mensaje.',
    ERR_CAMPAIGN_NEEDS_TEMPLATE:
      'Nadie de esta lista escribió a este número en las últimas 24 horas: fuera de esa ventana Meta solo entrega plantillas. Elija una plantilla.',
    ERR_NO_CONTACTLIST_FOUND: 'Esta lista de contactos ya no existe.',
    ERR_CONTACTLIST_IN_USE: 'Una campaña programada o en curso usa esta lista. Cancélela primero.',
    ERR_FILE_LIST_IN_USE:
      'La campaña “{{name}}” está programada o en curso y usa estos archivos. Cancélela primero.',
    ERR_CAMPAIGN_VARIABLE:
      'Ninguna variable se llama {{name}}. Corrija el texto o cree la variable en la configuración de campañas.',
    ERR_NO_CONTACTLISTITEM_FOUND: 'Este contacto ya no está en la lista.',
    ERR_CONTACTLIST_NUMBER_TAKEN: 'Este número ya está en la lista.',
    ERR_CONTACTLIST_FULL: 'Una lista guarda como máximo 200.000 contactos. Cree otra lista para los demás.',
    ERR_FILE_LIST_NAME_TAKEN: 'Ya existe una lista de archivos con este nombre.',
  },
}
