/** Made from the code while the client is built (scripts/client/made.ts). */
declare module 'virtual:charts' {
  import type { Chart } from '@kontor/inspector/chart'
  const charts: Readonly<Record<string, Chart>>
  export default charts
}
declare module 'virtual:components' {
  const components: Readonly<Record<string, { readonly file: string; readonly text: string }>>
  export default components
}
