import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import style from './GatewayStateList.module.css';
import { gatewayLines } from './gatewayLines.ts';
import { useSecond } from '#web/components/page/now.ts';
import { useClock } from '#web/components/page/school.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';

/** The state of the connection to the service: its allowance, its queue, the last failure. */
export function GatewayStateList({ state }: { state: GatewayState }) {
  const { limit, used } = state.allowance;
  const lines = gatewayLines(state, useSecond(), useClock());
  return (
    <ul className={style['standing']}>
      <li>
        <label className={style['allowance']}>
          <span>{lines.allowance}</span>
          {limit !== null && <meter min={0} max={limit} value={used} />}
        </label>
      </li>
      {lines.pause !== null && (
        <li>
          <StateMark shape="triangle" tone="warning">
            {lines.pause}
          </StateMark>
        </li>
      )}
      <li>{lines.queue}</li>
      <li>{lines.counts}</li>
      <li>{lines.failure}</li>
    </ul>
  );
}
