import type { ResourceKey } from 'i18next'

export const texts = import.meta.glob<ResourceKey>(['/locales/jp/*.json', '!/locales/*/venue.json'], {
  import: 'default',
})
