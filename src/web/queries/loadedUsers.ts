import type { QueryClient } from '@tanstack/react-query';
import type { Page } from '#contract/answers.ts';
import { type RecordRow, toRecordRows } from '#domain/records/rows.ts';
import type { Answer } from './client.ts';

/** The users that pages have loaded in this visit, each once. It asks nothing by itself. */
export function loadedUsers(client: QueryClient): RecordRow[] {
  const answers = client.getQueriesData<Answer<Page<unknown>>>({ queryKey: ['api', 'listUsers'] });
  const rows = answers.flatMap(([, answer]) => toRecordRows(answer?.value.records ?? [], 0, 'userId'));
  return [...new Map(rows.map((row) => [row.key, row])).values()];
}
