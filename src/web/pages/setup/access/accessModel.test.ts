import { describe, expect, test } from 'vitest';
import { accessRequestShape, type Grant, type GrantKind } from '#contract/access/grants.ts';
import { countsText, emptyDraft, grantRows, readChoices, requestOf, rolesFor, withBoard } from './accessModel.ts';

const clock = { zone: 'America/Denver', mode: 'L' } as const;
const now = Date.parse('2026-05-12T17:05:00Z');

const grant = (kind: GrantKind, given: Partial<Grant> = {}): Grant => ({
  id: 'abcdefgh',
  kind,
  name: 'lobby',
  role: 'display',
  userId: null,
  showsNames: false,
  subject: null,
  reads: null,
  fromService: false,
  createdAt: '2026-05-01T03:00:00Z',
  expiresAt: '2027-05-01T03:00:00Z',
  reason: null,
  usedAt: '2026-05-12T17:00:00Z',
  ...given,
});

describe('a row of the access list', () => {
  test('has the school’s dates, and the last use to the hour', () => {
    expect(grantRows([grant('display')], now, clock)).toEqual([
      {
        id: 'abcdefgh',
        name: 'lobby',
        kind: 'Display link',
        what: 'Initials',
        created: 'Thu 30 Apr 2026',
        expires: 'Fri 30 Apr 2027',
        used: 'This hour',
        question: 'Revoke lobby? Its boards get no new data.',
      },
    ]);
  });

  test('says when something never ends or was never used', () => {
    const [row] = grantRows([grant('person', { role: 'dispatcher', expiresAt: null, usedAt: null })], now, clock);
    expect(row).toMatchObject({ kind: 'Person', what: 'Dispatcher', expires: 'No end', used: 'Never' });
  });

  test.each([
    ['lobby TV has nobody to renew it', 'No end: lobby TV has nobody to renew it'],
    [null, 'No end, no reason given'],
  ])('gives the reason why a link has no end: %s', (reason, expires) => {
    expect(grantRows([grant('display', { expiresAt: null, reason })], now, clock)[0]?.expires).toBe(expires);
  });

  test.each<[GrantKind, Partial<Grant>, string]>([
    ['display', { showsNames: true }, 'Names'],
    ['feed', { subject: { of: 'aircraft', id: 'a' } }, 'Aircraft'],
    ['feed', { subject: { of: 'instructor', id: 'u' } }, 'Instructor'],
    ['person', { role: 'maintenance' }, 'Maintenance'],
    ['program', { role: 'dispatcher', reads: ['fleet', 'reports'] }, 'Dispatcher: fleet, reports'],
  ])('of a %s with %o describes: %s', (kind, given, what) => {
    expect(grantRows([grant(kind, given)], now, clock)[0]?.what).toBe(what);
  });
});

test('a role from the sign-in service is told apart from one granted here, and says that it can come back', () => {
  const given = { role: 'dispatcher', name: 'kim@school.example', fromService: true, expiresAt: null } as const;
  expect(grantRows([grant('person', given)], now, clock)[0]).toMatchObject({
    kind: 'Person, from your sign-in service',
    what: 'Dispatcher',
    expires: 'With their last session',
    question:
      'Revoke kim@school.example? They are signed out. If your sign-in service still gives them the role, they have it again at their next sign-in.',
  });
});

test('grants are counted by kind', () => {
  expect(countsText([])).toBe('0');
  expect(countsText([grant('person'), grant('display'), grant('person')])).toBe('1 display link, 2 people');
});

describe('an access form', () => {
  const draft = { ...emptyDraft('display'), name: ' lobby ' };

  test('becomes a request that the gateway accepts', () => {
    for (const kind of ['display', 'token', 'person'] as const) {
      const request = requestOf({ ...emptyDraft(kind), name: ' Ana ', userId: 'u1', role: 'instructor' });
      expect(accessRequestShape.safeParse(request).success).toBe(true);
      expect(request).toMatchObject({ name: 'Ana', kind, days: kind === 'person' ? null : 365 });
    }
  });

  test.each(['display', 'token'] as const)('for a %s without days needs a reason and sends it', (kind) => {
    const open = { ...emptyDraft(kind), name: 'lobby', days: ' ' };
    const words = 'Enter days, or say in 3 to 200 characters why it has no end.';
    for (const reason of ['', ' no ', 'x'.repeat(201)]) expect(requestOf({ ...open, reason })).toBe(words);
    expect(requestOf({ ...open, reason: ' nobody to renew it ' })).toMatchObject({
      days: null,
      reason: 'nobody to renew it',
    });
    expect(requestOf({ ...open, days: '30', reason: 'left over' })).toMatchObject({ days: 30, reason: null });
  });

  test('for a display has no person, whatever was chosen before', () => {
    expect(requestOf({ ...draft, role: 'manager', userId: 'u1' })).toMatchObject({ role: 'display', userId: null });
  });

  test('names an instructor only for that role', () => {
    const person = { ...emptyDraft('person'), name: 'Ana', userId: 'u1' };
    expect(requestOf({ ...person, role: 'manager' })).toMatchObject({ userId: null, showsNames: true });
    expect(requestOf({ ...person, role: 'instructor' })).toMatchObject({ userId: 'u1', showsNames: false });
    expect(requestOf({ ...person, role: 'instructor', userId: '' })).toBe('Choose which instructor this is.');
  });

  test('for a program says what it reads, within its role, and has an end', () => {
    const program = { ...emptyDraft('program'), name: 'prometheus' };
    expect(requestOf(program)).toBe('Choose what the program reads.');
    expect(requestOf({ ...program, reads: ['metrics'] })).toBe('Choose what the program reads.');
    const metrics = { ...program, role: 'administrator', reads: ['metrics', 'people'] } as const;
    const request = requestOf(metrics);
    expect(request).toMatchObject({ kind: 'program', role: 'administrator', reads: ['metrics'], days: 90 });
    expect(accessRequestShape.safeParse(request).success).toBe(true);
    for (const days of ['', '367']) expect(requestOf({ ...metrics, days })).toMatch(/^A program’s token must end/);
    expect(readChoices('administrator').map(({ set }) => set)).toEqual(['school', 'schedule', 'metrics']);
  });

  test('offers the manager role only to managers, and no instructor role to programs', () => {
    expect(rolesFor('token', 'administrator')).toEqual(['dispatcher', 'maintenance', 'instructor', 'administrator']);
    expect(rolesFor('program', 'manager')).toEqual(['dispatcher', 'maintenance', 'administrator', 'manager']);
  });

  test.each(['', '   ', 'x'.repeat(101)])('with the name “%s” asks for another name', (name) => {
    expect(requestOf({ ...draft, name })).toBe('Enter a name of at most 100 characters.');
  });

  test.each(['0', '-1', '1.5', '3651', 'a year'])('with “%s” days asks for another number', (days) => {
    expect(requestOf({ ...draft, days })).toBe('Enter whole days from 1 to 3,650, or nothing for no end.');
  });
});

test('a display link includes the board settings before the part that no server receives', () => {
  const link = 'http://127.0.0.1:4600/display#secret';
  expect(withBoard(link, '/board?names=none&screens=fleet-20')).toBe(
    'http://127.0.0.1:4600/display?names=none&screens=fleet-20#secret',
  );
  expect(withBoard(link, '/board')).toBe(link);
});
