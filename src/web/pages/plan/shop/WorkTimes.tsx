import { Select } from '#web/components/controls/controls.tsx';
import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import style from '#web/pages/plan/plan.module.css';
import type { workChoices } from './shopModel.ts';

type WorkTimesProps = {
  works: ReturnType<typeof workChoices>;
  /** Null takes the usual time. */
  onChange: (name: string, hours: number | null) => void;
};

/** How long each work of the week takes: the usual time, unless set here. */
export function WorkTimes({ works, onChange }: WorkTimesProps) {
  const fold = useUrlFold('times');
  if (works.length === 0) return null;
  return (
    <Fold summary="Time in the shop by work" isHeading {...fold}>
      <div className={style['fields']}>
        {works.map(({ name, hours, options }) => (
          <Select
            key={name}
            label={name}
            value={hours === null ? '' : String(hours)}
            options={options}
            onChange={(text) => onChange(name, text === '' ? null : Number(text))}
          />
        ))}
      </div>
    </Fold>
  );
}
