import { areaPaths, type Operation, type OperationId, operationIds, operations } from './operations.ts';
import { byName } from './objects.ts';
import { printQuery, type Query } from './query.ts';

/** The values of a path template's parameters, decoded. */
export type PathParameters = { readonly [name: string]: string };

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The form of each path parameter (section 4): operator an integer, aircraft and user a guid, external id any text. */
const pathParameterTests: { readonly [name: string]: (text: string) => boolean } = {
  operatorId: (text) => /^(0|[1-9]\d{0,9})$/.test(text) && Number(text) < 2 ** 31,
  aircraftId: (text) => guid.test(text),
  userId: (text) => guid.test(text),
  externalId: isExternalId,
};

/** Any text that no server can read as a `.` or `..` step after decoding the path. */
function isExternalId(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is refused
  if (text.length === 0 || text.length > 200 || /[\u0000-\u001f\u007f]/.test(text)) return false;
  return !text.split(/[/\\]/).some((step) => step === '.' || step === '..');
}

/**
 * The address of an operation below an API root: `/core/v1.0/operators/1001/aircraft?statusId=eq:1`. Throws
 * `RangeError` for an invalid path parameter: an empty or `..` step would address something else.
 */
export function addressOf(id: OperationId, path: PathParameters, query: Query = {}): string {
  const operation: Operation = operations[id];
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(required(name, path)));
  const search = printQuery(operation, query);
  return areaPaths[operation.area] + filled + (search && `?${search}`);
}

function required(name: string, path: PathParameters): string {
  const value = path[name];
  if (value === undefined || !isParameter(name, value)) throw new RangeError(`${name} is not a valid path parameter`);
  return value;
}

export type Match =
  | { readonly id: OperationId; readonly path: PathParameters; readonly malformed?: undefined }
  /** The path has an operation's form, but this parameter has an invalid value. */
  | { readonly id: OperationId; readonly malformed: string };

/**
 * The operation that a path (no query) addresses, or null. Only the parsed parameters are returned, never the text
 * itself.
 */
export function matchPath(pathname: string): Match | null {
  const steps = pathname.split('/');
  let malformed: Match | null = null;
  for (const id of operationIds) {
    const path = fit(templates[id], steps);
    if (!path) continue;
    const wrong = Object.keys(path).find((name) => !isParameter(name, path[name] ?? ''));
    if (wrong === undefined) return { id, path };
    malformed ??= { id, malformed: wrong };
  }
  return malformed;
}

const templates = byName(operationIds, (id) => (areaPaths[operations[id].area] + operations[id].path).split('/'));

/** The values at a template's braces, or null if the steps do not match it. */
function fit(template: readonly string[], steps: readonly string[]): PathParameters | null {
  if (template.length !== steps.length) return null;
  if (!template.every((expected, index) => expected === steps[index] || expected.startsWith('{'))) return null;
  const values: { [name: string]: string } = {};
  for (const [index, expected] of template.entries()) {
    if (expected.startsWith('{')) values[expected.slice(1, -1)] = decode(steps[index] ?? '');
  }
  return values;
}

/** A wrong encoding gives an empty text, which is never a valid parameter. */
function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return '';
  }
}

function isParameter(name: string, value: string): boolean {
  return pathParameterTests[name]?.(value) === true;
}
