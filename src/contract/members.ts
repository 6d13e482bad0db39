import * as z from 'zod/mini';

/**
 * Who sees a member of a record, besides managers, who see every member. `everyone`: each role that may request the record
 * (`access/roles.ts`). `staff`: dispatchers and maintenance.
 */
export type Audience = 'everyone' | 'staff' | 'dispatchers' | 'managers';

/**
 * How windows of reservations need a member. `if true`: a flag for which every view treats false like absent. `name`: only the
 * name of what it holds. `group`: a scheduling group of any form, as its name.
 */
export type InWindows = true | 'if true' | 'name' | 'group';

/** A member of a record: its schema, and who sees it. Null if windows of reservations do without it. */
export type Member<Schema extends z.ZodMiniType = z.ZodMiniType> = {
  readonly schema: Schema;
  readonly audience: Audience;
  readonly windows: InWindows | null;
};
export type Members = { readonly [name: string]: Member };

/**
 * What a schema stands for. `words`: free text, which may hold an amount of money. `record`, `place`, `person`: an object,
 * with the members that the specification shows and those that only live services send.
 */
export type Described = 'words' | { readonly is: 'record' | 'place' | 'person'; readonly members: Members };

const of =
  (audience: Audience) =>
  <Schema extends z.ZodMiniType>(schema: Schema, windows: InWindows | null = null): Member<Schema> => ({
    schema,
    audience,
    windows,
  });

/** A member that each role sees which may request the record. */
export const everyone = of('everyone');
/** A member for dispatchers and maintenance. */
export const staff = of('staff');
/** A member for dispatchers: what they need to reach people and to run the day. */
export const dispatchers = of('dispatchers');
/** A member for managers alone, such as money. */
export const managers = of('managers');

/**
 * Kept apart from zod's registries, because one schema (`text`) is that of many members, and who sees a member depends on the
 * record that holds it.
 */
const descriptions = new WeakMap<z.core.$ZodType, Described>();

/** The schema itself, which from now on stands for this. */
export function describedAs<Schema extends z.ZodMiniType>(schema: Schema, described: Described): Schema {
  descriptions.set(schema, described);
  return schema;
}

/** The schema itself, for a value in which services send what another schema describes. */
export function like<Schema extends z.ZodMiniType>(model: z.core.$ZodType, schema: Schema): Schema {
  const described = descriptionOf(model);
  return described ? describedAs(schema, described) : schema;
}

/** What a schema stands for; null for a text, number or flag, and for anything that nobody has described. */
export function descriptionOf(schema: z.core.$ZodType): Described | null {
  return descriptions.get(schema) ?? null;
}

type SchemasOf<Given extends Members> = { -readonly [Name in keyof Given]: Given[Name]['schema'] };

/**
 * The schema of an object, from its members. `sent`: members that the specification does not show, but services send. They are
 * no part of the schema, so nothing checks them. Only managers see a member that is in neither.
 */
export function objectOf<const Given extends Members>(
  given: Given,
  sent: Members = {},
  is: 'record' | 'place' | 'person' = 'record',
): z.ZodMiniObject<SchemasOf<Given>, z.core.$loose> {
  const schemas = Object.fromEntries(Object.entries(given).map(([name, { schema }]) => [name, schema]));
  // `Object.fromEntries` forgets which member has which schema.
  const schema = z.looseObject(schemas as SchemasOf<Given>);
  return describedAs(schema, { is, members: { ...sent, ...given } });
}
