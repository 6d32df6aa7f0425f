/** Made of looks.ts while the client is built (scripts/client/made.ts). */
declare module 'virtual:looks' {
  /** With a space between. */
  const names: string
  export default names
}
