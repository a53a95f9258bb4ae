import type { CompanyTexts } from './pt'

export const es: CompanyTexts = {
  title: 'Empresas',
  addTitle: 'Registrar empresa',
  empty: 'Cada empresa tiene sus usuarios, filas, conexiones y clientes, separados de las demás.',
  plans: {
    title: 'Planes',
    empty: 'Un plan dice cuántos usuarios, conexiones y filas puede tener una empresa, y qué recursos usa.',
  },
  helps: {
    title: 'Ayuda',
    empty: 'Videos que muestran a todos cómo usar el sistema.',
  },
}
