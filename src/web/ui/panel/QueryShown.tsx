import type { ReactNode } from 'react';
import { addressOf, type PathParameters } from '#contract/addresses.ts';
import { type OperationId, operations } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { querySentence, type SentenceWords } from '#domain/lists/sentences.ts';
import { CopyButton } from './CopyButton.tsx';
import style from './QueryShown.module.css';
import { Fold } from '#web/ui/controls/Fold.tsx';
import { useSchool } from '#web/ui/page/school.tsx';

type ApiDetailsProps = {
  /** Open from the start if a user has set something in it. */
  isOpen?: boolean;
  /** A function is called only while it is open. */
  children: ReactNode | (() => ReactNode);
};

/** The one place for API details: queries, addresses, ids, records as sent. Closed by default. */
export function ApiDetails({ isOpen = false, children }: ApiDetailsProps) {
  return (
    <Fold className={style['api']} summary="API details" isAcross isOpenFirst={isOpen}>
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
};

/** The request to the service, inside a closed "API details". */
export function QueryShown(props: QueryShownProps) {
  return (
    <ApiDetails>
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
