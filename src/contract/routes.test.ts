import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstStep, maxBodyBytes, mayOpen, originAt, routeAt, type RouteRow, routePaths, routes } from './routes.ts';

const rows: readonly (readonly [string, RouteRow])[] = routePaths.map((path) => [path, routes[path]]);

describe('the table of routes', () => {
  it('has one answer for who may send to addresses with the same first step', () => {
    const steps = Map.groupBy(rows, ([path]) => firstStep(path));
    for (const [step, all] of steps) expect([step, new Set(all.map(([, { from }]) => from)).size]).toEqual([step, 1]);
  });

  it('has nothing below /api, and takes a body where there is no GET', () => {
    expect(rows.filter(([path]) => firstStep(path) === '/api')).toEqual([]);
    for (const [path, { get, body }] of rows) expect([path, get !== false || body !== undefined]).toEqual([path, true]);
    expect(rows.filter(([, { body }]) => (body?.maxBytes ?? 1) > maxBodyBytes || body?.maxBytes === 0)).toEqual([]);
  });

  it('lets a manager open all, and a wall display no list of people, access or alerts', () => {
    for (const [path] of rows)
      for (const method of ['GET', 'POST']) expect([path, mayOpen('manager', path, method)]).toEqual([path, true]);
    const beyond = rows.filter(
      ([path]) => mayOpen('display', path) && /people|\/log$|^.access|alerts|brief/.test(path),
    );
    expect(beyond).toEqual([]);
  });
});

describe('an address', () => {
  it('is found by its own path only, or by what stands before a name in braces', () => {
    for (const [path] of rows) {
      const plain = path.replace(/\{.*$/, 'x/y');
      expect(routeAt(plain)?.path).toBe(path);
      if (plain === path) expect(routeAt(`${path}/`)).toBeNull();
    }
    expect(routeAt('/feed/')?.path).toBe('/feed/{secret}');
    expect([routeAt('/feed'), routeAt('/calendar'), routeAt('/constructor'), routeAt('/__proto__')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('below the first step of our own is our own, whatever follows; the page of the calendar is a page', () => {
    fc.assert(
      fc.property(fc.constantFrom('/replica', '/access', '/api', '/events', '/first'), fc.webPath(), (step, rest) => {
        expect(originAt(step + (rest.startsWith('/') ? rest : `/${rest}`))).toBe('own');
      }),
    );
    expect(['/calendar', '/calendar/x.ics', '/feed/x', '/fleet', '/replicas', '/'].map(originAt)).toEqual([
      'links',
      'anywhere',
      'anywhere',
      'links',
      'links',
      'links',
    ]);
  });
});
