/** The pieces of src/ui in every state, in both themes: what there is before somebody builds it a second time. */
import '@/app/theme/first-paint'
import { createRoot } from 'react-dom/client'
import { Gallery } from './gallery'

const root = document.getElementById('root')
if (root) createRoot(root).render(<Gallery />)
