import { main } from '#server/main.ts'

/** The venue alone in a process of its own, without a client to serve: it says where it stands, and waits to be ended. */
const { url, stop } = await main(process.env)
console.log(url)
process.on('SIGTERM', () => {
  void stop().then(() => process.exit(0))
})
