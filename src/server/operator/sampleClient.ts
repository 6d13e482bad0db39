import type { PathParameters } from '#contract/addresses.ts';
import type { ErrorEntry } from '#contract/errors.ts';
import { areaPaths, type OperationId, operations } from '#contract/operations.ts';
import { type AppOptions, operatorApp } from './app.ts';
import { sampleGuid, sampleKey, sampleSchool } from './sampleSchool.ts';

type Json = { readonly [member: string]: unknown };
export type Answered<Body> = { readonly status: number; readonly headers: Headers; readonly body: Body };

/** The path of an operation with every parameter filled in for the sample school, and a query as it is written. */
export function samplePath(id: OperationId, path: PathParameters = {}, query = ''): string {
  const usual: PathParameters = {
    operatorId: '1001',
    aircraftId: sampleGuid(51),
    userId: sampleGuid(23),
    externalId: 'a%2Fb%203%25',
  };
  const filled = operations[id].path.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? usual[name] ?? '');
  return `${areaPaths[operations[id].area]}${filled}${query && `?${query}`}`;
}

/** Calls an operator over HTTP requests and answers, without a socket. */
export function sampleClient(options: AppOptions = sampleSchool()) {
  const app = operatorApp(options);
  const call = async <Body>(path: string, init: RequestInit = {}): Promise<Answered<Body>> => {
    const headers = { 'x-subscription-key': sampleKey, ...(init.headers as Record<string, string> | undefined) };
    const answer = await app.request(path, { ...init, headers });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : null) as Body };
  };
  return {
    call,
    /** The Paged list that an operation answers. */
    list: async (id: OperationId, query = '', path: PathParameters = {}) => {
      const { body } = await call<Json & { totalItems: number; items: readonly Json[] }>(samplePath(id, path, query));
      return body;
    },
    record: async (id: OperationId, path: PathParameters = {}) => (await call<Json>(samplePath(id, path))).body,
    /** An error as its status and the parameters it names. */
    fault: async (path: string, init: RequestInit = {}) => {
      const { status, body } = await call<readonly ErrorEntry[]>(path, init);
      return [status, ...body.map(({ dataField }) => dataField)];
    },
  };
}
