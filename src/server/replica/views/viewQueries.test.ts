import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openApiDocument } from '#contract/openapi/openapi.ts';
import { sampleReplica } from '#e2e/servers/sampleOperator.ts';
import { createViews } from './views.ts';

function ask(address: string) {
  const [path = '', search = ''] = address.split('?', 2);
  const replica = sampleReplica();
  return createViews(replica.storage)(path, new URLSearchParams(search), replica.status());
}

describe('a query that differs from the documentation', () => {
  it.each([
    ['/replica/reminders?limit=3', 'limit'],
    ['/replica/reservations', 'from', 'to'],
    ['/replica/reservations?from=2026-11-20T07:00:00&to=2026-11-21T07:00:00Z', 'from'],
    ['/replica/reservations?from=2026-02-30T07:00:00Z&to=2026-11-21T07:00:00Z', 'from'],
    ['/replica/reservations?from=2026-11-20T07:00:00+02:00&to=2026-11-21T07:00:00Z', 'from'],
    ['/replica/reservations?from=2026-11-21T07:00:00Z&to=2026-11-21T07:00:00Z', 'to'],
    ['/replica/reservations?from=2026-11-20T07:00:00Z&from=2026-11-20T07:00:00Z&to=2026-11-21T07:00:00Z', 'from'],
    ['/replica/reservations?from=2026-09-01T06:00:00Z&to=2026-11-02T07:30:00Z', 'to'],
    ['/replica/days?from=2026-11-20', 'to'],
    ['/replica/days?from=2026-11-31&to=2026-12-01', 'from'],
    ['/replica/days?from=2026-11-20&to=2026-11-19', 'to'],
    ['/replica/days?from=2026-01-01&to=2026-04-11', 'to'],
    ['/replica/reservation?id=', 'id'],
    ['/replica/figures?from=2026-05-12&by=colour', 'to', 'by'],
    ['/replica/figures?from=2026-05-01&to=2026-05-12&read=yes', 'read'],
    ['/replica/figures/rows?from=2026-05-01&to=2026-05-12&of=colour', 'of', 'name'],
    ['/replica/figures?from=2025-01-01&to=2026-05-12', 'to'],
    ['/replica/brief', 'date'],
    ['/replica/brief?date=2026-11-31', 'date'],
    ['/replica/brief?date=2026-11-20&date=2026-11-21', 'date'],
    ['/replica/brief?date=2026-11-20&notice=Fog', 'notice'],
    ['/replica/brief?date=2026-11-05', 'date'],
    ['/replica/brief?date=2027-01-02', 'date'],
    ['/replica/history?before=2026-11-20', 'before'],
    ['/replica/history?before=2026-11-20T07:00:01Z', 'before'],
    ['/replica/hours?before=2026-11-20T08:15:00Z', 'before'],
    ['/replica/history?before=2026-11-29T07:00:00Z', 'before'],
    ['/replica/hours?before=2026-11-29T07:00:00Z', 'before'],
    ['/replica/changes?since=yesterday', 'since'],
    ['/replica/changes?since=0&set=weather&limit=0&more=1', 'set', 'limit', 'more'],
    [
      '/replica/log?from=today&to=2026-05-12&kind=moved,lost&before=-1&limit=1001&set=users',
      'from',
      'to',
      'kind',
      'before',
      'limit',
      'set',
    ],
    ['/replica/log?kind=&aircraft=&person=%20&q=%20', 'kind', 'aircraft', 'person', 'q'],
  ])('%s is refused by name', (address, ...fields) => {
    const { refusal } = ask(address) ?? {};
    expect(refusal?.status).toBe(400);
    expect(refusal?.problems.map(({ dataField }) => dataField)).toEqual(fields);
  });

  it('is not one of the midnights of moments ahead that screens show, although a later one is', () => {
    for (const view of ['history', 'hours'])
      expect(ask(`/replica/${view}?before=2026-11-28T07:00:00Z`)?.refusal).toBeUndefined();
  });

  it('is not one of a whole month, of two months with a change of the clocks, or with an offset', () => {
    for (const address of [
      '/replica/reservations?from=2026-09-01T06:00:00Z&to=2026-11-02T07:00:00Z',
      '/replica/reservations?from=2026-11-20T07:00:00%2B02:00&to=2026-11-21T07:00:00.25-07:00',
      '/replica/days?from=2026-11-20&to=2026-11-20',
      '/replica/days?from=2026-01-01&to=2026-04-10',
    ])
      expect(ask(address)?.view).toBeDefined();
  });

  it('of another path is not ours', () => {
    expect(ask('/replica/secrets')).toBeNull();
    expect(ask('/replica/__proto__')).toBeNull();
  });
});

const documented = z.object({
  paths: z.record(
    z.string(),
    z.object({
      get: z.optional(
        z.object({ parameters: z.array(z.looseObject({ name: z.string(), required: z.optional(z.boolean()) })) }),
      ),
    }),
  ),
});

describe('the description in /openapi.json', () => {
  it('names exactly the accepted parameters', () => {
    // What the copy answers; alerts, the weather and the late sheet have tests of their own.
    const paths = Object.entries(documented.parse(openApiDocument()).paths).filter(([path]) =>
      /^\/replica\/(?!alerts|weather|late)/.test(path),
    );
    expect(paths).toHaveLength(15);
    for (const [path, { get }] of paths) {
      const parameters = get?.parameters ?? [];
      const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
      const nothing = ask(path);
      expect(nothing?.refusal?.problems.map(({ dataField }) => dataField) ?? []).toEqual(required);
      const wrong = ask(`${path}?${parameters.map(({ name }) => `${name}=%00`).join('&')}`);
      for (const { message } of wrong?.refusal?.problems ?? []) expect(message).not.toContain('is not a parameter');
    }
  });
});
