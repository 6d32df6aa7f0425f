import { launch } from './launch.ts'

await launch(async () => {
  const { main } = await import('#server/dev.ts')
  return main(process.env)
})
