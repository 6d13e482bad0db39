import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Config } from '#contract/config.ts';
import { isRecord, textOf } from '#domain/freeForm.ts';
import { recordQuery } from './record.ts';

/** The school under the name of its operator record, or the configured one while that is not there or names nothing. */
export function useNamedSchool(school: Config): Config {
  const { data } = useQuery(recordQuery(school, 'getOperator'));
  const record = data?.value;
  const operatorName =
    (isRecord(record) ? textOf(record, 'name', 'operatorName', 'displayName') : null) ?? school.operatorName;
  return useMemo(() => ({ ...school, operatorName }), [school, operatorName]);
}
