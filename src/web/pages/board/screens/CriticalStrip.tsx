import { type Critical, criticalLines, type FittedCritical } from '#domain/board/criticals.ts';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import style from '#web/pages/board/Frame.module.css';

const looks: Readonly<Record<Critical['kind'], { shape: Shape; tone: Tone }>> = {
  grounded: { shape: 'octagon', tone: 'expired' },
  expired: { shape: 'octagon', tone: 'expired' },
  open: { shape: 'open', tone: 'warning' },
};

/** What never rotates away. `width` in font sizes. */
export function CriticalStrip({ criticals, width }: { criticals: readonly Critical[]; width: number }) {
  if (criticals.length === 0) return null;
  return (
    <section className={style['strip']} aria-label="Needs a person">
      {criticalLines(criticals, width).map((line) => (
        <div key={line[0]?.kind} className={style['stripLine']}>
          {line.map((critical) => (
            <Kind key={critical.kind} critical={critical} />
          ))}
        </div>
      ))}
    </section>
  );
}

function Kind({ critical: { kind, label, entries, shown, more } }: { critical: FittedCritical }) {
  return (
    <p className={style['critical']} data-kind={kind}>
      <StateMark {...looks[kind]}>
        <b>{label}</b> {entries.length}
      </StateMark>
      {shown.map((entry) => (
        <span key={entry}>{entry}</span>
      ))}
      {more > 0 && <span className={style['more']}>+{more} more</span>}
    </p>
  );
}
