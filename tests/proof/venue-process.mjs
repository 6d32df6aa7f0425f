/** The venue alone in a process of its own, without a client to serve: it says where it stands, and waits to be ended. */
const { main } = await import(process.argv[2])
const { url, stop } = await main(process.env)
console.log(url)
process.on('SIGTERM', () => {
  void stop().then(() => process.exit(0))
})
