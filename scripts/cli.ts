import { cliUsage, main } from './cli/main.ts'

// What npm runs is run.mjs with the name of the script.
const args = process.argv.slice(3)
if (args.length === 0 || args[0] === '--help') process.stdout.write(cliUsage)
else process.exitCode = await main(args, process.env)
