import ToggleButton from '@mui/material/ToggleButton';
import type { ReactNode } from 'react';
import style from './Counters.module.css';
import { StateMark } from './StateMark.tsx';

type CountersProps<Value extends string> = {
  label: string;
  counters: readonly { readonly value: Value; readonly text: ReactNode }[];
  /** What the counts lack, such as `4 aircraft not loaded yet`; nothing if they are complete. */
  lack?: string | null;
  /** The selected one; null for none. */
  chosen: Value | null;
  onChoose: (value: Value | null) => void;
};

/** Counts that filter: pressing one shows only its items; pressing it again shows all. */
export function Counters<Value extends string>({
  label,
  counters,
  lack = null,
  chosen,
  onChoose,
}: CountersProps<Value>) {
  return (
    <div className={style['counters']} role="group" aria-label={label}>
      {counters.map(({ value, text }) => (
        <ToggleButton
          key={value}
          value={value}
          selected={value === chosen}
          onChange={() => onChoose(value === chosen ? null : value)}
        >
          {text}
        </ToggleButton>
      ))}
      {lack !== null && (
        <span className={style['lack']}>
          <StateMark shape="dashed" tone="plain">
            {lack}
          </StateMark>
        </span>
      )}
    </div>
  );
}
