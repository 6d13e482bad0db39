import { describe, expect, it } from 'vitest';
import { always, openStand } from '#e2e/servers/teststand.ts';
import { aircraftId, ownId, personId } from '#e2e/servers/access/canarySchool.ts';
import { callers, day, type Name } from '#e2e/servers/access/canaryStand.ts';
import { callerHeader, trustingAccess } from '#e2e/servers/access/testCallers.ts';

describe('a refusal', () => {
  const base = '/api/core/v1.0/operators/1001';
  const reservations = '/api/scheduling/v1.0/operators/1001/reservations';
  const report = (set: string) => `/api/reports/v1.0/operators/1001/${set}`;

  it.each<[Name, string, RegExp]>([
    ['maintenance', report('invoices'), /^Your role, maintenance, does not include invoices\. A manager can /],
    ['dispatcher', report('invoices'), /does not include invoices/],
    ['instructor', `${base}/users/${personId}`, /does not include people/],
    ['display', `${base}/instructors`, /does not include instructors/],
    ['display', '/replica/log?person=x', /does not include the log/],
    ['instructor', '/replica/brief?date=2026-05-12', /does not include the morning brief/],
    ['instructor', `${reservations}?userId=eq:${personId}`, /the reservations of other people/],
    ['stranger', `${reservations}?${day}&userId=eq:${ownId}`, /the reservations of other people/],
    ['display', `${reservations}?userId=eq:${personId}`, /the reservations of other people/],
    ['display', `${base}/aircraft/${aircraftId}/squawks?createdBy=x`, /the parameter createdBy/],
    ['maintenance', `${base}/equipment?email=x`, /the parameter email/],
    ['maintenance', `${base}/equipment?sort=unitPrice`, /the parameter sort/],
    ['dispatcher', `${base}/users?currentBalance=lt:0`, /the parameter currentBalance/],
  ])('%s %s', async (name, path, words) => {
    const stand = await openStand(always(200, '{"items":[]}'), { access: trustingAccess(callers).access });
    const { status, body, headers } = await stand.ask(path, { [callerHeader]: name });
    // Without a copy there is nothing below `/replica`; the refusal must come first.
    const [problem] = JSON.parse(body.toString());
    expect([status, problem.code]).toEqual([403, 403]);
    expect(problem.message).toMatch(words);
    expect(headers['content-type']).toMatch('json');
    expect(stand.calls).toEqual([]);
  });

  it.each<[Name, string]>([
    ['instructor', `${reservations}?userId=eq:${ownId.toUpperCase()}`],
    ['maintenance', `${reservations}?userId=eq:${personId}`],
    ['display', `${reservations}?tailNumber=N512SP`],
    ['maintenance', `${base}/equipment?kind=headset`],
    ['dispatcher', `${base}/users?email=x`],
    ['manager', `${base}/users?currentBalance=lt:0`],
  ])('does not apply to %s %s', async (name, path) => {
    const stand = await openStand(always(200, '{"items":[]}'), { access: trustingAccess(callers).access });
    expect((await stand.ask(path, { [callerHeader]: name })).status).toBe(200);
    expect(stand.calls).toHaveLength(1);
  });
});
