import { type Config, findInvalidSettings, readConfig, settingNames } from '#server/config.ts'
import { type Finding, findingsOn } from '#server/doctor/finding.ts'
import { productVersion } from '#server/productVersion.ts'
import { commandLine } from '#server/projectRoot.ts'
import { meantSetting } from './misspelt.ts'
import { findUnwise } from './unwiseSettings.ts'

const { ok, warning, problem } = findingsOn('settings')

/** Judges the settings without using them. `config` is undefined if a server would refuse them. */
export function checkSettings(environment: NodeJS.ProcessEnv): { findings: Finding[]; config?: Config } {
  const refused = listRefused(environment)
  const versions = ok(`Enquiry Desk ${productVersion} runs on Node ${process.versions.node}.`)
  const findings = [versions, ...refused.map(explainRefused), ...findMisspelt(environment)]
  if (refused.length > 0) {
    const next = `Correct the settings, and run ${commandLine('doctor')} again.`
    return {
      findings: [...findings, warning('Nothing else was checked: a server does not start with these settings.', next)],
    }
  }
  const config = readConfig(environment)
  return { config, findings: [...findings, ...findUnwise(config, environment)] }
}

type Refused = { name: string; fault: string }

/** Also those that a server would refuse only after the others are corrected. */
function listRefused(environment: NodeJS.ProcessEnv) {
  const refused: Refused[] = []
  let rest = environment
  for (;;) {
    const found = Object.entries(findInvalidSettings(rest)).map(([name, fault]) => ({ name, fault }))
    // A setting that was left out here is not missing.
    const added = found.filter(({ fault }) => !refused.some(({ name }) => fault.includes(name)))
    refused.push(...added)
    const names = found.map(({ name }) => name).filter((name) => rest[name])
    if (names.length === 0) return refused
    rest = Object.fromEntries(Object.entries(rest).filter(([name]) => !names.includes(name)))
  }
}

function explainRefused({ name, fault }: Refused) {
  const fact = fault.includes(name) ? `${fault}.` : `${name} cannot be used: ${fault}.`
  return problem(fact, `Correct ${name}. The table of settings in docs/operations.md says what it may be.`)
}

/** Never shows a value, which may be a secret. */
function findMisspelt(environment: NodeJS.ProcessEnv) {
  return Object.keys(environment).flatMap((variable) => {
    const setting = meantSetting(variable, settingNames)
    if (setting === undefined) return []
    return [
      warning(
        `The variable ${variable} is no setting, but resembles ${setting}.`,
        `Rename ${variable} to ${setting} if that is meant.`,
      ),
    ]
  })
}
