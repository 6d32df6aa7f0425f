/**
 * The venue alone in a process of its own, without a client to serve: it says where it stands, and waits to be ended.
 */
const { main } = await import(process.argv[2])
const { url, stop, failed } = await main(process.env)
void failed.then(() => process.exit(3))
console.log(url)
// Whoever started it is gone: nobody would end it any more.
process.stdin.on('end', () => process.exit(1)).resume()
process.on('SIGTERM', () => {
  void stop().then(() => process.exit(0))
})
