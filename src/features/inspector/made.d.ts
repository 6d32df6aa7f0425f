/** Made from the code while the client is built (scripts/client/made.ts). */
declare module 'virtual:charts' {
  const charts: Readonly<Record<string, import('@kontor/inspector/chart').Chart>>
  export default charts
}
declare module 'virtual:components' {
  const components: Readonly<Record<string, { readonly file: string; readonly text: string }>>
  export default components
}
