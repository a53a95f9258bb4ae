export const pt = {
  title: 'Empresas',
  addTitle: 'Cadastrar empresa',
  empty: 'Cada empresa tem seus usuários, filas, conexões e clientes, separados das demais.',
  plans: {
    title: 'Planos',
    empty: 'Um plano diz quantos usuários, conexões e filas uma empresa pode ter, e quais recursos usa.',
  },
  helps: {
    title: 'Ajuda',
    empty: 'Vídeos que mostram a todos como usar o sistema.',
  },
}

type Tree<T> = { [K in keyof T]: T[K] extends string ? string : Tree<T[K]> }
export type CompanyTexts = Tree<typeof pt>
