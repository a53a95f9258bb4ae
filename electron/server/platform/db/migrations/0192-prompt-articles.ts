/** Whether a prompt answers from the company's articles; those that are here do. */
export const promptArticles = `
ALTER TABLE prompts ADD COLUMN uses_articles integer DEFAULT 1 NOT NULL;
`
