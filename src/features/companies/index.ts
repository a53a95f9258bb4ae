/** What the platform's super-administrator keeps: companies, their plans, and the help videos everybody sees. */
export { CompaniesSection, CompanyFormSection } from './companies-section'
export { HelpsSection } from './helps-section'
export { PlansSection } from './plans-section'
