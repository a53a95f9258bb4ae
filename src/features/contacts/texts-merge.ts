/** Texts of the question that makes one contact of two. */
const pt = {
  action: 'Unir {{name}} com outro contato',
  title: 'Unir contatos',
  other: 'O outro contato da mesma pessoa',
  otherHint: 'Nome ou número, pelo menos 3 letras',
  otherRequired: 'Escolha o outro contato',
  nobody: 'Nenhum outro contato encontrado',
  stays: 'Qual fica',
  staysHint: 'O que falta nele (nome, e-mail, foto, campos) vem do outro.',
  goes: 'Passam para {{to}}: {{what}}. O cadastro {{from}} deixa de existir. Não pode ser desfeito.',
  goesAlone: 'Nada pende de {{from}}: só o cadastro deixa de existir. Não pode ser desfeito.',
  counting: 'Contando o que passa…',
  submit: 'Unir',
  done: 'Contatos unidos: fica {{name}}',
}

const en: typeof pt = {
  action: 'Merge {{name}} with another contact',
  title: 'Merge contacts',
  other: 'The same person’s other contact',
  otherHint: 'Name or number, at least 3 letters',
  otherRequired: 'Choose the other contact',
  nobody: 'No other contact found',
  stays: 'Which one stays',
  staysHint: 'What it lacks (name, e-mail, picture, fields) comes from the other.',
  goes: '{{what}} go over to {{to}}. The contact {{from}} will be gone. This cannot be undone.',
  goesAlone: 'Nothing hangs on {{from}}: only the contact will be gone. This cannot be undone.',
  counting: 'Counting what goes over…',
  submit: 'Merge',
  done: 'Contacts merged: {{name}} stays',
}

const es: typeof pt = {
  action: 'Unir a {{name}} con otro contacto',
  title: 'Unir contactos',
  other: 'El otro contacto de la misma persona',
  otherHint: 'Nombre o número, al menos 3 letras',
  otherRequired: 'Elija el otro contacto',
  nobody: 'No se encontró otro contacto',
  stays: 'Cuál queda',
  staysHint: 'Lo que le falta (nombre, correo, foto, campos) viene del otro.',
  goes: 'Pasan a {{to}}: {{what}}. El contacto {{from}} deja de existir. No se puede deshacer.',
  goesAlone: 'Nada depende de {{from}}: solo el contacto deja de existir. No se puede deshacer.',
  counting: 'Contando lo que pasa…',
  submit: 'Unir',
  done: 'Contactos unidos: queda {{name}}',
}

export const mergeTexts = { pt, en, es }
