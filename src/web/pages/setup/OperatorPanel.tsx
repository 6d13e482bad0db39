import { useQuery } from '@tanstack/react-query';
import { recordQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { RecordView } from '#web/ui/records/RecordView.tsx';
import { useSchool } from '#web/ui/page/school.tsx';

/** The operator record, whose members the specification does not show. */
export function OperatorPanel() {
  const refresh = useRefresh();
  const query = recordQuery(useSchool(), 'getOperator');
  const result = useQuery(query);
  return (
    <Panel title="Operator record" reading={readingOf('getOperator', result)} onRetry={() => refresh(query.queryKey)}>
      <RecordView value={result.data?.value} />
      <QueryShown id="getOperator" query={{}} />
    </Panel>
  );
}
