import { launch } from './launch.ts'
import { isFresh } from './stamp.ts'

await launch(async () => {
  // The builder is heavy: it is only read when there is something to build.
  if (!isFresh()) await (await import('./client.ts')).buildClient()
  const { main } = await import('#server/main.ts')
  return main(process.env)
})
