import * as z from 'zod/mini';

/** Any member may be missing or null; unknown members are kept. */
export type Lenient<Value> = Value extends readonly (infer Item)[]
  ? Lenient<Item>[]
  : Value extends object
    ? { [Member in keyof Value]?: Lenient<Value[Member]> | null | undefined }
    : Value;

/**
 * The tolerant reading of a documented shape: members may be missing or null at any depth, text is any text (a guid or a
 * date in an odd form is a matter for whoever uses it), unknown members survive. What stays refused is the wrong kind
 * of value (an object where text belongs), because no screen could draw it.
 */
export function lenient<Schema extends z.ZodMiniType>(schema: Schema): z.ZodMiniType<Lenient<z.output<Schema>>> {
  // `relaxed` walks any schema, and cannot carry its type along.
  return relaxed(schema) as z.ZodMiniType<Lenient<z.output<Schema>>>;
}

function relaxed(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodMiniObject) {
    const members = Object.entries(schema.shape).map(([name, member]) => [name, z.nullish(relaxed(member))]);
    return z.looseObject(Object.fromEntries(members));
  }
  if (schema instanceof z.ZodMiniArray) return z.array(relaxed(schema.def.element));
  if (schema instanceof z.ZodMiniNullable) return relaxed(schema.def.innerType);
  if (schema instanceof z.ZodMiniString) return z.string();
  if (schema instanceof z.ZodMiniNumber) return z.number();
  return schema;
}
