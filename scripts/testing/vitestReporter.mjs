import { writeFileSync } from 'node:fs'

/** Writes the report that `npm test` reads: the numbers of passed and skipped tests, and all failures, even outside a test. */
export default class {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const groups = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const inState = (state) => tests.filter((test) => test.result().state === state)
    const failures = [
      ...groups.flatMap((group) => group.errors().map((error) => describe(group, error))),
      ...inState('failed').map((test) => describe(test, ...test.result().errors)),
      ...unhandledErrors.map(describeUnhandled),
    ]
    const report = { passed: inState('passed').length, failures, skipped: inState('skipped').length }
    writeFileSync(process.env.TEST_REPORT_FILE, JSON.stringify(report))
  }
}

function describe(entity, ...errors) {
  const { relativeModuleId } = entity.module ?? entity
  return `${relativeModuleId}: ${entity.fullName ?? ''}\n${errors.map(messageOf).join('\n')}`
}

function describeUnhandled(error) {
  const { VITEST_TEST_PATH: path = 'nowhere', VITEST_TEST_NAME: name = 'none' } = error
  return `Outside a test, in ${path}; the last test was: ${name}\n${messageOf(error)}`
}

function messageOf({ message, stack }) {
  return stack ?? message
}
