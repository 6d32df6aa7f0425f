import { readFileSync, writeSync } from 'node:fs'

// Preloaded into a venue of the tests (`--import`): its clocks are ahead by what a file says, the wall clock by the
// first number of
// milliseconds, steady time by the second, if there is one. The file is read at the start and on a signal, which is
// answered by a line.
const right = { wall: Date.now, steady: performance.now.bind(performance) }
let [wallMs = 0, steadyMs = 0]: number[] = []
const read = () => {
  ;[wallMs = 0, steadyMs = 0] = readFileSync(process.env['CLOCK_FILE'] ?? '', 'utf8')
    .split(' ')
    .map(Number)
}
read()
Date.now = () => right.wall() + wallMs
performance.now = () => right.steady() + steadyMs
process.on('SIGUSR2', () => {
  read()
  writeSync(2, `the clocks are ahead by ${wallMs} ${steadyMs}\n`)
})
