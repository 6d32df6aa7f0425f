import { newsCategories } from '#contract/news/news.ts'

export const categoryNames = [
  'notice',
  'announcement',
  'banner',
  'help',
  'rule',
  'agreement',
  'about',
] as const satisfies readonly (keyof typeof newsCategories)[]
export const categoryOf = (id: number) => categoryNames.find((name) => newsCategories[name] === id) ?? 'notice'
