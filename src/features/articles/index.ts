/** Articles of the company's knowledge. */
export { ArticlesScreen } from './articles-screen'
