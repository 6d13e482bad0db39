import { useQuery } from '@tanstack/react-query';
import { readingOf } from '#web/queries/reading.ts';
import { recordQuery } from '#web/queries/record.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryShown } from '#web/ui/QueryShown.tsx';
import { RecordView } from '#web/ui/records/RecordView.tsx';
import { useSchool } from '#web/ui/school.tsx';

/** The operator record, whose members the specification does not show. */
export function OperatorPanel() {
  const result = useQuery(recordQuery(useSchool(), 'getOperator'));
  return (
    <Panel title="Operator record" reading={readingOf('getOperator', result)} onRetry={() => void result.refetch()}>
      <RecordView value={result.data?.value} />
      <QueryShown id="getOperator" query={{}} />
    </Panel>
  );
}
