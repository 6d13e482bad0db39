import type { ReactNode } from 'react';
import { addressOf, type PathParameters } from '#contract/addresses.ts';
import { type OperationId, operations } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { querySentence, type SentenceWords } from '#domain/lists/sentences.ts';
import { CopyButton } from './CopyButton.tsx';
import style from './QueryShown.module.css';
import { Fold, type FoldState, useUrlFolds } from '#web/components/controls/Fold.tsx';
import { useSchool } from '#web/components/page/school.tsx';

type ApiDetailsProps = {
  /** In the address while they are open, `api=listAircraft`; each has its own name on a page. */
  name: string;
  /** A function is called only while it is open. */
  children: ReactNode | (() => ReactNode);
};

/** The one place for API details: queries, addresses, ids, records as sent. Closed by default. */
export function ApiDetails({ name, children }: ApiDetailsProps) {
  const foldOf = useUrlFolds('api');
  return <ApiFold fold={foldOf(name)}>{children}</ApiFold>;
}

/** API details of which the page decides whether they are open. */
export function ApiFold({ fold, children }: Pick<ApiDetailsProps, 'children'> & { fold: FoldState }) {
  return (
    <Fold className={style['api']} summary="API details" isAcross {...fold}>
      {() => <div className={style['inside']}>{typeof children === 'function' ? children() : children}</div>}
    </Fold>
  );
}

type QueryShownProps = {
  id: OperationId;
  query: Query;
  path?: PathParameters;
  /** The subject, if the same request is sent for several. */
  of?: string;
  words?: SentenceWords;
  /** Of the API details, if a page has several of this request. */
  name?: string;
};

/** The request to the service, inside a closed "API details". */
export function QueryShown(props: QueryShownProps) {
  return (
    <ApiDetails name={props.name ?? props.id}>
      <QueryLine {...props} />
    </ApiDetails>
  );
}

/** The request to the service: a sentence for people, and the exact query. */
export function QueryLine({ id, query, path, of, words }: QueryShownProps) {
  const school = useSchool();
  const address = addressOf(id, { ...path, operatorId: String(school.operatorId) }, query);
  return (
    <>
      <p>
        Query{of && ` of ${of}`}: {querySentence(operations[id], query, words)}
      </p>
      <div className={style['exact']}>
        <code>GET {address}</code>
        <CopyButton label="Copy the query" text={address} />
      </div>
    </>
  );
}
