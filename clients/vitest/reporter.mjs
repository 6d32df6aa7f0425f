/** Tells of each test that failed how its run is seen again; beside the reporter that is there. */
export default class KontorReporter {
  onTestCaseResult(testCase) {
    const { kontor } = testCase.meta()
    if (testCase.result().state === 'failed' && kontor) console.log(`replay: npx kontor replay ${kontor}`)
  }
}
