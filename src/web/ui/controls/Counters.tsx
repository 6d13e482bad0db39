import type { ReactNode } from 'react';
import style from './Counters.module.css';
import { StateMark } from './StateMark.tsx';

type CountersProps<Value extends string> = {
  label: string;
  counters: readonly { readonly value: Value; readonly text: ReactNode }[];
  /** What is missing of the counts, such as `4 aircraft not read yet`; nothing where they are complete. */
  lack?: string | null;
  /** The one that is pressed; null for none. */
  chosen: Value | null;
  onChoose: (value: Value | null) => void;
};

/** Counts that filter: one that is pressed shows those alone; pressed again, all. */
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
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value === chosen ? null : value)}
        >
          {text}
        </button>
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
