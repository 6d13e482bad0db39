import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { recordQuery } from '#web/data/api.ts';
import { valueOf } from '#web/data/client.ts';
import { stateQuery } from '#web/data/gateway/gateway.ts';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useSecond } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { Verdict } from '#web/components/panel/Verdict.tsx';
import { partsVerdict } from './partsModel.ts';

/** Whether all parts work, with a link to each that does not. */
export function SetupVerdict() {
  const config = useSchool();
  const state = useQuery({ ...stateQuery, select: valueOf }).data ?? null;
  const operator = useQuery({ ...recordQuery(config, 'getOperator'), select: valueOf }).data;
  const { look, word, faults } = partsVerdict({ state, config, operator }, useSecond(), useClock());
  return (
    <div role="status">
      <Verdict
        look={look}
        word={word}
        reason={
          look.tone === 'ok'
            ? 'Flight service, local copy and time zone'
            : faults.map(({ part, words, section }, at) => (
                <Fragment key={part}>
                  {at > 0 && ' · '}
                  <AppLink to={section === 'connection' ? '/setup' : `/setup?section=${section}`}>{part}</AppLink>:{' '}
                  {words}
                </Fragment>
              ))
        }
      />
    </div>
  );
}
