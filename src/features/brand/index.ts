/** The mark at the head of a screen, and the icon of the window: a company's logo, or Turno's own. */
export { BrandMark } from './brand-mark'
export { useBrand } from './use-brand'
