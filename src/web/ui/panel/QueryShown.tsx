import { addressOf, type PathParameters } from '#contract/addresses.ts';
import { type OperationId, operations } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { querySentence, type SentenceWords } from '#domain/lists/sentences.ts';
import { CopyButton } from './CopyButton.tsx';
import style from './QueryShown.module.css';
import { useSchool } from '#web/ui/page/school.tsx';

type QueryShownProps = {
  id: OperationId;
  query: Query;
  path?: PathParameters;
  /** Of whom, where the same is asked several times. */
  of?: string;
  words?: SentenceWords;
};

/** What is asked of the service: a sentence for people, and on demand the exact query. */
export function QueryShown({ id, query, path, of, words }: QueryShownProps) {
  const school = useSchool();
  const address = addressOf(id, { ...path, operatorId: String(school.operatorId) }, query);
  return (
    <details className={style['query']}>
      <summary>
        Query{of && ` of ${of}`}: {querySentence(operations[id], query, words)}
      </summary>
      <div className={style['exact']}>
        <code>GET {address}</code>
        <CopyButton label="Copy the query" text={address} />
      </div>
    </details>
  );
}
