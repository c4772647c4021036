import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installByApt, isRoot } from './apt.mjs'
import { earlierMajors, installedPostgres, installPostgres } from './earlierPostgres.mjs'

const postgres15 = '/usr/lib/postgresql/15/bin'
const debianPostgres = '/etc/postgresql-common'

/**
 * The programs of the system tests besides Node and Chromium: the tests that use each, the variable that names it to
 * them, its path, other files that they need, Debian's packages of all of these, and what it is for. `prepare` runs as
 * root before the installation.
 */
const programs = [
  { part: 'server', variable: 'PGBOUNCER_PATH', path: '/usr/sbin/pgbouncer', packages: ['pgbouncer'], use: 'a pooler' },
  {
    part: 'server',
    variable: 'DOVECOT_PATH',
    path: '/usr/sbin/dovecot',
    packages: ['dovecot-imapd'],
    use: 'mailboxes',
    // Later versions have other settings.
    version: '2.3.',
  },
  {
    part: 'server',
    variable: 'POSTFIX_PATH',
    path: '/usr/sbin/postfix',
    files: ['/usr/lib/dovecot/lmtp'],
    packages: ['postfix', 'dovecot-lmtpd'],
    use: 'a mail server',
    needsRoot: true,
    // Without this answer, the package sets up a mail server for this machine, and starts it.
    prepare: `echo 'postfix postfix/main_mailer_type select No configuration' | debconf-set-selections`,
  },
  {
    part: 'server',
    variable: 'SWIFT_PYTHON',
    path: '/usr/bin/python3',
    files: ['/usr/lib/python3/dist-packages/swift/common/middleware/s3api'],
    // The package of the libraries starts no servers, unlike those of the servers.
    packages: ['python3-swift'],
    use: 'object storage',
  },
  {
    part: 'server',
    variable: 'PROMETHEUS_PATH',
    path: '/usr/bin/prometheus',
    packages: ['prometheus'],
    use: 'metrics and alerts',
    startsAtBoot: true,
  },
  {
    part: 'server',
    variable: 'POSTGRES15_PATH',
    path: postgres15,
    files: [join(postgres15, 'initdb'), join(postgres15, 'postgres')],
    packages: ['postgresql-15'],
    use: 'the oldest PostgreSQL that is supported',
    // Without this, Debian creates a database and starts a server for it.
    prepare: `[ -e ${debianPostgres} ] || {
      mkdir -p ${debianPostgres}/createcluster.d
      echo 'create_main_cluster = false' > ${debianPostgres}/createcluster.d/tests.conf
    }`,
  },
  {
    part: 'server',
    variable: 'MKFS_XFS_PATH',
    path: '/usr/sbin/mkfs.xfs',
    packages: ['xfsprogs'],
    use: 'a file system whose files share blocks',
  },
  {
    part: 'faults',
    variable: 'HAPROXY_PATH',
    path: '/usr/sbin/haproxy',
    packages: ['haproxy'],
    use: 'a load balancer',
    startsAtBoot: true,
  },
  {
    part: 'faults',
    variable: 'NGINX_PATH',
    path: '/usr/sbin/nginx',
    packages: ['nginx'],
    use: 'a load balancer',
    startsAtBoot: true,
  },
  {
    part: 'faults',
    path: '/usr/bin/buildah',
    files: ['/usr/bin/crun'],
    packages: ['buildah', 'crun'],
    use: 'images and containers',
    needsRoot: true,
  },
  {
    part: 'faults',
    variable: 'COMPOSE_PATH',
    path: '/usr/bin/docker-compose',
    packages: ['docker-compose'],
    use: 'checks of compose files',
  },
  {
    part: 'journeys',
    variable: 'FIREFOX_PATH',
    path: '/usr/bin/firefox-esr',
    packages: ['firefox-esr'],
    use: 'journeys in Firefox',
  },
  {
    part: 'journeys',
    variable: 'WEBKIT_DRIVER_PATH',
    path: '/usr/bin/WebKitWebDriver',
    files: ['/usr/bin/Xvfb'],
    packages: ['webkit2gtk-driver', 'xvfb'],
    use: 'journeys in WebKit',
  },
]

/**
 * The variables that name the installed programs to the tests, unless somebody has set them. Tests whose program is
 * missing are skipped.
 */
export function installedPrograms() {
  const installed = programs
    .filter((program) => program.variable && isInstalled(program))
    .map(({ variable, path }) => [variable, path])
  return Object.fromEntries([...installed, ...installedPostgres()].filter(([variable]) => !process.env[variable]))
}

/** Says which programs of these parts of the tests are missing, and installs those that can be installed here. */
export async function installPrograms(parts) {
  for (const major of earlierMajors) await installPostgres(major)
  const missing = programs.filter((program) => parts.includes(program.part) && !isInstalled(program))
  if (missing.length === 0) return
  console.log('The system tests use these programs, which are not installed:')
  for (const { packages, use } of missing) console.log(`  ${packages.join(', ')} (${use})`)
  const installable = missing.filter(canInstall)
  await installByApt(
    installable.flatMap(({ packages }) => packages),
    installable.flatMap(({ prepare = [] }) => prepare),
  )
  for (const { packages } of missing.filter((program) => !isInstalled(program)))
    console.log(`${packages.join(', ')} cannot be installed here. Its tests are skipped.`)
}

function isInstalled({ path, files = [], version }) {
  const isThere = [path, ...files].every((file) => existsSync(file))
  return isThere && (!version || versionOf(path).startsWith(version))
}

function versionOf(path) {
  return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? ''
}

/** Where systemd runs, some programs would start at the next boot. A program in another version stays as it is. */
function canInstall({ path, version, needsRoot, startsAtBoot }) {
  const isOther = version !== undefined && existsSync(path)
  return !isOther && !(needsRoot && !isRoot()) && !(startsAtBoot && existsSync('/run/systemd/system'))
}
