import { IconButton } from '#web/components/controls/buttons.tsx';
import { Counters } from '#web/components/controls/Counters.tsx';
import type { Part, PartCount } from './partsModel.ts';
import style from './overview.module.css';

type PartsProps = { counts: readonly PartCount[]; chosen: Part; onChoose: (part: Part) => void };

/** On a phone: a figure for each part of the page; pressing one shows that part. */
export function Parts({ counts, chosen, onChoose }: PartsProps) {
  return (
    <div className={style['parts']}>
      <Counters
        label="Parts of the overview"
        counters={counts.map(({ part, label, count }) => ({
          value: part,
          text: (
            <>
              <b>{count}</b> <span>{label}</span>
            </>
          ),
        }))}
        chosen={chosen}
        onChoose={(part) => onChoose(part ?? chosen)}
      />
    </div>
  );
}

/** A panel that shows a summary until it is opened. */
export type Fold = { readonly isOpen: boolean; readonly toggle: () => void };

/** Opens and closes such a panel; the address keeps it. */
export function FoldButton({ name, fold: { isOpen, toggle } }: { name: string; fold: Fold }) {
  return <IconButton icon={isOpen ? 'up' : 'down'} label={`All of “${name}”`} isPressed={isOpen} onClick={toggle} />;
}
