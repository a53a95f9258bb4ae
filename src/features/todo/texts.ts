/** Texts of the to-do list. */
const pt = {
  title: 'Lista de tarefas',
  placeholder: 'Nova tarefa',
  local: 'Fica só neste computador. Enter edita, Alt com as setas muda a ordem, Delete exclui.',
  empty: 'Nenhuma tarefa',
  emptyText: 'Anote aqui o que não pode ser esquecido; só este computador guarda.',
  edit: 'Editar {{name}}',
  remove: 'Excluir {{name}}',
  up: 'Subir {{name}}',
  down: 'Descer {{name}}',
  removed: 'Tarefa excluída',
  notKept: 'Este computador não guardou a lista: ela se perde ao fechar o Turno.',
}

type Words = Record<keyof typeof pt, string>

const en: Words = {
  title: 'To-do list',
  placeholder: 'New task',
  local: 'Stays on this computer only. Enter edits, Alt with the arrows reorders, Delete removes.',
  empty: 'No tasks',
  emptyText: 'Note here what must not be forgotten; only this computer keeps it.',
  edit: 'Edit {{name}}',
  remove: 'Delete {{name}}',
  up: 'Move {{name}} up',
  down: 'Move {{name}} down',
  removed: 'Task deleted',
  notKept: 'This computer did not keep the list: it is lost when Turno is closed.',
}

const es: Words = {
  title: 'Lista de tareas',
  placeholder: 'Nueva tarea',
  local: 'Queda solo en esta computadora. Enter edita, Alt con las flechas reordena, Supr elimina.',
  empty: 'Ninguna tarea',
  emptyText: 'Anote aquí lo que no puede olvidarse; solo esta computadora lo guarda.',
  edit: 'Editar {{name}}',
  remove: 'Eliminar {{name}}',
  up: 'Subir {{name}}',
  down: 'Bajar {{name}}',
  removed: 'Tarea eliminada',
  notKept: 'Esta computadora no guardó la lista: se pierde al cerrar Turno.',
}

export const texts = { pt, en, es }
