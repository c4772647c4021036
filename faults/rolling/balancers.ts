import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** The load balancers that docs/operations.md describes, with the settings that it recommends. */
export const balancers = {
  haproxy: {
    path: process.env.HAPROXY_PATH,
    args: (config: string) => ['-db', '-f', config],
    config: (port: number, servers: number[]) => `
global
  maxconn 1000
defaults
  mode http
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  # A busy server that responds late is not down.
  timeout check 10s
  option redispatch 1
frontend desk
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  option httpchk GET /readyz
  # Only a server of the page's own version has its files.
  http-request disable-l7-retry if !{ path_beg /assets/ }
  retry-on conn-failure 404
  default-server check inter 500ms fall 1 rise 2
${servers.map((each, index) => `  server s${index} 127.0.0.1:${each}`).join('\n')}
`,
  },
  nginx: {
    path: process.env.NGINX_PATH,
    args: (config: string, folder: string) => ['-p', folder, '-c', config, '-e', 'stderr', '-g', 'daemon off;'],
    config: (port: number, servers: number[]) => `
pid nginx.pid;
worker_processes 1;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxied;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  upstream servers {
${servers.map((each) => `    server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`).join('\n')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 100m;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    location / {
      proxy_pass http://servers;
      # A repeated write is stored once, because it has a key.
      proxy_next_upstream error timeout non_idempotent;
    }
    location /assets/ {
      proxy_pass http://servers;
      # Only a server of the page's own version has its files.
      proxy_next_upstream error timeout http_404;
    }
  }
}
`,
  },
} as const

export type BalancerName = keyof typeof balancers

/** The folder is for what the load balancer needs while it runs. `servers` are ports. */
type Place = { folder: string; log: string; port: number; servers: number[] }

/** Starts a load balancer in front of the servers. Returns how to stop it. */
export async function startBalancer(name: BalancerName, { folder, log, port, servers }: Place) {
  await mkdir(folder, { recursive: true })
  const { path, args, config } = balancers[name]
  const file = join(folder, `${name}.conf`)
  await writeFile(file, config(port, servers))
  const child = spawn(path!, args(file, folder), { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = createWriteStream(log)
  child.stdout.pipe(output)
  child.stderr.pipe(output)
  const stopWithUs = () => child.kill('SIGTERM')
  process.once('exit', stopWithUs)
  child.once('exit', () => process.off('exit', stopWithUs))
  await untilReady(child, port)
  return async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}

async function untilReady(child: ChildProcess, port: number) {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('The load balancer did not start. See its log')
    await wait(50)
  }
}
