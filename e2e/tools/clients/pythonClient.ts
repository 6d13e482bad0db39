import * as z from 'zod';

/**
 * Writes a Python client from `/openapi.json`: one method for each operation, with the standard library only. No generator in npm
 * or Debian makes one: openapi-generator needs Java, and its clients need packages from PyPI. The gateway's own endpoints, which
 * are not part of the API, are left out.
 */

const parameter = z.object({ name: z.string(), in: z.string() });
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  parameters: z.optional(z.array(parameter)),
});
const description = z.object({
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.object({ get: z.optional(operation) })),
});

/** A module with the class `Client`, whose methods return what `json.loads` makes of an answer. */
export function pythonClient(document: unknown): string {
  const { servers, paths } = description.parse(document);
  const methods = Object.entries(paths).flatMap(([path, { get }]) =>
    get && !get.tags.includes('flightline') ? [methodOf(path, get)] : [],
  );
  return [head(servers[0]?.url ?? '/'), ...methods].join('\n');
}

const head = (server: string) => `"""Made from /openapi.json. Needs only the standard library."""
import json
import urllib.error
import urllib.parse
import urllib.request


class ApiError(Exception):
    """An answer that is no success: its status, and its body as text."""

    def __init__(self, status, body):
        super().__init__(f"{status}: {body[:200]}")
        self.status = status
        self.body = body


class Client:
    """Calls the API of a server, such as http://127.0.0.1:4700."""

    def __init__(self, origin, key=None, timeout=100):
        self._base = urllib.parse.urljoin(origin, ${JSON.stringify(server)}).rstrip("/")
        self._headers = {"accept": "application/json"}
        if key is not None:
            self._headers["x-subscription-key"] = key
        self._timeout = timeout

    def _get(self, path, query):
        given = {name: value for name, value in query.items() if value is not None}
        search = "?" + urllib.parse.urlencode(given, safe=":,") if given else ""
        request = urllib.request.Request(self._base + path + search, headers=self._headers)
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise ApiError(error.code, error.read().decode()) from error
`;

/** `listMaintenanceReminders` becomes `list_maintenance_reminders`. */
const snake = (name: string) => name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (capital) => `_${capital}`).toLowerCase();

function methodOf(path: string, { operationId, summary, parameters = [] }: z.output<typeof operation>): string {
  const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const inQuery = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const given = [
    'self',
    ...inPath.map(snake),
    ...(inQuery.length > 0 ? ['*', ...inQuery.map((name) => `${snake(name)}=None`)] : []),
  ];
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => `{urllib.parse.quote(str(${snake(name)}), safe='')}`,
  );
  const query = inQuery.map((name) => `${JSON.stringify(name)}: ${snake(name)}`).join(', ');
  return `
    def ${snake(operationId)}(${given.join(', ')}):
        """${summary.replaceAll('"""', '')}"""
        return self._get(f"${filled}", {${query}})`;
}
