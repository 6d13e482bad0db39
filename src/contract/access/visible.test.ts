import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { describedAs, descriptionOf, dispatchers, everyone, managers, objectOf, staff } from '#contract/members.ts';
import { type Operation, operationIds, operations } from '#contract/operations.ts';
import { userShape } from '#contract/shapes.ts';
import { type Role, roles } from './roles.ts';
import { type Visible, visibleIn, visibleTo } from './visible.ts';

const others = roles.filter((role) => role !== 'manager');

/** Every object in a schema, with the path to it. */
function objectsIn(schema: z.core.$ZodType, path: string): (readonly [path: string, schema: z.ZodMiniObject])[] {
  if (schema instanceof z.ZodMiniNullable) return objectsIn(schema.def.innerType, path);
  if (schema instanceof z.ZodMiniArray) return objectsIn(schema.def.element, path);
  if (!(schema instanceof z.ZodMiniObject)) return [];
  const inner = Object.entries<z.core.$ZodType>(schema.shape);
  return [[path, schema], ...inner.flatMap(([name, member]) => objectsIn(member, `${path}.${name}`))];
}

const documented = operationIds.flatMap((id) => {
  const { item }: Operation = operations[id];
  return objectsIn(item, id);
});

/** The members that a role sees, by path. */
function pathsIn(visible: Visible | null, path: string): string[] {
  if (visible === null || typeof visible === 'string') return [];
  return Object.entries(visible.members).flatMap(([name, inner]) => [
    `${path}.${name}`,
    ...pathsIn(inner, `${path}.${name}`),
  ]);
}

describe('a member of a record', () => {
  const secret = z.string();
  const shape = objectOf(
    {
      a: everyone(z.string()),
      b: staff(z.nullable(objectOf({ inner: everyone(z.string()), rate: managers(z.number()) }))),
      c: dispatchers(z.array(describedAs(z.string(), 'words'))),
      d: managers(secret),
    },
    { e: everyone(z.unknown()), f: managers(z.unknown()) },
  );

  it.each<[Role, readonly string[]]>([
    ['dispatcher', ['a', 'b', 'b.inner', 'c', 'e']],
    ['maintenance', ['a', 'b', 'b.inner', 'e']],
    ['instructor', ['a', 'e']],
    ['display', ['a', 'e']],
    ['administrator', ['a', 'e']],
  ])('is seen by those whom the shape names: %s', (role, expected) => {
    const seen = pathsIn(visibleIn(role, shape), '').map((path) => path.slice(1));
    expect(seen.toSorted()).toEqual(expected);
  });

  it('must say who sees it, or the shape does not compile', () => {
    // @ts-expect-error A schema alone does not say who sees the member.
    const silent = objectOf({ hourlyRate: z.number() });
    for (const role of others) expect(() => visibleIn(role, silent)).toThrow();
  });

  it('of an object that says nothing is seen only by managers', () => {
    const silent = z.looseObject({ hourlyRate: z.number() });
    for (const role of others) {
      expect(visibleIn(role, silent)).toBe('value');
      expect(pathsIn(visibleIn(role, objectOf({ silent: everyone(silent) })), '')).toEqual(['.silent']);
    }
  });
});

describe('the shapes of the specification', () => {
  it('say of each member who sees it, at any depth', () => {
    expect(documented.length).toBeGreaterThan(30);
    for (const [path, schema] of documented) {
      const described = descriptionOf(schema);
      const members = described && described !== 'words' ? Object.keys(described.members) : [];
      expect(members, path).toEqual(expect.arrayContaining(Object.keys(schema.shape)));
    }
  });

  it('leave these members to managers alone', () => {
    const seen = new Set(others.flatMap((role) => operationIds.flatMap((id) => pathsIn(visibleTo(role, id), id))));
    const hidden = documented.flatMap(([path, { shape }]) =>
      Object.keys(shape)
        .map((name) => `${path}.${name}`)
        .filter((member) => !seen.has(member)),
    );
    expect(hidden.toSorted()).toEqual(['getUserByExternalId.currentBalance', 'listReservations.aircraft.engines']);
  });

  it('are followed where the specification shows no members: a person is the same in each answer', () => {
    expect(visibleTo('dispatcher', 'listUsers')).toEqual(visibleIn('dispatcher', userShape));
    expect(visibleTo('dispatcher', 'getUser')).toEqual(visibleTo('dispatcher', 'getUserByExternalId'));
  });
});
