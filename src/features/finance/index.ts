/** Invoices with their checkout, and the page of the subscription. */
export { InvoicesScreen } from './invoices-screen'
export { SubscriptionScreen } from './subscription-screen'
