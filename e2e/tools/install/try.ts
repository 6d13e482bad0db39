import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run install:try`: follows the manual on a bare Debian 13, as root in a chroot made by debootstrap, with the embedded
 * operator behaving like live services. It takes several minutes and needs the package registries, so it is not part of the gate.
 */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const work = process.env['TRY_DIR'] ?? '/var/tmp/flightline-try';
const base = join(work, 'base');
const machine = join(work, 'machine');
const operatorPort = process.env['E2E_OPERATOR_PORT'] ?? '4700';

/** The differences between the chroot and a school: a local service, and a name that cannot get a certificate. */
const changes: readonly (readonly [string, string])[] = [
  ['API_BASE_URL=https://api.example.com', `API_BASE_URL=http://127.0.0.1:${operatorPort}\nAPI_RATE_LIMIT=6000`],
  ['API_SUBSCRIPTION_KEY=your-key', 'API_SUBSCRIPTION_KEY=demo-key'],
  ['ops.school.example', 'ops.school.local'],
];

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], cwd: root });
}

/** Runs a script in the chroot; its output is shown and returned. */
function inside(script: string): Promise<string> {
  const file = join(machine, 'root/step.sh');
  writeFileSync(file, `set -eu\ncd /root\n${script}`);
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    DEBIAN_FRONTEND: 'noninteractive',
    // The authorities of this machine's network, and of the proxy's own certificates.
    NODE_EXTRA_CA_CERTS: '/etc/ssl/authorities.crt',
  };
  const child = spawn('chroot', [machine, 'bash', '-x', '/root/step.sh'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (text) => {
    output += String(text);
    process.stdout.write(String(text));
  });
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(`A step ended with ${code}.`))));
  });
}

function prepare(): void {
  if (!existsSync(join(base, 'etc/debian_version'))) {
    mkdirSync(work, { recursive: true });
    run(
      'debootstrap',
      '--variant=minbase',
      '--include=ca-certificates',
      'trixie',
      base,
      'http://deb.debian.org/debian',
    );
  }
  unmount();
  // An earlier run may have left a file system there.
  run('rm', '-rf', '--one-file-system', machine);
  run('cp', '-a', base, machine);
  run('npm', 'pack', '--silent', '--pack-destination', join(machine, 'root'));
  copyFileSync('/etc/resolv.conf', join(machine, 'etc/resolv.conf'));
  writeFileSync(join(machine, 'etc/hosts'), '127.0.0.1 localhost ops.school.local\n');
  writeFileSync(join(machine, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  copyFileSync('/etc/ssl/certs/ca-certificates.crt', join(machine, 'etc/ssl/authorities.crt'));
  copyFileSync(join(root, 'e2e/tools/install/systemctl.sh'), join(machine, 'usr/local/bin/systemctl'));
  run('chmod', '755', join(machine, 'usr/local/bin/systemctl'));
  run('mount', '-t', 'proc', 'proc', join(machine, 'proc'));
}

/** The chroot has its own devices and, while a trial runs, the processes of this machine. */
function unmount(): void {
  const proc = join(machine, 'proc');
  if (existsSync(join(proc, 'self'))) run('umount', proc);
}

function clearUp(): void {
  for (const name of ['flightline', 'caddy']) {
    const pid = join(machine, `root/${name}.pid`);
    if (existsSync(pid)) process.kill(Number(readFileSync(pid, 'utf8')), 'SIGTERM');
  }
  unmount();
}

/** The result for the person: checked from inside, through the proxy, with the certificate verified. */
const proof = `
authority=/root/.local/share/caddy/pki/authorities/local/root.crt
ask() { curl --silent --show-error --cacert $authority --output /dev/null --write-out '%{http_code}' "$@"; }
test "$(ask https://ops.school.local/config)" = 401
test "$(ask --header "origin: https://ops.school.local" --data-urlencode "token=$(cat /root/token)" https://ops.school.local/sign-in)" = 303
test "$(ask https://ops.school.local/display)" = 200
test "$(ask http://127.0.0.1:4600/health)" = 200
test "$(stat -c '%U %a' /etc/flightline/flightline.env)" = 'flightline 600'
test "$(stat -c '%a' /root/flightline.tar.gz)" = 600
test -z "$(find /var/lib/flightline ! -user flightline)"
! grep -rq demo-key /etc/systemd /root/flightline.log
test "$(ps -o user:32= -p "$(cat /root/flightline.pid)")" = flightline
`;

const began = performance.now();
const operator = spawn(
  process.execPath,
  ['src/operator/main.ts', '--field', '--port', operatorPort, '--rate-limit', '0'],
  { cwd: root, stdio: 'ignore' },
);
prepare();
try {
  const commands = changes.reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    readFileSync(join(root, 'e2e/tools/install/install.sh'), 'utf8'),
  );
  // Caddy makes its own certificates for a local name; in a school the browsers would have to trust its authority.
  const trusted = commands.replace(
    'flightline doctor',
    'cat /root/.local/share/caddy/pki/authorities/local/root.crt >> /etc/ssl/authorities.crt\nflightline doctor',
  );
  const kept = trusted.replace(/(flightline access token .*)/, '$1 | tee /root/token');
  await inside(kept);
  await inside(`apt-get install -y --no-install-recommends curl procps >/dev/null 2>&1\n${proof}`);
  console.log(`\nA hardened service behind TLS, after ${Math.round((performance.now() - began) / 1000)} s.`);
} finally {
  clearUp();
  operator.kill();
}
