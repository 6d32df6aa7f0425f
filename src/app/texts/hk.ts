import type { ResourceKey } from 'i18next'

export const texts = import.meta.glob<ResourceKey>(['/locales/hk/*.json', '!/locales/*/venue.json'], {
  import: 'default',
})
