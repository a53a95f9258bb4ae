import type { CompanyTexts } from './pt'

export const en: CompanyTexts = {
  title: 'Companies',
  addTitle: 'Add a company',
  empty: 'Each company has its users, queues, connections and customers, apart from the others.',
  plans: {
    title: 'Plans',
    empty:
      'A plan says how many users, connections and queues a company may have, and which features it uses.',
  },
  helps: {
    title: 'Help',
    empty: 'Videos that show everybody how to use the system.',
  },
}
