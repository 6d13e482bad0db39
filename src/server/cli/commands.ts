import { grantLimits } from '#contract/access/grants.ts';
import { readSets } from '#contract/access/reads.ts';
import { roles } from '#contract/access/roles.ts';
import type { Commands, Groups } from './commandLine.ts';

/** Days until what is handed out ends, unless the command line says otherwise. */
export const defaultDays = { program: 90, others: 365 };

/** What `--for` takes. */
export const serviceKinds = ['systemd', 'launchd', 'windows', 'docker', 'compose', 'nginx'] as const;
export const monitorKinds = ['grafana', 'rules', 'prometheus'] as const;

const needed = (value: string, about: string) => ({ type: 'string', needed: true, value, about }) as const;
const days = (count: string) => ({ type: 'string', value: 'N', about: `days until it ends (${count})` }) as const;
const role = needed(roles.filter((name) => name !== 'display').join('|'), 'what may be seen');
const instructor = {
  type: 'string',
  value: 'ID',
  about: 'for an instructor: the user id that reservations use',
} as const;
/** A grant without an end needs a reason, because it could stay valid unnoticed. */
const noEnd = {
  'no-end': { type: 'boolean', about: 'instead of --days' },
  reason: { type: 'string', value: 'TEXT', about: 'why it has no end' },
} as const;

export const groups = {
  access: {
    does: 'hands out and takes back who may sign in',
    more: `The commands use the setting DATA_DIR, and work whether Flightline runs or not. A wall board's link comes from
"display-link".`,
  },
} as const satisfies Groups;

/** The commands that hand out and take back. */
export const accessCommands = {
  'access list': { does: 'lists everything that was handed out and is valid' },
  'access token': {
    does: 'makes a token with which a person signs in (ACCESS=tokens); it is shown once',
    flags: { name: needed('NAME', 'whose it is'), role, days: days(String(defaultDays.others)), instructor, ...noEnd },
    example: '--name Anna --role dispatcher',
  },
  'access add': {
    does: 'gives a person a role, by the name from your proxy or sign-in service (ACCESS=proxy, ACCESS=oidc)',
    flags: { name: needed('NAME', 'the name there'), role, days: days('no end'), instructor },
    example: '--name anna@school.example --role dispatcher',
  },
  'access program': {
    does: 'makes a bearer token with which a program reads; it is shown once',
    more: `It sees what its role sees, and ends after ${grantLimits.programDays} days at most.`,
    flags: {
      name: needed('NAME', 'of the program'),
      role,
      reads: { type: 'string', value: 'SETS', about: `what it reads, separated by commas: ${readSets.join(', ')}` },
      days: days(String(defaultDays.program)),
    },
    example: '--name prometheus --role administrator --reads metrics',
  },
  'access revoke': {
    does: 'revokes what has this id; a running Flightline notices within seconds',
    more: '"list" shows the ids.',
    word: 'ID',
  },
  'access sessions': { does: 'lists the sessions of signed-in people and displays' },
  'access end': { does: 'ends a session', more: '"sessions" shows the ids.', word: 'ID' },
  'access audit': {
    does: 'checks whether a line of the audit was changed or removed: exit code 0 if not, 1 if so',
    flags: { verify: { type: 'boolean', about: 'must be given' } },
    example: '--verify',
  },
  'display-link': {
    does: 'makes the link of a wall board, to open on its screen',
    flags: {
      name: needed('NAME', 'of the screen'),
      days: days(String(defaultDays.others)),
      names: { type: 'boolean', about: 'lets it show names in full' },
      board: { type: 'string', value: 'SEARCH', about: 'the part after the ? in the address of a board' },
      ...noEnd,
    },
    example: '--name lobby',
  },
} as const satisfies Commands;

/** Every command of `flightline`, with what it takes. Its help, its place in the list and the reading follow from its row. */
export const commands = {
  run: { does: 'serves the dashboard; a made-up flight school if none is set' },
  gateway: { does: 'serves the dashboard of the school that is set' },
  operator: { does: 'runs the made-up flight school’s API alone', ownFlags: true },
  'check-connection': { does: 'makes a few dozen calls and says what works' },
  ...accessCommands,
  doctor: { does: 'says what is wrong with this installation', more: 'The exit code is 1 if something is.' },
  backup: {
    does: 'copies all data into one file, also while Flightline runs',
    more: `FILE is flightline-backup-….tar.gz if it is left out. Only its owner can read it. The settings with the key are not in it.`,
    word: '[FILE]',
  },
  restore: {
    does: 'replaces all data by a backup',
    more: 'Stop Flightline first. The replaced data is kept in DATA_DIR.',
    word: 'FILE',
  },
  forget: {
    does: 'deletes what is kept about a person who left',
    more: `That is: what was handed out to them and their sessions, calendars and alerts, and lists, reservations, changes and
briefs that name them. Their names and addresses are taken from all records with the id. Names count as whole words, and
those that another person has too are left out. Stop Flightline first. What the service still tells comes back at the
next start.`,
    flags: {
      user: needed('ID', 'their user id in reservations'),
      'sign-in': {
        type: 'string',
        multiple: true,
        value: 'NAME',
        about: 'a name by which they signed in; may be repeated',
      },
      name: { type: 'string', multiple: true, value: 'NAME', about: 'a further name of theirs; may be repeated' },
      email: { type: 'string', multiple: true, value: 'ADDRESS', about: 'a further mail address; may be repeated' },
    },
  },
  database: {
    does: 'says what is in the database that several servers share',
    more: `That is DATABASE_URL, with the servers that are there, and whether their audit is whole. "back" takes the last step of its
tables back, for an earlier version. Stop every server first.`,
    word: '[back]',
  },
  monitoring: {
    does: 'prints a Grafana dashboard and alert rules for Prometheus',
    more: '"prometheus" is the part of its configuration that reads /metrics.',
    flags: { for: needed(monitorKinds.join('|'), 'a dashboard, alert rules, or what reads /metrics') },
    example: '--for grafana',
  },
  service: {
    does: 'prints the file of a service: systemd, launchd, Windows, Docker',
    more: 'It runs this installation as a service, hardened. The key stays in the settings.',
    flags: {
      for: needed(serviceKinds.join('|'), 'the system'),
      schools: { type: 'boolean', about: 'for several schools on one machine, with systemd or Compose' },
    },
    example: '--for systemd',
  },
} as const satisfies Commands;
